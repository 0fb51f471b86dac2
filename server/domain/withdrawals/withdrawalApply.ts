import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import type { MakeHandler } from '../../engine/action.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import { post } from '../../ledger/post.ts';
import { withdrawalHold } from '../../ledger/withdrawalEntries.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { isTronAddress } from '../orders/payout/beneficiary.ts';
import { orderNumber } from '../orders/orderNumber.ts';
import { type Actor, actorOf } from '../orders/moveRow.ts';
import { previewOf } from '../orders/preview.ts';
import { type WithdrawalTerms, withdrawalTerms } from './withdrawalTerms.ts';

export interface NewWithdrawal {
  merchantId: string;
  currency: string;
  amount: string;
  /** Where the USDT goes: TRC20. */
  address: string;
  remark?: string | null;
  merchantOrderNo?: string | null;
  source?: 'manual' | 'api';
}

export interface AppliedWithdrawal extends WithdrawalTerms {
  id: string;
  orderNo: string;
}

const INSERT = `
with made as (
  insert into withdrawal (id, order_no, merchant_id, merchant_order_no, currency, amount, fee, address, applied_by, remark,
    source, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10, $11, $12)
  returning id, order_no, merchant_id
), logged as (
  insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, after, remark, ip, resource)
  select $13::bigint, id, order_no, merchant_id, 'apply', $14, $9::bigint, '{"status": 0}'::jsonb, $10, $15, 'withdrawal'
  from made
)
insert into outbox (resource, row_id, change, merchant_id)
select 'withdrawal', id, 'add', merchant_id from made
union all select 'orderLog', $13::bigint, 'add', merchant_id from made`;

function refuseAddress(address: string): void {
  if (isTronAddress(address)) return;
  throw new Refused('validation', {}, (locales, locale) => ({
    address: [textOf(locales, locale, 'errors', 'texts.trc20') ?? 'trc20'],
  }));
}

/**
 * Opens a withdrawal under the terms in force and holds its amount.
 * @throws Refused withdrawalTerms, amountDigits, insufficientBalance, duplicate, validation of the address
 */
export async function applyWithdrawal(
  tx: PoolClient,
  input: NewWithdrawal,
  now: Date,
  actor: Actor,
): Promise<AppliedWithdrawal> {
  const { merchantId, currency } = input;
  const address = input.address.trim();
  refuseAddress(address);
  const terms = await withdrawalTerms(tx, merchantId, currency, input.amount);
  const id = newId();
  const made = { id, orderNo: orderNumber('withdrawal', id), ...terms };
  const { orderNo, amount, fee } = made;
  const merchantOrderNo = input.merchantOrderNo ?? null;
  const remark = input.remark ?? null;
  const about = [id, orderNo, merchantId, merchantOrderNo, currency, amount, fee, address];
  const by = [actor.operatorId ?? null, remark, input.source ?? 'manual', now];
  try {
    await tx.query({
      name: 'withdrawal-apply',
      text: INSERT,
      values: [...about, ...by, newId(), actor.operator, actor.ip ?? null],
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw new Refused('duplicate', { field: 'merchantOrderNo' });
    throw error;
  }
  await post(tx, {
    kind: 'withdrawalHold',
    merchantId,
    currency,
    order: { id, orderNo, merchantOrderNo: merchantOrderNo ?? orderNo },
    commandKey: `hold:${id}`,
    operator: actor.operator,
    system: (actor.operatorId ?? null) === null,
    legs: withdrawalHold({ merchantId, amount, fee }),
  });
  return made;
}

/** A merchant asks for its money; its own people for it, the staff for any merchant they see. */
export const apply: MakeHandler = async ({ tx, caller, input, now, dryRun, seesMerchant }) => {
  const merchantId = caller.merchantId ?? String(input.merchantId);
  if (!seesMerchant(merchantId)) throw new Refused('notFound');
  const [currency, amount] = [String(input.currency), String(input.amount)];
  if (!dryRun) {
    const asked = {
      merchantId,
      currency,
      amount,
      address: String(input.address),
      remark: String(input.remark),
    };
    return { ...(await applyWithdrawal(tx, asked, now, actorOf({ caller }))) };
  }
  if (typeof input.address === 'string') refuseAddress(input.address);
  const terms = await withdrawalTerms(tx, merchantId, currency, amount);
  const net = amountText(new Amount(terms.amount).minus(terms.fee));
  const subject = { id: 'new', orderNo: '', merchantId, currency };
  const moves = await previewOf(tx, subject, withdrawalHold({ merchantId, ...terms }));
  return { id: 'new', merchantId, currency, ...terms, net, ...moves };
};
