import * as z from 'zod';
import type { Locale } from './caller.ts';

type ErrorMap = z.core.$ZodErrorMap;

const MAPS: Readonly<Record<Locale, ErrorMap>> = {
  'zh-cn': z.locales.zhCN().localeError,
  'zh-tw': z.locales.zhTW().localeError,
  en: z.locales.en().localeError,
};

type Bound = number | bigint;

interface Words {
  missing: string;
  unknown: string;
  /** The right kind of value in a wrong shape. */
  format: string;
  /** Of two fields one is given. */
  either: string;
  positive: string;
  types: Readonly<Record<string, string>>;
  longest: (max: Bound) => string;
  shortest: (min: Bound) => string;
  most: (max: Bound) => string;
  least: (min: Bound) => string;
}

/** What the library says in terms of its types and patterns, in plain sentences. */
const WORDS: Readonly<Record<Locale, Words>> = {
  'zh-cn': {
    missing: '必填',
    unknown: '未知字段',
    format: '格式不正确',
    either: '两个单号须填且只填一个',
    positive: '必须大于 0',
    types: { string: '应为文本', number: '应为数字', int: '应为整数', boolean: '应为 true 或 false' },
    longest: (max) => `不能超过 ${max} 个字符`,
    shortest: (min) => `至少 ${min} 个字符`,
    most: (max) => `不能大于 ${max}`,
    least: (min) => `不能小于 ${min}`,
  },
  'zh-tw': {
    missing: '必填',
    unknown: '未知欄位',
    format: '格式不正確',
    either: '兩個單號須填且只填一個',
    positive: '必須大於 0',
    types: { string: '應為文字', number: '應為數字', int: '應為整數', boolean: '應為 true 或 false' },
    longest: (max) => `不能超過 ${max} 個字元`,
    shortest: (min) => `至少 ${min} 個字元`,
    most: (max) => `不能大於 ${max}`,
    least: (min) => `不能小於 ${min}`,
  },
  en: {
    missing: 'Required',
    unknown: 'Unknown field',
    format: 'Wrong format',
    either: 'Give exactly one of the two numbers',
    positive: 'Must be greater than 0',
    types: {
      string: 'Must be text',
      number: 'Must be a number',
      int: 'Must be a whole number',
      boolean: 'Must be true or false',
    },
    longest: (max) => `At most ${max} characters`,
    shortest: (min) => `At least ${min} characters`,
    most: (max) => `At most ${max}`,
    least: (min) => `At least ${min}`,
  },
};

/** Ours where we have words; lists, dates and the rest as the library says them. */
function wordsFor(words: Words, issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue;
  if (code === 'unrecognized_keys') return words.unknown;
  if (code === 'invalid_type') return input === undefined ? words.missing : words.types[issue.expected];
  if (code === 'too_big' || code === 'too_small') {
    if (issue.origin === 'string')
      return code === 'too_big' ? words.longest(issue.maximum) : words.shortest(issue.minimum);
    if (issue.origin !== 'number' && issue.origin !== 'int') return undefined;
    return code === 'too_big' ? words.most(issue.maximum) : words.least(issue.minimum);
  }
  if (code === 'custom' && issue.params?.either === true) return words.either;
  if (code === 'custom' && issue.params?.positive === true) return words.positive;
  return code === 'invalid_format' || code === 'invalid_union' || code === 'custom'
    ? words.format
    : undefined;
}

const worded =
  (locale: Locale): ErrorMap =>
  (issue) =>
    wordsFor(WORDS[locale], issue) ?? MAPS[locale](issue);

/** Texts per field; an unknown key is named itself. */
function fieldsOf(error: z.ZodError): Record<string, string[]> {
  // Without a prototype: a caller may name a field `constructor`.
  const fields = Object.create(null) as Record<string, string[]>;
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const name of names) (fields[name] ??= []).push(issue.message);
  }
  return fields;
}

/** Parses in the caller's language; schemas built from definitions bring their own texts ('Please enter X!'). */
export function check<T extends z.ZodType>(
  schema: T,
  value: unknown,
  locale: Locale,
): { data: z.output<T> } | { fields: Record<string, string[]> } {
  const parsed = schema.safeParse(value, { error: worded(locale) });
  return parsed.success ? { data: parsed.data } : { fields: fieldsOf(parsed.error) };
}
