import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, PASSWORD } from './sessionWorld.ts';

/** Code that is generated of a drawn form: it compiles, its table can be made, and every language has its titles. */

const ROOT = join(import.meta.dirname, '../..');
const title = (en: string) => ({ en, 'zh-cn': `${en}-cn`, 'zh-tw': `${en}-tw` });
const PROPERTIES = {
  reason: {
    type: 'string',
    'x-input': 'radio',
    oneOf: [
      { const: 'lost', 'x-title': title('Lost') },
      { const: 'late', 'x-title': title('Late') },
    ],
    'x-title': title('Reason'),
  },
  ways: {
    type: 'array',
    items: {
      type: 'string',
      oneOf: [
        { const: 'call', 'x-title': title("It's a call") },
        { const: 'mail', 'x-title': title('Mail') },
      ],
    },
    'x-title': title('Ways'),
  },
  paperNumber: { type: 'string', pattern: "[A-Z]{2}'\\d{4}", maxLength: 7, 'x-title': title('Paper') },
  account: { type: 'string', 'x-input': 'lines', 'x-title': title("What's */ new") },
  pieces: { type: 'integer', minimum: -5, maximum: 5, 'x-title': title('Pieces') },
  weight: { type: 'string', format: 'decimal', 'x-minimum': '-1.5', 'x-title': title('Weight') },
  cost: { type: 'string', format: 'money', 'x-maximum': '100', 'x-title': title('Cost') },
  day: { type: 'string', format: 'date', 'x-title': title('Day') },
  seen: { type: 'boolean', default: true, 'x-title': title('Seen') },
  order: { type: 'string', 'x-title': title('Order') },
  version: { 'x-dict': 'statusEnum', 'x-title': title('Status') },
};

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  await buildWorld(server);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

/** What the compiler has against a definition, as if it were among those of the product. */
async function compiled(definition: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'formCode-'));
  try {
    const text = definition
      .replaceAll("from '../../", `from '${ROOT}/contract/`)
      .replaceAll("from '../", `from '${ROOT}/contract/resources/`);
    await writeFile(join(folder, 'generated.ts'), text);
    const config = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: true,
        composite: false,
        incremental: false,
        typeRoots: [join(ROOT, 'node_modules/@types')],
        types: [],
      },
      files: ['generated.ts'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const run = promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]);
    return await run.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('compiles, makes its table and has its titles in every language', async () => {
  const made = await admin.call<{ id: string; version: number }>('formDesign/add', {
    name: 'Evidence of cost',
    purpose: 'manualOrder',
  });
  const schema = {
    type: 'object',
    properties: PROPERTIES,
    required: ['reason', 'cost'],
    'x-sections': [{ fields: Object.keys(PROPERTIES) }],
  };
  const drawn = await admin.call<{ version: number }>('formDesign/draw', {
    id: made.id,
    version: made.version,
    schema,
  });
  await admin.call('formDesign/publish', { id: made.id, version: drawn.version });
  const sources = await admin.call<{ tableName: string }[]>('sysCodeGen/tableList/main');
  const source = sources.find(({ tableName }) => tableName.startsWith('form:'));
  expect(source).toEqual(
    expect.objectContaining({ tableName: `form:${made.id}`, entityName: 'Evidence of cost' }),
  );
  await admin.call('sysCodeGen/add', { id: 0, tableName: source!.tableName, nameSpace: 'x' });
  const { items } = await admin.call<{ items: { id: string }[] }>('sysCodeGen/page', { tableName: 'form:' });
  const files = await admin.call<Record<string, string>>('sysCodeGen/preview', items[0]);
  const definition = files['contract/resources/platform/evidenceOfCostForm.ts']!;
  expect(definition).toContain("versionAsked: dict('statusEnum'");
  // SQL has the word, so the column has another.
  expect(definition).toContain('orderAsked: text(');
  // What is chosen is chosen of a dictionary of the view's own.
  expect(definition).toContain(
    "reason: dict('evidenceOfCostFormReason', { required: true, render: 'radio', filter: 'in' })",
  );
  expect(definition).toContain("ways: json({ several: { dict: 'evidenceOfCostFormWays' } })");
  const dictionaries = files['contract/evidenceOfCostFormDicts.ts']!;
  expect(dictionaries).toContain('export const EVIDENCE_OF_COST_FORM_DICTS = {');
  expect(dictionaries).toContain("['call', 'call', 'It\\'s a call-cn', 'info']");
  expect(await compiled(definition)).toBe('');
  for (const locale of ['en', 'zh-cn', 'zh-tw'])
    expect(JSON.parse(files[`locales/${locale}/platform.json`]!)).toHaveProperty(
      'evidenceOfCostForm.fields.reason',
      locale === 'en' ? 'Reason' : `Reason-${locale.slice(3)}`,
    );
  expect(Object.keys(files).toSorted()).toEqual([
    'contract/evidenceOfCostFormDicts.ts',
    'contract/resources/platform/evidenceOfCostForm.ts',
    ...['en', 'zh-cn', 'zh-tw'].map((locale) => `help/${locale}/platform.json`),
    ...['en', 'zh-cn', 'zh-tw'].flatMap((locale) => [
      `locales/${locale}/dicts.json`,
      `locales/${locale}/menu.json`,
      `locales/${locale}/platform.json`,
    ]),
    'server/platform/db/schema/evidenceOfCostForm.sql',
  ]);
  const { owner } = server.database;
  await owner.query(files['server/platform/db/schema/evidenceOfCostForm.sql']!);
  await owner.query(
    "insert into evidence_of_cost_form (id, currency, reason, ways, cost) values (1, 'INR', 'lost', '{call,mail}', 5)",
  );
  await expect(
    owner.query("insert into evidence_of_cost_form (id, currency) values (2, 'INR')"),
  ).rejects.toThrow('reason');
}, 60_000);
