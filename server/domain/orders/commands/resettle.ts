import type { PoolClient } from 'pg';
import { amountText, feeOf } from '../../../../contract/money.ts';
import type { ActionHandler } from '../../../engine/action.ts';
import { deltaOfOrderFee } from '../../../engine/rollup.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { resettlement } from '../../../ledger/bookingEntries.ts';
import { post } from '../../../ledger/post.ts';
import { ruled } from '../../approvals/ruled.ts';
import { nameOf } from '../claim.ts';
import { type CollectRow, collectRow } from '../collectRow.ts';
import { previewWithShare } from '../preview.ts';

interface Terms {
  rate: string;
  fixed: string;
  agentRate: string | null;
  agentFixed: string | null;
}

const TERMS = `select b.rate::text, b.fixed::text, e.rate::text as "agentRate", e.fixed_fee::text as "agentFixed"
  from collect_order o join channel_binding b on b.merchant_id = o.merchant_id and b.channel_id = o.channel_id
  left join lateral (
    select rate, fixed_fee from extension_rate
    where merchant_id = o.agent_id and channel_id = o.channel_id and currency = o.currency and type in (1, 3)
      and o.amount between min_amount and max_amount
    order by id limit 1) e on true
  where o.id = $1`;

/** Fee and commission as today's binding has them. @throws Refused guard where the binding is gone */
async function today(
  tx: PoolClient,
  order: CollectRow,
): Promise<{ feeRate: string; fixedFee: string; fee: string; commission: string }> {
  const { rows } = await tx.query<Terms>(TERMS, [order.id]);
  const terms = rows[0];
  if (!terms) throw new Refused('guard');
  const of = (rate: string | null, fixed: string | null) =>
    amountText(rate === null ? 0 : feeOf(order.amount, rate, fixed ?? 0, order.currency));
  return {
    feeRate: terms.rate,
    fixedFee: terms.fixed,
    fee: of(terms.rate, terms.fixed),
    commission: order.agentId === null ? '0' : of(terms.agentRate, terms.agentFixed),
  };
}

/** Settles again by today's binding: one entry of differences, shown before it is booked. */
const resettleOrder: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  const { tx } = context;
  const terms = await today(tx, order);
  const legs = resettlement(order, order, terms);
  if (legs.length === 0) throw new Refused('nothingToResettle');
  if (context.dryRun) {
    const { orderNo, merchantId, currency, amount } = order;
    const was = { feeBefore: amountText(order.fee), commissionBefore: amountText(order.commission) };
    const moves = await previewWithShare(tx, { ...order, commission: terms.commission }, legs);
    return { orderNo, merchantId, currency, amount, ...was, ...terms, ...moves };
  }
  const posted = await post(tx, {
    kind: 'resettlement',
    merchantId: order.merchantId,
    currency: order.currency,
    order,
    commandKey: `resettle:${context.commandKey}`,
    operator: context.caller.account,
    system: false,
    legs,
  });
  if (posted.repeated) return {};
  const { feeRate, fixedFee, fee, commission } = terms;
  await tx.query(
    `update order_settlement set net = $2::numeric - $3::numeric, commission = $4
     where order_id = $1 and reversed_at is null`,
    [order.id, order.amount, fee, commission],
  );
  await context.set({ feeRate, fixedFee, fee, commission });
  await deltaOfOrderFee(tx, 'collectOrder', order, order.statusValue, fee);
  const before = { fee: amountText(order.fee), commission: amountText(order.commission) };
  await context.log({ ...nameOf(order), event: 'resettle', before, after: { fee, commission } });
  return { fee, commission };
};

export const resettle = ruled({ resource: 'collectOrder', action: 'resettle' }, resettleOrder);
