import type { PoolClient } from 'pg';
import { Amount, amountText, fitsCurrency, isAmountText } from '../../../../contract/money.ts';
import { newId } from '../../../platform/db/id.ts';
import { sqlState } from '../../../platform/db/transaction.ts';
import { deltaOfOrderCreated } from '../../../engine/rollup.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { payoutHold } from '../../../ledger/payoutEntries.ts';
import { post } from '../../../ledger/post.ts';
import { queueSubmission } from '../upstreamJobs.ts';
import { askApproval } from '../../approvals/approvalAsk.ts';
import { type Beneficiary, checkBeneficiary } from './beneficiary.ts';
import { orderNumber } from '../orderNumber.ts';
import { type Actor, SYSTEM } from '../moveRow.ts';
import { lockPayout, stepPayout } from '../payStore.ts';
import { type PayTerms, payTerms } from './payTerms.ts';

export interface NewPayout extends Beneficiary {
  merchantId: string;
  channelId: string;
  merchantOrderNo: string;
  amount: string;
  callbackUrl?: string | null;
  createIp?: string | null;
  userIp?: string | null;
  source?: 'api' | 'manual' | 'import' | 'system';
  remark?: string | null;
}

export interface CreatedPayout {
  id: string;
  orderNo: string;
  currency: string;
  amount: string;
  fee: string;
  status: 'approving' | 'queued';
}

// The log keeps its transaction's own time, as every entry after it does: it is first.
const INSERT = `
with created as (
  insert into pay_order (id, order_no, merchant_id, merchant_order_no, channel_id, upstream_id, agent_id, currency,
    amount, fee_rate, fixed_fee, fee, upstream_cost, commission, source, is_system, is_upi, receiving_address,
    bank_account, ifsc, beneficiary, bank_name, trc_address, create_ip, user_ip, callback_url, remark, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
    $25, $26, $27, $28)
  returning id, order_no, merchant_id
), logged as (
  insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, after, ip, resource)
  select $29::bigint, id, order_no, merchant_id, 'create', $30, $31::bigint, '{"status": 0}'::jsonb, $24, 'payOrder'
  from created
)
insert into outbox (resource, row_id, change, merchant_id)
select 'payOrder', id, 'add', merchant_id from created
union all select 'orderLog', $29::bigint, 'add', merchant_id from created`;

async function insert(
  tx: PoolClient,
  input: NewPayout,
  terms: PayTerms,
  made: { id: string; orderNo: string; amount: string },
  now: Date,
  actor: Actor,
): Promise<void> {
  const source = input.source ?? 'api';
  try {
    await tx.query({
      name: 'pay-create',
      text: INSERT,
      values: [
        made.id,
        made.orderNo,
        input.merchantId,
        input.merchantOrderNo,
        input.channelId,
        terms.upstreamId,
        terms.agentId,
        terms.currency,
        made.amount,
        terms.feeRate,
        terms.fixedFee,
        terms.fee,
        terms.upstreamCost,
        terms.commission,
        source,
        source === 'system',
        input.isUpi ?? false,
        input.receivingAddress ?? null,
        input.bankAccount ?? null,
        input.ifsc ?? null,
        input.beneficiary ?? null,
        input.bankName ?? null,
        input.trcAddress ?? null,
        input.createIp ?? actor.ip ?? null,
        input.userIp ?? null,
        input.callbackUrl === undefined ? terms.callbackUrl : input.callbackUrl,
        input.remark ?? null,
        now,
        newId(),
        actor.operator,
        actor.operatorId ?? null,
      ],
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw new Refused('duplicate', { field: 'merchantOrderNo' });
    throw error;
  }
}

/**
 * Opens a payout under the terms in force now and holds amount and fee. It waits for a second person where a rule asks
 * for one, else for its submission, which a worker does at once on a channel that submits by itself.
 * @throws Refused beneficiary, payoutTerms, amountDigits, insufficientBalance, duplicate
 */
export async function createPayout(
  tx: PoolClient,
  input: NewPayout,
  now: Date = new Date(),
  actor: Actor = SYSTEM,
): Promise<CreatedPayout> {
  if (!isAmountText(input.amount) || !new Amount(input.amount).greaterThan(0))
    throw new Refused('payoutTerms');
  const terms = await payTerms(tx, input.merchantId, input.channelId, input.amount);
  const { currency, fee } = terms;
  if (!fitsCurrency(input.amount, currency)) throw new Refused('amountDigits', { currency });
  checkBeneficiary(currency, input);
  const id = newId();
  const made = { id, orderNo: orderNumber('payOrder', id), amount: amountText(input.amount) };
  await insert(tx, input, terms, made, now, actor);
  const facts = { merchantId: input.merchantId, currency, amount: made.amount, fee, createdAt: now };
  await deltaOfOrderCreated(tx, 'payOrder', facts, 0);
  const order = await lockPayout(tx, made.id);
  await post(tx, {
    kind: 'payoutHold',
    merchantId: order.merchantId,
    currency,
    order,
    commandKey: `hold:${order.id}`,
    operator: actor.operator,
    system: actor.operatorId === undefined || actor.operatorId === null,
    legs: payoutHold(order),
  });
  const waits = await askApproval(
    tx,
    {
      resource: 'payOrder',
      action: 'approve',
      tenantId: terms.tenantId,
      row: order,
      currency,
      amount: made.amount,
    },
    now,
    actor,
  );
  await stepPayout(tx, order, { event: waits ? 'askApproval' : 'queue' }, now, actor);
  if (!waits && terms.submission === 'auto') await queueSubmission(tx, order.id, now);
  return { ...made, currency, fee, status: waits ? 'approving' : 'queued' };
}

const SUBMITS_ITSELF = `select from channel where id = $1 and submission = 'auto'`;

/** The same of a payout that has waited, where its channel submits by itself; on any other it waits for an operator. */
export async function queueByChannel(
  tx: PoolClient,
  { id, channelId }: { id: string; channelId: string },
  now: Date,
): Promise<void> {
  const { rowCount } = await tx.query({ name: 'pay-auto', text: SUBMITS_ITSELF, values: [channelId] });
  if (rowCount) await queueSubmission(tx, id, now);
}
