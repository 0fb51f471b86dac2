import { stripTypeScriptTypes } from 'node:module';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAst } from 'vite';
import { isCodeName } from '../../contract/codeName.ts';
import type { FormShown, Texts } from '../../contract/forms/form.ts';
import { keptForm } from '../../contract/forms/schema.ts';
import type { TableRelation } from '../../contract/databaseTables.ts';
import { type CodeSettings, defaultSettings } from '../../server/api/tools/code/configs.ts';
import { generated } from '../../server/api/tools/code/generate.ts';
import { generatedOf } from '../../server/api/tools/code/generateForm.ts';
import type { Ground } from '../../server/api/tools/code/ground.ts';
import type { ColumnOf } from '../../server/api/tools/database/catalogue.ts';

/** Whatever names are, generated code has the statements, imports and expressions of a harmless name, and no others. */

beforeAll(() => loadModule());

type Node = Record<string, unknown>;

/** A tree without places and texts: what is left is what the code does. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return value;
  const node = value as Node;
  if (node.type === 'Literal') return { type: 'Literal', of: typeof node.value };
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => !['start', 'end', 'loc', 'range', 'raw'].includes(name))
      .map(([name, each]) => [name, shapeOf(each)]),
  );
}

function sqlShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sqlShape);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/location|stmt_len|^comment$/.test(name))
      .map(([name, each]) => [name, sqlShape(each)]),
  );
}

/** What each file does, by its path. */
function shapesOf(files: Record<string, string>): Record<string, unknown> {
  const shape = (path: string, text: string): unknown => {
    if (path.endsWith('.ts')) return shapeOf(parseAst(stripTypeScriptTypes(text)));
    if (path.endsWith('.sql')) return sqlShape(parseSync(text).stmts);
    return Object.keys(JSON.parse(text) as object);
  };
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, shape(path, text)]));
}

/** Texts of the files that people read, for what a text inserts there. */
const textsIn = (files: Record<string, string>): string =>
  Object.entries(files)
    .filter(([path]) => path.startsWith('locales/'))
    .map(([, text]) => text)
    .join('\n');

const GROUND: Ground = {
  taken: new Set(),
  keywords: new Set(['order', 'select', 'user']),
  shipped: new Set(),
  resourceOf: new Map([['sys_org', 'sysOrg']]),
};
const column = (name: string, over: Partial<ColumnOf> = {}): ColumnOf => ({
  table: 'counter_place',
  name,
  type: 'text',
  length: null,
  decimals: null,
  nullable: true,
  fallback: null,
  key: false,
  identity: false,
  comment: '',
  ...over,
});
const COLUMNS = [
  column('id', { type: 'bigint', key: true, nullable: false }),
  column('place_name', { type: 'character varying', length: 40 }),
  column('org_id', { type: 'bigint' }),
];
const RELATIONS = [
  { table: 'counter_place', column: 'org_id', target: 'sys_org', targetColumn: 'id' },
] as unknown as TableRelation[];

function viewOf(title: string, comment: string, settings: Partial<CodeSettings> = {}) {
  const configs = defaultSettings(COLUMNS).map((config) => ({
    ...config,
    ...settings,
    columnComment: comment,
  }));
  return generated(
    { table: 'counter_place', title, columns: COLUMNS, relations: RELATIONS },
    configs,
    GROUND,
  );
}

const titled = (text: string): Texts => ({ en: text, 'zh-cn': text, 'zh-tw': text });
function formOf(name: string, title: string, pattern?: string): FormShown {
  const schema = {
    type: 'object',
    properties: {
      reason: { type: 'string', 'x-title': titled(title), ...(pattern !== undefined && { pattern }) },
      pick: {
        type: 'string',
        'x-input': 'select',
        oneOf: [
          { const: 'a', 'x-title': titled(title) },
          { const: 'b', 'x-title': titled(title) },
        ],
        'x-title': titled(title),
        default: 'a',
      },
    },
    required: ['reason'],
    'x-sections': [{ fields: ['reason', 'pick'] }],
  };
  return { formId: '1', name, schema } as unknown as FormShown;
}

/** What has broken out of one text or another somewhere. */
const PIECES = [
  '*/',
  '/*',
  '**//',
  '*',
  '/',
  '//',
  '-->',
  '<!--',
  '</script>',
  "'",
  '"',
  '`',
  '\\',
  '\\\\',
  "\\'",
  "''",
  '${',
  '}',
  '{{',
  '{{{',
  '$t(',
  '$$',
  '$a$',
  ';',
  '\n',
  '\r',
  '\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\0',
  '\t',
  '--',
  "');",
  'process.exit()',
  "import 'x';",
  'export const a = 1;',
  'drop table x;',
  '\u202e',
  '\u200b',
  '\ud800',
  '银行',
  'a',
  ' ',
  '__proto__',
  'constructor',
  'U&"',
  "E'",
  '\\u002a/',
  '\u2217/',
];
const PATTERNS = ['[A-Z]+', "'|a", '\\\\', '\\*/', '`${a}`', "\\d'", '"', '//'];
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

describe('of a table', () => {
  const plain = shapesOf(viewOf('Counter places', 'Name'));

  it('does the same whatever titles and labels are', () => {
    fc.assert(
      fc.property(hostile, hostile, (title, comment) => {
        const files = viewOf(title, comment);
        expect(shapesOf(files)).toEqual(plain);
        expect(textsIn(files)).not.toMatch(/\{\{|\$t\(/);
      }),
      { numRuns: 300 },
    );
  });

  it('ends no comment by what is left when an end is taken away', () => {
    for (const title of ['**//process.exit()/*', '***///', '*\r/ x', '*\u200b/ x', '/**/'])
      expect(shapesOf(viewOf(title, title))).toEqual(plain);
    expect(viewOf('x\rdrop table y;', 'a')['server/platform/db/schema/counterPlace.sql']).not.toMatch(/\r/);
  });

  it('quotes what is no plain name in SQL', () => {
    const odd = [
      ...COLUMNS,
      column('a"; drop table x; --', { type: 'point' }),
      column('order', { type: 'point' }),
    ];
    const files = generated(
      { table: 'counter_place', title: 'a', columns: odd, relations: RELATIONS },
      defaultSettings(odd),
      GROUND,
    );
    const sql = files['server/platform/db/schema/counterPlace.sql']!;
    expect(sql).toContain('"a""; drop table x; --" point');
    expect(sql).toContain('"order" point');
    expect(parseSync(sql).stmts).toHaveLength(4);
  });
});

describe('of a form', () => {
  const plain = shapesOf(generatedOf(formOf('Evidence', 'Reason', '[A-Z]+'), GROUND));

  it('does the same whatever titles, choices and patterns are, or is refused', () => {
    // The schema refuses titles that are not what they look like, and patterns that could take long.
    const visible = fc.array(fc.constantFrom(...PIECES.filter((piece) => /^[ -~]+$/.test(piece))), {
      minLength: 1,
      maxLength: 6,
    });
    let made = 0;
    fc.assert(
      fc.property(hostile, visible, fc.constantFrom(...PATTERNS), (name, title, pattern) => {
        const form = formOf(`Evidence ${name.replaceAll(/[A-Za-z0-9]/g, '')}`, title.join(''), pattern);
        try {
          keptForm(form.schema);
        } catch {
          return;
        }
        expect(shapesOf(generatedOf(form, GROUND))).toEqual(plain);
        made += 1;
      }),
      { numRuns: 300 },
    );
    expect(made).toBeGreaterThan(100);
  });
});

it('takes no name at the door that would end a comment, turn a text or insert another one', () => {
  for (const name of [
    'Pos */ x',
    'a\u202eb',
    'a\u200bb',
    'a\nb',
    '${x}',
    '{{x}}',
    '<script>',
    '$t(x)',
    '\ud800',
  ])
    expect([name, isCodeName(name)]).toEqual([name, false]);
  for (const name of ['Counter places', '收银台', 'A/B * C', "Ann's < 3", 'a {b}', '{"en":"A","zh-cn":"甲"}'])
    expect([name, isCodeName(name)]).toEqual([name, true]);
});
