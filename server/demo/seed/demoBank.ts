import { createHash } from 'node:crypto';
import { SHIPPED_FORMATS } from '../../../contract/statementFormats.ts';
import { orderNumber } from '../../domain/orders/orderNumber.ts';
import { timeText } from '../../platform/http/zone.ts';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { TENANT_ID } from './base.ts';
import { insertRows } from './copyIn.ts';
import { idAt } from '../../platform/db/id.ts';
import type { Queryable } from './load.ts';
import { type Random, seeded } from './random.ts';

const ZONE = 'Asia/Kolkata';
const HOUR_MS = 3_600_000;
const HEADER = 'Txn Date,Reference,Narration,Counterparty,Withdrawal,Deposit,Balance';
const PARSER = {
  date: 'Txn Date',
  reference: 'Reference',
  description: 'Narration',
  payer: 'Counterparty',
  debit: 'Withdrawal',
  credit: 'Deposit',
  balance: 'Balance',
  dateOrder: 'DMY',
  zone: ZONE,
};
const NAMES = [
  'Ashok Traders',
  'Blue Lotus Stores',
  'K. Raman',
  'Nirmala Textiles',
  'S. Banerjee',
  'Unity Mobile',
];

/** A movement before it is printed; above 0 came in. */
interface Movement {
  at: number;
  utr: string;
  amount: number;
  party: string;
}

interface Order {
  utr: string | null;
  amount: string;
  payer: string | null;
  at: string;
}

const PAYOUTS = `select utr, trim_scale(amount)::text as amount, coalesce(beneficiary, receiving_address) as payer,
    coalesce(paid_at, submitted_at, created_at) + interval '3 minutes' as at
  from pay_order where currency = 'INR' and status = $1 and created_at between $2 and $3
  order by created_at desc limit $4`;

const ORDERS = `select utr, trim_scale(amount)::text as amount, payer_id as payer,
    coalesce(paid_at, created_at + interval '2 minutes') as at
  from collect_order where currency = 'INR' and status = $1 and created_at between $2 and $3
  order by created_at desc limit $4`;

async function ordersOf(
  db: Queryable,
  status: number,
  from: number,
  to: number,
  most: number,
  sql = ORDERS,
): Promise<Order[]> {
  const { rows } = await db.query(sql, [status, new Date(from), new Date(to), most]);
  return rows as unknown as Order[];
}

const moved = (order: Order, utr: string, change = 0): Movement => ({
  at: new Date(order.at).getTime(),
  utr: order.utr ?? utr,
  amount: Number(order.amount) + change,
  party: order.payer ?? '',
});

const left = (order: Order, utr: string): Movement => {
  const movement = moved(order, utr);
  return { ...movement, amount: -movement.amount };
};

/** Money that no order of ours is about: other business, and the bank's own charges. */
function strangers(
  random: Random,
  from: number,
  to: number,
  count: number,
  reference: () => string,
): Movement[] {
  return Array.from({ length: count }, (_, at) => ({
    at: random.between(from, to),
    utr: at % 5 === 0 ? '' : reference(),
    amount: at % 4 === 0 ? -random.between(20, 900) : random.between(120, 9_000),
    party: at % 4 === 0 ? 'Bank charges' : random.pick(NAMES),
  }));
}

const money = (amount: number): string => amount.toFixed(2);
const total = (movements: readonly Movement[]): number =>
  movements.reduce((sum, { amount }) => sum + amount, 0);
/** What the first statement starts with. */
const OPENING = 250_000;

/** The statement as the bank would print it. */
function printed(movements: readonly Movement[], opening: number): string {
  let balance = opening;
  const lines = [...movements]
    .sort((one, other) => one.at - other.at)
    .map(({ at, utr, amount, party }) => {
      balance += amount;
      const [date = '', time = ''] = timeText(new Date(at), ZONE).split(' ');
      const when = `${date.split('-').reverse().join('/')} ${time}`;
      const [out, into] = amount < 0 ? [money(-amount), ''] : ['', money(amount)];
      return [when, utr, utr ? `UPI/${utr}/${party}` : 'NEFT', party, out, into, money(balance)].join(',');
    });
  return [HEADER, ...lines].join('\n');
}

/** Yesterday's file, today's file with a few lines of yesterday's in it, and one that is no statement of this bank. */
async function statements(
  db: Queryable,
  random: Random,
  anchorMs: number,
): Promise<[string, string, string]> {
  const [start, middle] = [anchorMs - 30 * HOUR_MS, anchorMs - 6 * HOUR_MS];
  let next = 0;
  const reference = (): string =>
    `6${String(next++).padStart(3, '0')}${random.between(10_000_000, 99_999_999)}`;
  const paid = await ordersOf(db, 2, start, middle, 160);
  const review = await ordersOf(db, 7, anchorMs - 72 * HOUR_MS, anchorMs, 24);
  const sent = await ordersOf(db, 4, start, anchorMs, 30, PAYOUTS);
  const unknown = await ordersOf(db, 9, anchorMs - 72 * HOUR_MS, anchorMs, 6, PAYOUTS);
  const expired = await ordersOf(db, 4, middle, anchorMs, 36);
  const early: Movement[] = [
    ...paid.map((order) => moved(order, reference())),
    ...review.slice(0, 4).map((order) => moved(order, reference())),
    ...strangers(random, start, middle, 14, reference),
  ];
  const both = early.slice(0, 6);
  const late: Movement[] = [
    ...(await ordersOf(db, 2, middle, anchorMs, 50)).map((order) => moved(order, reference())),
    ...review.slice(4, 14).map((order, at) => moved(order, reference(), at % 3 === 0 ? -10 : 0)),
    ...expired.map((order, at) => moved(order, reference(), at % 4 === 3 ? 1 : 0)),
    ...strangers(random, middle, anchorMs, 22, reference),
    ...[...sent, ...unknown].map((order) => left(order, reference())),
    ...both,
  ];
  const broken = `${printed(late.slice(0, 3), 1_000)}\n31/02/2026,,bad date,,,5.00,\n05/03/2026,,no amount,,,,`;
  return [
    `${printed(early, OPENING)}\n31/02/2026 10:00:00,,reversed entry,,,5.00,`,
    // It goes on where yesterday ended, less the lines that both have.
    printed(late, OPENING + total(early) - total(both)),
    broken,
  ];
}

/** The bank types of the demo's own accounts, and the usual ones that ship. @returns ids of the first two */
async function seedTypes(db: Queryable, born: number): Promise<[string, string]> {
  const types = [
    { id: idAt(born, 901), name: 'HDFC Bank', code: 'HDFC', parser: PARSER },
    {
      id: idAt(born, 902),
      name: 'ICICI Bank',
      code: 'ICICI',
      parser: { ...PARSER, date: 'Value Date', dateOrder: 'YMD' },
    },
  ];
  const shipped = SHIPPED_FORMATS.map(({ code, name, currency, format }, at) => ({
    id: idAt(born, 903 + at),
    name,
    code,
    currency,
    parser: format,
    status: 1,
  }));
  await insertRows(db, 'bank_type', [
    ...types.map((type) => ({ ...type, currency: 'INR', status: 1 })),
    ...shipped,
  ]);
  return [types[0]!.id, types[1]!.id];
}

/** Banks, their accounts and a few statements that wait for the worker as if they had just been uploaded. */
export async function seedBank(
  db: Queryable,
  { seed, anchorMs }: { seed: number; anchorMs: number },
): Promise<void> {
  const random = seeded(seed + 18);
  // A load that was killed has left them; everything else went with the merchants.
  await db.query('truncate bank_type cascade');
  const born = anchorMs - 200 * 24 * HOUR_MS;
  const [hdfc, icici] = await seedTypes(db, born);
  const accounts = [
    {
      id: idAt(born, 911),
      bank_type_id: hdfc,
      name: localeTexts('HDFC 4471 · 代收', 'HDFC 4471 · 代收', 'HDFC 4471 · collections'),
      account_no: '50200047124471',
      ifsc: 'HDFC0000521',
    },
    {
      id: idAt(born, 912),
      bank_type_id: hdfc,
      name: localeTexts('HDFC 9083 · 代付', 'HDFC 9083 · 代付', 'HDFC 9083 · payouts'),
      account_no: '50200081509083',
      ifsc: 'HDFC0000521',
    },
    {
      id: idAt(born, 913),
      bank_type_id: icici,
      name: localeTexts('ICICI 2206', 'ICICI 2206', 'ICICI 2206'),
      account_no: '000205032206',
      ifsc: 'ICIC0000002',
    },
  ];
  await insertRows(
    db,
    'bank_account',
    accounts.map((account) => ({ ...account, tenant_id: TENANT_ID, currency: 'INR', status: 1 })),
  );
  const { rows } = await db.query(`select id::text from sys_user where account = 'finance'`);
  const [early, late, broken] = await statements(db, random, anchorMs);
  const batch = (at: number, name: string, account: number, content: string, autoMatch: boolean) => ({
    id: idAt(anchorMs - (4 - at) * HOUR_MS, 921 + at),
    tenant_id: TENANT_ID,
    batch_no: orderNumber('bankBatch', idAt(anchorMs - (4 - at) * HOUR_MS, 921 + at)),
    bank_account_id: accounts[account]!.id,
    file_name: name,
    file_hash: createHash('sha256').update(content).digest('hex'),
    file: `\\x${Buffer.from(content).toString('hex')}`,
    auto_match: autoMatch,
    uploaded_by: rows[0]?.id ?? null,
    created_at: new Date(anchorMs - (4 - at) * HOUR_MS),
    updated_at: new Date(anchorMs - HOUR_MS),
  });
  await insertRows(db, 'bank_batch', [
    batch(1, 'hdfc-4471-yesterday.csv', 0, early, true),
    batch(2, 'hdfc-4471-today.csv', 0, late, false),
    batch(3, 'icici-2206.csv', 2, broken, true),
  ]);
}
