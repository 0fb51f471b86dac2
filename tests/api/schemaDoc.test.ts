import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATH, schemaDoc } from '../../scripts/schemaDoc.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('docs/schema.md is the schema; `node scripts/schemaDoc.ts` writes it', async () => {
  expect(readFileSync(PATH, 'utf8')).toBe(await schemaDoc(database.owner));
});

it('every table says what it is for', async () => {
  expect(await schemaDoc(database.owner)).not.toContain('No purpose is written.');
});
