import type { PoolClient } from 'pg';
import { dictValue } from '../../../contract/dicts.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { newId } from '../../platform/db/id.ts';
import type { ActionHandler } from '../../engine/action.ts';
import { rehearsed } from '../../engine/previewDigest.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { Refused } from '../../platform/http/refused.ts';
import { adjustment } from '../../ledger/bookingEntries.ts';
import { adjustmentMachine } from '../../ledger/requestStates.ts';
import { questionOf } from '../approvals/approvalAsk.ts';
import { askRequest } from '../approvals/askRequest.ts';
import { turnOfAsking } from '../approvals/turn.ts';
import { orderNumber } from '../orders/orderNumber.ts';
import { textOrNull } from '../orders/columns.ts';
import { previewOf } from '../orders/preview.ts';

const DEDUCT = dictValue('adjustKindEnum', 'deduct');

/** Add makes the amount positive, deduct negative, whatever sign was typed. */
export function signedAmount(amount: string, kind: unknown): string {
  const size = new Amount(amount).abs();
  return amountText(kind === DEDUCT ? size.negated() : size);
}

/**
 * What the balance does not allow is refused to whoever asks, not to those who would approve it. Nothing is booked yet, so
 * the account stays neither locked beside the row that the command is about, nor opened.
 * @throws Refused insufficientBalance
 */
const movesOf = (tx: PoolClient, subject: Parameters<typeof previewOf>[1], amount: string) =>
  rehearsed(tx, () => previewOf(tx, subject, adjustment(subject.merchantId, amount)));

/** An adjustment that the balance does not allow is refused before anybody is asked. @throws Refused insufficientBalance */
export async function refuseShort({ tx, id, verb, values }: WriteContext): Promise<void> {
  if (verb === 'delete') return;
  const [merchantId, amount] = [String(values.merchantId), String(values.amount)];
  const subject = { id, orderNo: String(values.orderNo), merchantId, currency: String(values.currency) };
  await movesOf(tx, subject, amount);
}

const INSERT = `
with made as (
  insert into adjustment (id, order_no, merchant_id, currency, kind, amount, reason, proof, status, maker_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id, merchant_id
)
insert into outbox (resource, row_id, change, merchant_id) select 'adjustment', id, 'add', merchant_id from made`;

/** Nothing of it is booked before a second person approves. */
const WAITS = { waits: true };

interface Asked {
  currency: string;
  kind: unknown;
  amount: string;
}

function askedOf(input: Record<string, unknown>): Asked | undefined {
  const { currency, kind, amount } = input;
  if (typeof currency !== 'string' || kind === undefined || typeof amount !== 'string') return undefined;
  return { currency, kind, amount: signedAmount(amount, kind) };
}

async function insert(tx: PoolClient, values: readonly unknown[]): Promise<void> {
  await tx.query({ name: 'adjustment-ask', text: INSERT, values: [...values] });
}

/** Finance adjustment from a merchant's row: asks for it; a second person decides, and only then is it booked. */
export const adjust: ActionHandler = async (context, row) => {
  const { tx, caller, input, now, dryRun } = context;
  const asked = askedOf(input);
  const status = adjustmentMachine.value(adjustmentMachine.next('create', null)!);
  if (!asked) {
    if (dryRun) return WAITS;
    throw new Refused('validation');
  }
  const { currency, kind, amount } = asked;
  const id = newId();
  const orderNo = orderNumber('adjustment', id);
  const subject = { id: row.id, orderNo, merchantId: row.id, currency };
  const moves = await movesOf(tx, subject, amount);
  if (dryRun) {
    const about = { resource: 'adjustment', action: 'approve', row: { ...subject, amount }, input: {} };
    const turn = await turnOfAsking(context, await questionOf(tx, about));
    return { currency, amount, ...WAITS, ...turn, ...moves };
  }
  const values = [id, orderNo, row.id, currency, kind, amount];
  const why = [String(input.reason), textOrNull(input.proof), status, caller.userId, now];
  await insert(tx, [...values, ...why]);
  await askRequest(tx, 'adjustment', id, now);
  await context.log({
    resource: 'adjustment',
    orderId: id,
    orderNo,
    merchantId: row.id,
    event: 'create',
    after: { status, amount, currency },
    remark: String(input.reason),
  });
  return { orderNo, amount, currency, waiting: true };
};
