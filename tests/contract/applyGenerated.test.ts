import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Resource } from '../../contract/resource.ts';
import { apply, applied, type Files } from '../../scripts/applyGenerated.ts';
import { generatedOf } from '../../server/api/tools/code/generateForm.ts';
import type { Ground } from '../../server/api/tools/code/ground.ts';

/** Generated code put into a copy of the files that it touches: it is registered there, once, with all of its texts. */

const ROOT = join(import.meta.dirname, '../..');
const LOCALES = ['en', 'zh-cn', 'zh-tw'] as const;
const GROUND: Ground = {
  taken: new Set(['sysPos']),
  keywords: new Set(['order']),
  shipped: new Set(),
  resourceOf: new Map(),
};

const title = (en: string) => ({ en, 'zh-cn': `${en} 中`, 'zh-tw': `${en} 臺` });
const PROPERTIES = {
  order: { type: 'string', 'x-title': title("It's */ {{new}}") },
  state: {
    type: 'string',
    'x-input': 'radio',
    oneOf: [
      { const: 'new', 'x-title': title("Isn't used") },
      { const: 'old', 'x-title': title('Used') },
    ],
    'x-title': title("What's its state"),
  },
  marks: {
    type: 'array',
    items: {
      type: 'string',
      oneOf: ['a', 'b', 'c'].map((each) => ({ const: each, 'x-title': title(each) })),
    },
    'x-title': title('Marks'),
  },
  cost: { type: 'string', format: 'money', 'x-title': { en: 'Cost', 'zh-cn': 'A费用 表', 'zh-tw': '費用B' } },
};
const files: Files = generatedOf(
  {
    id: '1',
    formId: '2',
    name: "Spare */ 'parts'\n{{x}}",
    formVersion: 1,
    schema: {
      type: 'object',
      properties: PROPERTIES,
      required: ['cost'],
      'x-sections': [{ fields: Object.keys(PROPERTIES) }],
    },
  },
  GROUND,
);

let copy: string;
const read = (path: string): string => readFileSync(join(copy, path), 'utf8');

beforeAll(() => {
  // Within the project, so that definitions find their libraries.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  copy = mkdtempSync(join(ROOT, '.cache/apply-'));
  for (const path of [
    'tsconfig.base.json',
    'contract',
    'locales',
    'help',
    'server/identity/system/menu',
    'server/bootstrap/migrateAll.ts',
    'server/demo/seed/dictNames.ts',
    'server/platform/db/localeTexts.ts',
  ])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('refuses files that no generated view has, and writes nothing', () => {
  for (const path of ['../evil.ts', 'server/bootstrap/main.ts', 'locales/en/errors.json', '/etc/passwd'])
    expect(() => apply(copy, { ...files, [path]: '{}' })).toThrow('no file of a generated view');
  expect(() => apply(copy, { 'locales/en/menu.json': '{}' })).toThrow('one definition');
  expect(() => apply(copy, { ...files, 'locales/en/menu.json': '{"button":1}' })).toThrow('button already');
  expect(read('contract/resources/platform/index.ts')).not.toContain('spareParts');
});

it('registers the view with its table, menu entry, texts and help', async () => {
  const menu = JSON.parse(read('locales/en/menu.json')) as object;
  apply(copy, files);
  const index = pathToFileURL(join(copy, 'contract/resources/index.ts')).href;
  const { resources } = (await import(index)) as { resources: ReadonlyMap<string, Resource> };
  const made = resources.get('sparePartsXForm');
  expect(made?.crud).toHaveProperty('update');
  expect(Object.keys(made?.fields ?? {}).join(' ')).toBe(
    'currency orderAsked state marks cost createdAt createdBy updatedAt updatedBy',
  );
  const platform = pathToFileURL(join(copy, 'server/identity/system/menu/platform.ts')).href;
  const { PLATFORM } = (await import(platform)) as { PLATFORM: readonly string[] };
  expect(PLATFORM.at(-1)).toBe('sparePartsXForm');
  const list = read('server/bootstrap/migrateAll.ts');
  expect(list.indexOf("'sparePartsXForm'")).toBeGreaterThan(list.indexOf("'orders'"));
  expect(read('server/platform/db/schema/sparePartsXForm.sql')).toContain('order_asked text');
  for (const locale of LOCALES) {
    const texts = JSON.parse(read(`locales/${locale}/platform.json`)) as Record<
      string,
      { title: string; fields: Record<string, string> }
    >;
    expect(texts.sparePartsXForm?.title).toBe("Spare */ 'parts'\n{ {x} }");
    expect(texts).toHaveProperty('sysTenant.title');
    // One blank between Chinese and Latin, as in all texts.
    expect(texts.sparePartsXForm?.fields.cost).toBe(
      { en: 'Cost', 'zh-cn': 'A 费用表', 'zh-tw': '費用 B' }[locale],
    );
    expect(JSON.parse(read(`help/${locale}/platform.json`))).toHaveProperty('sparePartsXForm.about');
  }
  expect(JSON.parse(read('locales/en/menu.json'))).toEqual({
    ...menu,
    sparePartsXForm: "Spare */ 'parts'\n{ {x} }",
  });
});

it('makes dictionaries of what is chosen, with titles in every language', async () => {
  const at = (path: string) => pathToFileURL(join(copy, path)).href;
  const { DICTS, dictItems } = (await import(at('contract/dicts.ts'))) as {
    DICTS: Record<string, unknown>;
    dictItems: (code: string) => readonly { value: string }[];
  };
  expect(Object.keys(DICTS)).toContain('sparePartsXFormMarks');
  expect(dictItems('sparePartsXFormState').map(({ value }) => value)).toEqual(['new', 'old']);
  const { DICT_NAMES } = (await import(at('server/demo/seed/dictNames.ts'))) as {
    DICT_NAMES: Record<string, string>;
  };
  expect(JSON.parse(DICT_NAMES.sparePartsXFormState!)).toEqual({
    en: "What's its state",
    'zh-cn': "What's its state 中",
    'zh-tw': "What's its state 臺",
  });
  for (const locale of LOCALES)
    expect(JSON.parse(read(`locales/${locale}/dicts.json`))).toMatchObject({
      sparePartsXFormState: {
        new: { en: "Isn't used", 'zh-cn': "Isn't used 中", 'zh-tw': "Isn't used 臺" }[locale],
      },
      currency: expect.anything(),
    });
  expect(read('server/platform/db/schema/sparePartsXForm.sql')).toContain('marks text[]');
});

it('replaces nothing that is there', () => {
  expect(() => applied(copy, files)).toThrow('a definition sparePartsXForm already');
});
