import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BankBook } from '../../contract/bankBook.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, makeBankWorld, stamp, take } from './bankWorld.ts';

/** What matched lines make of an account, compared with what the bank says it holds. */

let server: TestServer;
let world: BankWorld;

beforeAll(async () => {
  server = await startServer();
  world = await makeBankWorld(server);
});
afterAll(() => server.stop());

const run = (text: string, values: unknown[]) => server.database.owner.query(text, values);
const book = async (): Promise<BankBook> =>
  (await world.finance.call<{ book: BankBook }>(`bankAccount/detail?id=${world.accountId}`)).book;

it('books matched lines and names what lies between the book and the statement', async () => {
  expect(await book()).toMatchObject({ opening: null, book: null, statement: null, open: { count: 0 } });
  const at = (minute: number) => stamp(new Date(Date.UTC(2026, 0, 5, 9, minute)));
  const batch = await take(
    server,
    world,
    `${at(1)},900000000001,1000,,A,x\n${at(2)},900000000002,,300,B,x\n${at(3)},900000000003,50,,C,x\n${at(4)},900000000004,7,,D,x\n`,
  );
  const balances = [6000, 5700, 5750, 5757];
  for (const [place, { id }] of (await billsOf(server, batch)).entries())
    await run('update bank_bill set balance = $2 where id = $1', [id, balances[place]]);
  await run('update bank_account set statement_balance = 5757, statement_at = now() where id = $1', [
    world.accountId,
  ]);
  // One line in and one out were matched, one was set aside, one is open.
  await run('update bank_bill set status = 2 where batch_id = $1 and line <= 3', [batch]);
  await run('update bank_bill set status = 3 where batch_id = $1 and line = 4', [batch]);
  const lines = (await billsOf(server, batch)).map(({ line, status }) => [line, status]);
  expect(await book(), JSON.stringify(lines)).toEqual({
    opening: '5000',
    in: '1000',
    out: '300',
    book: '5700',
    statement: '5757',
    difference: '57',
    open: { count: 1, amount: '7' },
    ignored: { count: 1, amount: '50' },
    unexplained: '0',
  });
  await run('update bank_account set statement_balance = 5760 where id = $1', [world.accountId]);
  expect(await book()).toMatchObject({ difference: '60', unexplained: '3' });
  // An excerpt of what is there already begins nothing again.
  const excerpt = await take(server, world, `${at(3)},900000000003,50,,C,x\n`);
  const [again] = await billsOf(server, excerpt);
  expect(again).toMatchObject({ status: 4 });
  await run('update bank_bill set balance = 5750 where id = $1', [again!.id]);
  expect(await book()).toMatchObject({ opening: '5000', unexplained: '3' });
});
