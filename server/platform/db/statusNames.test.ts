import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { SCHEMA } from '../../bootstrap/migrateAll.ts';
import { withStatusValues } from './statusNames.ts';

it('puts values for the names of statuses', () => {
  expect(withStatusValues('where status in (:collectStatus.created, :collectStatus.success)')).toBe(
    'where status in (0, 2)',
  );
  expect(withStatusValues('where state > :outboundCall.waiting and x::text = $1')).toBe(
    'where state > 0 and x::text = $1',
  );
  expect(() => withStatusValues('where status = :collectStatus.paid')).toThrow('paid');
  expect(() => withStatusValues('where status = :approval.asked')).toThrow('asked');
});

/** What a column may hold at all is a range. */
const RANGE = /smallint .*check \((status|state) in \([\d, ]+\)\)/;
const NUMBER =
  /\b(?:\w+_)?(?:status|state)\s*(?:=|<>|<=?|>=?|(?:not )?in|(?:is )?(?:not )?distinct from)\s*\(?\s*\d(?!\d)/i;

/** The lines of these files that compare a status with a number. */
const compared = (files: readonly string[]): string[] =>
  files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => NUMBER.test(line) && !RANGE.test(line))
      .map((line) => `${basename(file)}: ${line.trim()}`),
  );

it('no statement compares a status with a number', () => {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(400);
  expect(compared(files)).toEqual([]);
});

it('the schema compares no status with a number', () => {
  expect(compared(SCHEMA)).toEqual([]);
});
