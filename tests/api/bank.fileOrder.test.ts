import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BankBook } from '../../contract/bankBook.ts';
import { processBatch } from '../../server/domain/reconciliation/batch.ts';
import { newId } from '../../server/platform/db/id.ts';
import { utr } from '../safety/world.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, makeBankWorld, upload } from './bankWorld.ts';

/** Banks print the oldest line first, or the newest: the book of an account is the same. */

let server: TestServer;
let world: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
});
afterAll(() => server.stop());

const PARSER = {
  date: 'Date',
  reference: 'Ref',
  credit: 'In',
  debit: 'Out',
  balance: 'Balance',
  zone: 'UTC',
};
const HEADER = 'Date,Ref,In,Out,Balance';
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

/** An account of its own whose statement has these lines. */
async function book(lines: readonly string[]): Promise<BankBook> {
  const [typeId, accountId] = [newId(), newId()];
  const { pool } = server.database;
  await pool.query(
    `insert into bank_type (id, name, code, currency, parser) values ($1, $2, $2, 'INR', $3)`,
    [typeId, `B${typeId}`, JSON.stringify(PARSER)],
  );
  await pool.query(
    `insert into bank_account (id, tenant_id, bank_type_id, name, account_no, currency) values ($1, $2, $3, $4, $4, 'INR')`,
    [accountId, world.tenantId, typeId, `Acc ${accountId}`],
  );
  const text = [HEADER, ...lines].join('\n');
  const { id } = await upload(server, world.finance, accountId, text, '&autoMatch=false');
  await processBatch(server.deps, id);
  // One whose balances have gaps is held, and says nothing of the account until then.
  const { held } = await world.finance.call<{ held: boolean }>(`bankBatch/detail?id=${id}`);
  if (held) await world.finance.command('bankBatch/release', { ids: [id], input: { reason: 'gaps' } });
  return (await world.finance.call<{ book: BankBook }>(`bankAccount/detail?id=${accountId}`)).book;
}
const one = () => [
  `${day(1)},${utr()},100,,1100`,
  `${day(1)},${utr()},50,,1150`,
  `${day(1)},${utr()},,30,1120`,
];
const two = () => [`${day(2)},${utr()},10,,990`, `${day(2)},${utr()},10,,1000`, ...one()];

it.each([
  ['of one day, oldest first', one(), '1000'],
  ['of one day, newest first', one().reverse(), '1000'],
  ['of two days, oldest first', two(), '980'],
  ['of two days, newest first', two().reverse(), '980'],
])('a statement %s', async (_, lines, opening) => {
  expect(await book(lines)).toMatchObject({ opening, statement: '1120', unexplained: '0' });
});

it('whose balances have gaps tells by the rest, or by its days', async () => {
  const [first, , , fourth, last] = two();
  expect(await book([last!, fourth!, `${day(1)},${utr()},,7,`, first!])).toMatchObject({
    opening: '980',
    statement: '1120',
  });
  const [early, late] = [`${day(2)},${utr()},5,,105`, `${day(1)},${utr()},9,,400`];
  const [twin, other] = [`${day(1)},${utr()},4,,300`, `${day(1)},${utr()},4,,200`];
  expect(await book([late, twin, other, early])).toMatchObject({ statement: '400' });
});
