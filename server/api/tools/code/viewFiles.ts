import { type Locale, LOCALES } from '../../../../contract/locales.ts';
import { spaced } from '../../../../contract/spacing.ts';
import { commentText, nameText, stringText } from './sourceText.ts';

/** What a view of generated code is, whatever it was generated of; and its files. */

export type Titles = Readonly<Record<Locale, string>>;

export interface GeneratedField {
  name: string;
  kind: string;
  /** As the definition has it, `text({ max: 20 })`. */
  code: string;
  titles: Titles;
}

/** A fixed set of values with what each is called. */
export interface GeneratedDict {
  code: string;
  titles: Titles;
  items: readonly { value: string; titles: Titles }[];
}

export interface GeneratedView {
  id: string;
  titles: Titles;
  scope: 'platform' | 'tenant';
  verbs: readonly ('add' | 'update' | 'delete')[];
  fields: readonly GeneratedField[];
  /** What its fields are chosen from and the product has no dictionary of. */
  dicts?: readonly GeneratedDict[];
  label: string;
  /** Who made and changed a row, and when: the table has all four columns. */
  hasRecord: boolean;
  /** The table, where none of the product's files makes it. */
  sql?: string;
}

/** A text that nothing is inserted into: in locale files braces and `$t(` mean something. */
const plain = (text: string): string =>
  spaced(text)
    .replaceAll(/\{(?=\{)/g, '{ ')
    .replaceAll(/\}(?=\})/g, '} ')
    .replaceAll('$t(', '$ t(')
    .trim();

export const inAll = (text: string): Titles => ({ en: text, 'zh-cn': text, 'zh-tw': text });

function definitionOf({ id, titles, scope, verbs, fields, label, hasRecord }: GeneratedView): string {
  const kinds = [...new Set(fields.map(({ kind }) => kind))].sort();
  const crud = verbs.map((verb) => `${verb}: STAFF`).join(', ');
  const lines = [
    ...fields.map(({ name, code }) => `${nameText(name)}: ${code}`),
    ...(hasRecord ? ['...changeRecord'] : []),
  ];
  return `import { STAFF } from '../../audience.ts';
import { ${kinds.map(nameText).join(', ')} } from '../../field.ts';
import { defineResource } from '../../resource.ts';
${hasRecord ? "import { changeRecord } from '../system/changeRecord.ts';\n" : ''}
/** ${commentText(titles.en)} */
export const ${nameText(id)} = defineResource(${stringText(id)}, {
  area: 'platform',
  scope: '${scope}',
  reads: STAFF,
${crud ? `  crud: { ${crud} },\n` : ''}  label: ${stringText(label)},
  fields: {
${lines.map((line) => `    ${line},`).join('\n')}
  },
});
`;
}

interface Chapter {
  about: string;
  steps: string[];
}

/** Sentences that hold for any view: what it is for, and how to begin. */
const CHAPTERS: Readonly<Record<Locale, (title: string, canAdd: boolean) => Chapter>> = {
  en: (title, canAdd) => ({
    about: `${title}: a list with its filters, and the detail of each entry.`,
    steps: [
      'Narrow the list by its filters and open an entry to see all of it.',
      canAdd
        ? 'Whoever has the rights adds, changes and deletes entries.'
        : 'What may be done with an entry depends on your rights.',
    ],
  }),
  'zh-cn': (title, canAdd) => ({
    about: `${title}：带筛选的列表，以及每条记录的详情。`,
    steps: [
      '用筛选缩小列表，打开一条记录查看全部内容。',
      canAdd ? '有权限的人可以新增、编辑和删除记录。' : '可以对记录做什么取决于您的权限。',
    ],
  }),
  'zh-tw': (title, canAdd) => ({
    about: `${title}：附篩選的清單，以及每筆記錄的詳細內容。`,
    steps: [
      '用篩選縮小清單，開啟一筆記錄即可檢視全部內容。',
      canAdd ? '有權限的人可以新增、編輯和刪除記錄。' : '可以對記錄做什麼取決於您的權限。',
    ],
  }),
};

/** The name of a view's own dictionaries in code: `evidenceForm` has EVIDENCE_FORM_DICTS. */
const dictsName = (id: string): string =>
  `${id.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_DICTS`;

function dictsOf({ id, titles, dicts = [] }: GeneratedView): string {
  const entries = dicts.map(({ code, items }) => {
    const rows = items.map(
      ({ value, titles: named }) =>
        `    [${[value, value, plain(named['zh-cn']), 'info'].map(stringText).join(', ')}],`,
    );
    return `  ${nameText(code)}: items(\n${rows.join('\n')}\n  ),`;
  });
  return `import { items } from './dictItem.ts';

/** Dictionaries of ${commentText(titles.en)}. */
export const ${dictsName(id)} = {
${entries.join('\n')}
};
`;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function textsOf(
  { id, titles, fields, verbs, dicts = [] }: GeneratedView,
  locale: Locale,
): Record<string, string> {
  const title = plain(titles[locale]);
  const named = fields.map((field) => [field.name, plain(field.titles[locale])]);
  return {
    [`locales/${locale}/platform.json`]: json({ [id]: { title, fields: Object.fromEntries(named) } }),
    [`locales/${locale}/menu.json`]: json({ [id]: title }),
    ...(dicts.length > 0 && {
      [`locales/${locale}/dicts.json`]: json(
        Object.fromEntries(
          dicts.map(({ code, items }) => [
            code,
            Object.fromEntries(items.map((item) => [item.value, plain(item.titles[locale])])),
          ]),
        ),
      ),
    }),
    [`help/${locale}/platform.json`]: json({
      [id]: CHAPTERS[locale](title, verbs.includes('add')),
    }),
  };
}

/**
 * Every file of the view by its path. What the product has of a JSON file stays: scripts/applyGenerated.ts adds these keys,
 * and lists definition, menu entry and table where the product lists its own.
 */
export const filesOf = (view: GeneratedView): Record<string, string> => ({
  [`contract/resources/platform/${view.id}.ts`]: definitionOf(view),
  ...(view.dicts?.length ? { [`contract/${view.id}Dicts.ts`]: dictsOf(view) } : {}),
  ...(view.sql === undefined ? {} : { [`server/platform/db/schema/${view.id}.sql`]: view.sql }),
  ...(Object.assign({}, ...LOCALES.map((locale) => textsOf(view, locale))) as Record<string, string>),
});
