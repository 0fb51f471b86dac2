import { FUND_TYPE, PAY_STATUS } from '../platform/db/statuses.ts';

/**
 * Columns of lists that no table has: what other tables keep of the row, over alias t. They are read and nothing else;
 * a filter by what they show is a field of its own (relatedFilter.ts).
 */
interface Derived {
  own: string;
  type: string;
  /** An array of what rows are called, each text perhaps a map of languages. */
  names?: true;
}

const NAMES_OF_ROLES = `(select coalesce(jsonb_agg(role.name order by role.order_no, role.id), '[]') from sys_user_role held
  join sys_role role on role.id = held.role_id where held.user_id = t.id)`;

const IS_PAID_OUT = `t.status = ${PAY_STATUS.success}`;
/** Types of fund details by whose proof is theirs, after domain.md. */
const PROOFS: Readonly<Record<string, readonly (keyof typeof FUND_TYPE)[]>> = {
  collect_order: ['collection', 'collectionFee', 'settlement', 'reversal', 'resettlement'],
  pay_order: ['payoutHold', 'payout', 'payoutFee', 'payoutRefund', 'payoutReturn'],
  adjustment: ['add', 'deduct'],
};
const proofIn = (table: string): string =>
  `(select o.proof from ${table} o where o.id = t.order_id and o.merchant_id = t.merchant_id)`;
/** One look-up for a row: its type says where its proof is. */
const PROOF = `case ${Object.entries(PROOFS)
  .map(
    ([table, types]) =>
      `when t.type in (${types.map((type) => FUND_TYPE[type]).join(', ')}) then ${proofIn(table)}`,
  )
  .join(
    ' ',
  )} when t.type = ${FUND_TYPE.recharge} then coalesce(${proofIn('recharge_order')}, ${proofIn('manual_order')}) end`;

const NO_TEXT: Derived = { own: 'null::text', type: 'text' };

const DERIVED: Readonly<Record<string, Readonly<Record<string, Derived>>>> = {
  sysUser: { roleNames: { own: NAMES_OF_ROLES, type: 'jsonb', names: true } },
  payOrder: {
    settled: { own: `(${IS_PAID_OUT})`, type: 'bool' },
    settledAt: { own: `(case when ${IS_PAID_OUT} then t.paid_at end)`, type: 'timestamptz' },
    notifyStatus: { own: 't.callback_status', type: 'int2' },
    notifyCount: { own: 't.callback_count', type: 'int4' },
    notifyUrl: { own: 't.callback_url', type: 'text' },
    visitedCashier: { own: 'null::boolean', type: 'bool' },
    payerId: NO_TEXT,
    jumpUrl: NO_TEXT,
    payUrl: NO_TEXT,
    upstreamPayUrl: NO_TEXT,
  },
  fundDetail: { proof: { own: `(${PROOF})`, type: 'text' } },
  openApiLog: {
    userAccount: {
      own: '(select u.account from sys_user u where u.merchant_id = t.merchant_id order by u.id limit 1)',
      type: 'text',
    },
  },
};

export const derivedOf = (resource: string, field: string): Derived | undefined => DERIVED[resource]?.[field];
