import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row, RowsResult } from '../../contract/calls.ts';
import type { Field } from '../../contract/field.ts';
import { resources } from '../../contract/resources/index.ts';
import { spreadsheetText } from '../../contract/spreadsheetText.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { exportedFile, exportedText } from '../support/jobs.ts';
import { type SheetCell, sheetOf, timeOf } from '../support/xlsx.ts';
import { type EngineWorld, engineWorld, plentyOf } from './engineWorld.ts';

/** W31: a list as a workbook. */

let world: EngineWorld;
let worker: Awaited<ReturnType<typeof startWorker>>;

beforeAll(async () => {
  world = await engineWorld();
  await world.as.admin.command('collectOrder/settle', { ids: [await world.paid('lone')] });
  await world.order('lone');
  await world.server.database.owner.query(
    `update collect_order set payer_id = '=HYPERLINK("x") ' || id, amount = 12345678901234.56
     where id = (select max(id) from collect_order)`,
  );
  worker = await startWorker(world.server.deps);
});
afterAll(async () => {
  await worker.stop();
  await world.stop();
});

async function workbookOf(resource: string, columns?: string[]) {
  const body = { format: 'xlsx', ...(columns && { columns }) };
  const file = await exportedFile(world.server.base, world.as.admin, resource, body);
  expect(file.headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  expect(file.headers.get('content-disposition')).toMatch(/\.xlsx"$/);
  return sheetOf(Buffer.from(await file.arrayBuffer()));
}

/** What a person reads in the cell, as the CSV of the same list has it. */
function shown({ kind, text, format }: SheetCell): string {
  if (kind !== 'number') return spreadsheetText(text);
  return format.startsWith('yyyy') ? timeOf(text) : text;
}

/** A decimal without the zeros at its end, which a number does not keep. */
const short = (text: string): string => (/^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text);

const isShown = (field: Field): boolean => field.kind !== 'secret' && !field.formOnly;
const exportable = [...resources.values()].filter(({ crud }) => crud.export);

it('W31: every list is a workbook with the cells of its CSV, typed by their fields', async () => {
  const numbers = new Set<string>();
  for (const { id, fields } of exportable) {
    const names = Object.keys(fields).filter((name) => isShown(fields[name]!));
    const csv = parse(await exportedText(world.server.base, world.as.admin, id, { columns: names }), {
      bom: true,
    }) as string[][];
    const { rows, sheet } = await workbookOf(id, names);
    expect(sheet).toContain('state="frozen"');
    // Lists that the exports themselves write to, such as logs, have grown by then.
    const common = new Set(csv.map((row) => String(row.map(short))));
    expect(
      rows.map((row) => String(row.map((cell) => short(shown(cell))))).filter((row) => common.has(row))
        .length,
      id,
    ).toBe(csv.length);
    for (const row of rows.slice(1))
      for (const [at, { kind, text }] of row.entries()) {
        const { kind: of } = fields[names[at]!]!;
        if (kind === 'empty') continue;
        if (['money', 'rate', 'int', 'instant'].includes(of)) {
          if (kind === 'number') numbers.add(of);
          else expect(text.replace(/\D/g, '').length, `${id}.${names[at]}`).toBeGreaterThan(15);
        } else expect(kind, `${id}.${names[at]}`).toBe('text');
      }
  }
  expect([...numbers].sort()).toEqual(['instant', 'int', 'money', 'rate']);
});

it('W31: amounts and times are those of the list, in the zone of the caller', async () => {
  const { items } = await world.as.admin.call<
    RowsResult<Row & { orderNo: string; amount: string; createdAt: string; payerId: string | null }>
  >('collectOrder/rows', {
    start: 0,
    end: 1_000,
  });
  const { rows } = await workbookOf('collectOrder', ['orderNo', 'amount', 'createdAt', 'payerId']);
  const [, timeZone] = /\((.+)\)$/.exec(rows[0]![2]!.text)!;
  // Swedish writes times as ISO 8601 does.
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timeZone!,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const byNumber = new Map(rows.slice(1).map((row) => [row[0]!.text, row]));
  expect(byNumber.size).toBe(items.length);
  for (const { orderNo, amount, createdAt, payerId } of items) {
    const [, money, time, party] = byNumber.get(orderNo)!;
    expect(Number(money!.text)).toBe(Number(amount));
    expect(time!.kind).toBe('number');
    expect(timeOf(time!.text)).toBe(local.format(new Date(createdAt)));
    expect(party!.text).toBe(payerId ?? '');
  }
  const large = rows.find(([, money]) => money!.text === '12345678901234.56')!;
  expect(large[1]).toMatchObject({ kind: 'text' });
  expect(large[3]).toMatchObject({ kind: 'text', format: '@' });
});

it('W31: pages of a long list follow each other without a repeated or a missing row', async () => {
  await plentyOf(world, 'lone', 5_000);
  const { rows } = await workbookOf('collectOrder', ['orderNo']);
  const { rows: stored } = await world.server.database.pool.query<{ n: number }>(
    'select count(*)::int as n from collect_order',
  );
  expect(new Set(rows.slice(1).map(([cell]) => cell!.text)).size).toBe(stored[0]!.n);
});

it('W31: another format is refused by name', async () => {
  const { body } = await world.as.admin.ask('collectOrder/export', { format: 'ods' });
  expect(body.extras?.errorCode).toBe('validation');
});

it('the roles of people are named in the language of who exports', async () => {
  await world.server.database.owner.query(
    `update sys_role set name = '{"en":"Night staff","zh-cn":"夜班"}' where id = (select min(role_id) from sys_user_role)`,
  );
  const columns = ['account', 'roleNames'];
  const text = await exportedText(world.server.base, world.as.admin, 'sysUser', { columns });
  expect(text).toContain(',Night staff');
  expect(text).not.toContain('zh-cn');
});
