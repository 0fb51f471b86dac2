import type { PoolClient } from 'pg';
import { Amount, amountText } from '../../../../contract/money.ts';
import { newId } from '../../../platform/db/id.ts';
import type { ActionContext, ActionHandler } from '../../../engine/action.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { readAccount } from '../../../ledger/accounts.ts';
import { netOf, settlement } from '../../../ledger/entries.ts';
import { collectionEntry } from '../../../ledger/history.ts';
import { post } from '../../../ledger/post.ts';
import { ruled } from '../../approvals/ruled.ts';
import { nameOf } from '../claim.ts';
import { type CollectRow, collectRow } from '../collectRow.ts';

/** What the sheet shows before the order is settled: amounts in the order's currency, `available` before and after. */
async function preview(tx: PoolClient, order: CollectRow): Promise<Record<string, unknown>> {
  const [{ rows }, account] = [
    await tx.query<{ merchant: string; agent: string | null }>(
      'select name as merchant, (select name from merchant where id = $2) as agent from merchant where id = $1',
      [order.merchantId, order.agentId],
    ),
    await readAccount(tx, order.currency, order.merchantId),
  ];
  const net = netOf(order);
  const zero = new Amount(0);
  const before = account?.available ?? zero;
  return {
    orderNo: order.orderNo,
    merchantId: order.merchantId,
    merchantName: rows[0]?.merchant ?? null,
    agentName: rows[0]?.agent ?? null,
    currency: order.currency,
    amount: amountText(order.amount),
    fee: amountText(order.fee),
    net: amountText(net),
    commission: amountText(order.agentId === null ? 0 : order.commission),
    balanceBefore: amountText(before),
    balanceAfter: amountText(before.plus(net)),
    pendingBefore: amountText(account?.pending ?? zero),
    pendingAfter: amountText((account?.pending ?? zero).minus(net)),
    settled: true,
  };
}

async function settleOnce(context: ActionContext, order: CollectRow): Promise<void> {
  const net = amountText(netOf(order));
  const commission = order.agentId === null ? '0' : amountText(order.commission);
  const legs = settlement(order);
  if (legs.length > 0) {
    await post(context.tx, {
      kind: 'settlement',
      merchantId: order.merchantId,
      currency: order.currency,
      order,
      commandKey: `settle:${context.commandKey}`,
      operator: context.caller.account,
      system: false,
      legs,
      settlement: { net, commission, agentId: order.agentId },
    });
    return;
  }
  // The fee took all: nothing moves, the settlement refers to the entry that brought the money in.
  const entryId = await collectionEntry(context.tx, order);
  if (entryId === undefined) throw new Refused('guard');
  await context.tx.query(
    'insert into order_settlement (id, order_id, merchant_id, entry_id, net) values ($1, $2, $3, $4, 0)',
    [newId(), order.id, order.merchantId, entryId],
  );
}

/** pending → available, and the agent's commission; one live settlement per order. */
const settleOrder: ActionHandler = async (context, row) => {
  const order = collectRow(row);
  if (context.dryRun) return preview(context.tx, order);
  // The order's own rows come first: once the entry is posted, the row of an agent is locked, which many orders share.
  await context.set({ settled: true, settledAt: context.now });
  await context.log({
    ...nameOf(order),
    event: 'settle',
    before: { settled: false },
    after: { settled: true },
  });
  try {
    await settleOnce(context, order);
  } catch (error) {
    // The unique index over live settlements is the last line.
    if ((error as { constraint?: string }).constraint === 'order_settlement_live')
      throw new Refused('alreadySettled');
    throw error;
  }
  return { settled: true };
};

export const settle = ruled({ resource: 'collectOrder', action: 'settle' }, settleOrder);
