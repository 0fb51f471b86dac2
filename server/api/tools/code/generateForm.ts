import { dictItems } from '../../../../contract/dicts.ts';
import { dict, type Field, json } from '../../../../contract/field.ts';
import { fieldOf, textIn } from '../../../../contract/forms/fields.ts';
import {
  type DrawnField,
  type DrawnForm,
  fieldsOf,
  type FormShown,
  type Texts,
} from '../../../../contract/forms/form.ts';
import { keptForm } from '../../../../contract/forms/schema.ts';
import { LOCALES } from '../../../../contract/locales.ts';
import { snake } from '../../../engine/sql.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { checkId, type Ground, isField } from './ground.ts';
import { filesOf, type GeneratedDict, type GeneratedField, inAll, type Titles } from './viewFiles.ts';
import { nameText, sqlCommentText, sqlName, sqlText, stringText, valueText } from './sourceText.ts';

/** Code of a view for what a drawn form asks, where it is to have rows of its own. */

/** The dictionary that the choices of a field become; a code that ends in Enum has numbers (contract/dicts.ts). */
const codeOf = (id: string, { key }: DrawnField): string =>
  `${id}${key.charAt(0).toUpperCase()}${key.slice(1)}`.replace(/Enum$/, 'Choice');

const isChosen = ({ kind }: DrawnField): boolean => kind === 'choice' || kind === 'several';

const dictOf = (id: string, drawn: DrawnField): GeneratedDict => ({
  code: codeOf(id, drawn),
  titles: titlesOf(drawn.title),
  items: (drawn.choices ?? []).map(({ value, title }) => ({ value, titles: titlesOf(title) })),
});

/** A field among those of definitions: what is chosen of literal choices is chosen of their dictionary. */
function definedAs(id: string, drawn: DrawnField): Field {
  const { required, input = 'select', initial } = drawn;
  const code = codeOf(id, drawn);
  if (drawn.kind === 'several') return json({ required, several: { dict: code } });
  if (drawn.kind !== 'choice') return fieldOf(drawn);
  return dict(code, { required, render: input, filter: 'in', ...(initial !== undefined && { initial }) });
}

/** A field as a definition has it. */
function fieldText(field: Field): string {
  const { kind, ...options } = field;
  const written = Object.entries(options)
    .filter(([name, value]) => value !== undefined && value !== false && name !== 'dict')
    .map(([name, value]) => `${nameText(name)}: ${valueText(value)}`);
  const given = written.length > 0 ? `{ ${written.join(', ')} }` : '';
  if (field.kind !== 'dict') return `${kind}(${given})`;
  return `dict(${[stringText(field.dict), given].filter(Boolean).join(', ')})`;
}

const TYPES: Readonly<Record<Exclude<DrawnField['kind'], 'dict'>, string>> = {
  text: 'text',
  lines: 'text',
  choice: 'text',
  several: 'text[]',
  int: 'integer',
  decimal: 'numeric(24, 6)',
  money: 'numeric(24, 6)',
  date: 'date',
  switch: 'boolean',
};

const typeOf = ({ kind, dict = '' }: DrawnField): string => {
  if (kind !== 'dict') return TYPES[kind];
  return typeof dictItems(dict)[0]?.value === 'number' ? 'smallint' : 'text';
};

function tableText(
  table: string,
  title: string,
  {
    fields,
    hasMoney,
    keywords,
  }: { fields: readonly DrawnField[]; hasMoney: boolean } & Pick<Ground, 'keywords'>,
): string {
  const name = (text: string): string => sqlName(text, keywords);
  const columns = [
    'id bigint primary key',
    ...(hasMoney ? ['currency text not null'] : []),
    ...fields.map(
      (drawn) => `${name(snake(drawn.key))} ${typeOf(drawn)}${drawn.required ? ' not null' : ''}`,
    ),
    'version integer not null default 1',
    'created_at timestamptz not null default now()',
    'created_by bigint',
    'updated_at timestamptz',
    'updated_by bigint',
  ];
  return `${sqlCommentText(title)}

create table ${name(table)} (
${columns.map((column) => `  ${column}`).join(',\n')}
);
comment on table ${name(table)} is ${sqlText(title)};

grant select, insert, update, delete on ${name(table)} to paydesk_server;
`;
}

/** Keys that a table has by itself. */
const OWN = new Set('id version currency tenantId createdAt createdBy updatedAt updatedBy'.split(' '));

/** A form may ask by a key that a table has itself, or that SQL has: its column gets another one. */
function renamed(drawn: DrawnField, ground: Ground): DrawnField {
  const isFree = !OWN.has(drawn.key) && isField(drawn.key, snake(drawn.key), ground);
  return isFree ? drawn : { ...drawn, key: `${drawn.key}Asked` };
}

/** Of a form in any language a name that code can have. */
const idOf = (name: string, id: string): string => {
  const words = name.match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
  const [first, ...others] = words.map((word) => word.toLowerCase());
  if (!first) return `drawn${id.slice(-6)}`;
  return `${first}${others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Form`;
};

const titlesOf = (title: Texts): Titles =>
  Object.fromEntries(LOCALES.map((locale) => [locale, textIn(title, locale)])) as Titles;

/** What amounts are in; forms for others than the product's own orders need to ask. */
const CURRENCY: GeneratedField = {
  name: 'currency',
  kind: 'dict',
  code: "dict('currency', { required: true, filter: 'in' })",
  titles: { en: 'Currency', 'zh-cn': '币种', 'zh-tw': '幣別' },
};

/** What a view of the form's rows needs, as files of this product. Nothing is written. */
export function generatedOf(shown: FormShown, ground: Ground): Record<string, string> {
  const form: DrawnForm = keptForm(shown.schema);
  const fields = fieldsOf(form).map((drawn) => renamed(drawn, ground));
  const hasMoney = fields.some(({ kind }) => kind === 'money');
  const id = idOf(shown.name, shown.formId);
  checkId(id, snake(id), ground);
  const unnamed = fields.find(({ key }) => !isField(key, snake(key), ground));
  if (unnamed) throw new Refused('notOffered', { says: 'codeColumn', name: unnamed.key });
  const twice = fields.find(({ key }, at) => fields.findIndex((other) => other.key === key) !== at);
  if (twice) throw new Refused('notOffered', { says: 'codeColumn', name: twice.key });
  if (!fields[0]) throw new Refused('notOffered', { says: 'codeEmpty', name: shown.name });
  const asked = fields.map((drawn) => {
    const field = definedAs(id, drawn);
    return { name: drawn.key, kind: field.kind, code: fieldText(field), titles: titlesOf(drawn.title) };
  });
  return filesOf({
    id,
    titles: inAll(shown.name),
    scope: 'platform',
    verbs: ['add', 'update', 'delete'],
    fields: [...(hasMoney ? [CURRENCY] : []), ...asked],
    dicts: fields.filter(isChosen).map((drawn) => dictOf(id, drawn)),
    label: (asked.find(({ kind }) => kind === 'text') ?? asked[0]!).name,
    hasRecord: true,
    sql: tableText(snake(id), shown.name, { fields, hasMoney, keywords: ground.keywords }),
  });
}
