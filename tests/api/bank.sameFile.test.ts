import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { processBatch } from '../../server/domain/reconciliation/batch.ts';
import { utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, HEADER, makeBankWorld, stamp, upload } from './bankWorld.ts';

/** The same file twice is refused in its tenant, but where it could not be read. */

let server: TestServer;
let world: BankWorld;
let other: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
  other = await makeBankWorld(server, world);
});
afterAll(() => server.stop());

const pool = () => server.database.pool;
const parsed = (date: string) =>
  pool().query(`update bank_type set parser = jsonb_set(parser, '{date}', to_jsonb($1::text))`, [date]);
const file = (date = 'Date') => HEADER.replace('Date', date) + `${stamp()},${utr()},741,,x,y\n`;
async function send(text: string, to: BankWorld = world) {
  const sent = await upload(server, world.finance, to.accountId, text, '&autoMatch=false');
  if (sent.id) await processBatch(server.deps, sent.id);
  return sent;
}
const rerun = async (id: string) => {
  const result = await world.finance.command<ActionResult>('bankBatch/rerun', { ids: [id] });
  return result.refused.map(({ code }) => code);
};

it('is refused for another account too: its lines would be counted once more', async () => {
  const text = file();
  expect((await send(text)).code).toBe(200);
  for (const to of [world, other]) expect(await send(text, to)).toMatchObject({ errorCode: 'fileTwice' });
});

it('is taken for the right account where the wrong one could not read it', async () => {
  const text = file('Day');
  await send(text);
  await parsed('Day');
  const right = await send(text, other);
  expect(await billsOf(server, right.id)).toMatchObject([{ status: 0 }]);
  await parsed('Date');
});

it('is taken again where it could not be read, and the one before is not read beside it', async () => {
  const text = file('Day');
  const failed = await send(text);
  const { rows } = await pool().query('select status from bank_batch where id = $1', [failed.id]);
  expect(rows).toEqual([{ status: 5 }]);
  await parsed('Day');
  const again = await send(text);
  expect(again.code).toBe(200);
  expect(await billsOf(server, again.id)).toMatchObject([{ status: 0 }]);
  expect(await rerun(failed.id)).toEqual(['fileTwice']);
  await parsed('Date');
});

it('is nobody’s business in another tenant', async () => {
  const text = file();
  const elsewhere = await makeBankWorld(server);
  const sent = await upload(server, elsewhere.finance, elsewhere.accountId, text);
  expect(sent.code).toBe(200);
  expect((await send(text)).code).toBe(200);
});

it('has no other payments in its lines where a part of it was read before', async () => {
  const text = file();
  const first = await send(text);
  await pool().query(`update bank_batch set status = 5, failure = 'csv' where id = $1`, [first.id]);
  const [line] = await billsOf(server, (await send(text)).id);
  expect(line!.status).toBe(4);
  const { refused } = await world.finance.command<ActionResult>('bankBill/separate', {
    ids: [line!.id],
    input: { reason: 'again' },
  });
  expect(refused).toMatchObject([{ code: 'lineTwice' }]);
  expect(refused[0]!.message).toContain(line!.repeats);
});
