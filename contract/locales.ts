/** The languages of the product. Their texts are in locales/<tag>/; what is here is needed before any text is read. */

interface LocaleFacts {
  /** Its own name in its own script. */
  name: string;
  /** The same where there is room for little. */
  short: string;
  /** BCP 47, for `lang` attributes and Intl. */
  tag: string;
  /** Between the parts of a list, and between a label and its value. */
  comma: string;
  colon: string;
  yes: string;
  no: string;
  /** Tags in lower case that ask for it; the first locale that matches is taken. */
  asked: RegExp;
}

const CHINESE = { comma: '、', colon: '：', yes: '是', no: '否' } as const;

const TABLE = {
  'zh-cn': {
    name: '简体中文',
    short: '简',
    tag: 'zh-CN',
    ...CHINESE,
    asked: /^zh(?!-(?:tw|hk|mo|hant))(?:-|$)/,
  },
  'zh-tw': { name: '繁體中文', short: '繁', tag: 'zh-TW', ...CHINESE, asked: /^zh-(?:tw|hk|mo|hant)/ },
  en: {
    name: 'English',
    short: 'EN',
    tag: 'en',
    comma: ', ',
    colon: ': ',
    yes: 'Yes',
    no: 'No',
    asked: /^en(?:-|$)/,
  },
} as const satisfies Record<string, LocaleFacts>;

export type Locale = keyof typeof TABLE;

export const LOCALE_FACTS: Readonly<Record<Locale, LocaleFacts>> = Object.freeze(TABLE);

export const LOCALES = Object.freeze(Object.keys(TABLE)) as readonly Locale[];

export const FALLBACK_LOCALE: Locale = 'zh-cn';

export const isLocale = (value: unknown): value is Locale =>
  typeof value === 'string' && Object.hasOwn(TABLE, value);

export const langTag = (locale: Locale): string => TABLE[locale].tag;

/** The locale of ours that a language tag of a browser asks for, in any case and with any region. */
export function localeOf(tag: string): Locale | undefined {
  const lower = tag.toLowerCase().replace('_', '-');
  return LOCALES.find((locale) => LOCALE_FACTS[locale].asked.test(lower));
}
