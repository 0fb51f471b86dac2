import type { Numbered } from '../../../contract/orderNumber.ts';
import type pg from 'pg';
import { renewClosed } from '../../domain/approvals/approvalRenew.ts';
import { applyWithdrawal } from '../../domain/withdrawals/withdrawalApply.ts';
import { orderNumber } from '../../domain/orders/orderNumber.ts';
import { newId } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import { insertRows } from './copyIn.ts';
import { seedAsked } from './demoAsked.ts';
import { insertFlows } from './demoFlows.ts';
import { seedForms } from './demoForms.ts';
import { AMOUNTS } from './demoNames.ts';
import { idAt } from '../../platform/db/id.ts';
import type { Queryable } from './load.ts';
import { MERCHANT_STATUS } from '../../platform/db/statuses.ts';

/** Units per USDT that the demo takes for its reference. */
const PER_USDT: Readonly<Record<string, string>> = {
  INR: '88.4',
  USDT: '1',
  BRL: '5.4',
  IDR: '16400',
  VND: '25600',
  THB: '33.2',
  PKR: '281',
  BDT: '121.5',
  CNY: '7.15',
  SGD: '1.3',
  KES: '129.5',
  USD: '1',
  JPY: '148',
};

/** On what terms each currency is withdrawn, and above which amount a second person completes. */
export async function seedTerms(db: Queryable, tenantId: string, bornMs: number): Promise<void> {
  const created_at = new Date(bornMs);
  const terms = Object.entries(AMOUNTS).map(([currency, [low, high]], index) => ({
    id: idAt(bornMs, 1_200 + index),
    currency,
    fee_rate: '0.002',
    fixed_fee: String(low),
    mini_amount: String(low * 10),
    max_amount: String(high * 100),
    reference_rate: PER_USDT[currency],
    band: '0.03',
    asset: 'USDT',
    status: 1,
    version: 1,
    created_at,
  }));
  const rules = Object.entries(AMOUNTS).map(([currency, [, high]], index) => ({
    id: idAt(bornMs, 1_100 + index),
    tenant_id: tenantId,
    resource: 'withdrawal',
    action: 'complete',
    currency,
    limit_amount: String(high * 5),
    status: 1,
    version: 1,
    created_at,
  }));
  // Of a load that was killed; what hangs on merchants is gone with them.
  await db.query('delete from withdrawal_term');
  await insertRows(db, 'withdrawal_term', terms);
  await insertFlows(db, rules);
}

interface Rich {
  merchantId: string;
  currency: string;
  available: string;
}

// The demo's own merchant first, then the richest; nobody asks for more than the terms let out.
const RICH = `select a.merchant_id::text as "merchantId", a.currency,
    trunc(least(a.available, t.max_amount))::text as available
  from merchant_asset a join merchant m on m.id = a.merchant_id join withdrawal_term t on t.currency = a.currency
  where a.available > t.mini_amount * 20 and m.status = ${MERCHANT_STATUS.active}
  order by m.name <> 'Kaveri Games', a.available / t.reference_rate desc limit 8`;
const ADDRESSES = [
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
  'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
];
const REMARKS = ['weekly payout', 'partner settlement', 'treasury'];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const evidence = (dayBefore: (days: number) => string) => [
  {
    reasonCode: 'lost',
    contact: 'Asha K.',
    contactDate: dayBefore(1),
    paperNumber: 'KG-204117',
    originalSeen: true,
    proofs: ['call', 'statement'],
  },
  {
    reasonCode: 'late',
    contact: 'Ravi M.',
    paperNumber: 'KG-204118',
    proofs: ['mail', 'screenshot'],
    account: 'Paid two hours after the order had expired.',
  },
  { reasonCode: 'amount', contact: 'Neha S.', contactDate: dayBefore(4) },
];

interface ManualSeed {
  id: string;
  when: Date;
  utr: string;
  makerId: string | null;
  publishedBy: string | null;
}

/** A manual order that waits and two drafts, with what the form asks; the last was begun by its first version. */
async function seedManual(
  owner: pg.Pool,
  { merchantId, currency }: Rich,
  { id, when, utr, makerId, publishedBy }: ManualSeed,
): Promise<void> {
  const dayBefore = (days: number) => new Date(when.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const forms = await seedForms(owner, publishedBy, when);
  const rows = evidence(dayBefore).map((values, at) => {
    const own = at === 0 ? id : newId();
    return {
      id: own,
      order_no: orderNumber('manualOrder', own),
      version: 1,
      created_at: new Date(when.getTime() - at * 7 * MINUTE_MS),
      currency,
      merchant_id: merchantId,
      amount: ['1800', '950', '4200'][at]!,
      utr: String(BigInt(utr) + BigInt(at)),
      payer_id: ['asha.k@okaxis', 'ravi.m@okhdfc', 'neha.s@oksbi'][at]!,
      status: at === 0 ? 1 : 0,
      maker_id: makerId,
      ...forms.filled(at === 2 ? 1 : 2, values),
    };
  });
  await insertRows(owner, 'manual_order', rows);
  await insertRows(
    owner,
    'manual_reference',
    rows.map((row) => ({ currency, utr: row.utr, merchant_id: merchantId, order_id: row.id })),
  );
}

/**
 * What waits for somebody at the demo's start: withdrawals, a recharge, a manual order, an adjustment. Booked like
 * people's own after the load, which is the same for one anchor to the last byte; others are asked about what waits.
 */
export async function seedRequests(owner: pg.Pool, now: Date): Promise<void> {
  const anchorMs = now.getTime();
  const people = await owner.query<{ id: string; account: string }>(
    "select id::text, account from sys_user where account in ('operator', 'finance', 'admin')",
  );
  const maker = (account: string) => people.rows.find((row) => row.account === account)?.id ?? null;
  const { rows } = await owner.query<Rich>(RICH);
  for (const [at, { merchantId, currency, available }] of rows.entries()) {
    const when = new Date(anchorMs - (rows.length - at) * 23 * MINUTE_MS);
    const address = ADDRESSES[at % ADDRESSES.length]!;
    const digits = Math.max(0, available.length - 2);
    const amount = `${available.slice(0, 1)}${'0'.repeat(Math.max(1, digits))}`;
    const asked = { merchantId, currency, amount, address, remark: REMARKS[at % REMARKS.length]! };
    await transact(owner, (tx) => applyWithdrawal(tx, asked, when, { operator: 'merchant' }));
  }
  await seedAsked(owner, maker('operator'), now);
  const [first, second = first] = rows;
  if (!first || !second) return;
  const when = new Date(anchorMs - 11 * MINUTE_MS);
  const common = { id: newId(), version: 1, created_at: when, currency: second.currency };
  const of = (kind: Numbered) => {
    const id = newId();
    return { ...common, id, order_no: orderNumber(kind, id) };
  };
  const [recharge, manual] = [of('rechargeOrder'), of('manualOrder')];
  const [reference, utr] = ['421107733915', '421108840127'];
  await insertRows(owner, 'recharge_order', [
    {
      ...recharge,
      merchant_id: second.merchantId,
      amount: '25000',
      reference,
      status: 1,
      maker_id: maker('operator'),
    },
  ]);
  await seedManual(owner, first, {
    id: manual.id,
    when,
    utr,
    makerId: maker('operator'),
    publishedBy: maker('admin'),
  });
  await insertRows(owner, 'recharge_reference', [
    { currency: second.currency, reference, merchant_id: second.merchantId, order_id: recharge.id },
  ]);
  await insertRows(owner, 'adjustment', [
    {
      ...of('adjustment'),
      merchant_id: second.merchantId,
      kind: 1,
      amount: '500',
      reason: 'Fee charged twice',
      status: 1,
      maker_id: maker('finance'),
    },
  ]);
  await transact(owner, (tx) => renewClosed(tx, now));
}
