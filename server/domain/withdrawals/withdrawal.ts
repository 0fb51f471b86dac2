import { referenceForm } from '../../../contract/identity/referenceForm.ts';
import type { withdrawal } from '../../../contract/resources/finance/withdrawal.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import type { ActionContext, ActionHandler, ActionHandlers, LockedRow } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type EntryKind, post } from '../../ledger/post.ts';
import type { Leg } from '../../ledger/legs.ts';
import {
  distributedUsdt,
  usdtPaid,
  withdrawalPaid,
  withdrawalRelease,
} from '../../ledger/withdrawalEntries.ts';
import { fitsBand } from '../../ledger/withdrawalRate.ts';
import { type WithdrawalEvent, withdrawalMachine } from '../../ledger/withdrawalStates.ts';
import { turnOfAnswer } from '../approvals/turn.ts';
import { isCompletionAgreed, refuseSameHand, refuseWhileAsked } from './completion.ts';
import { nameOf } from '../orders/claim.ts';
import { text, textOrNull } from '../orders/columns.ts';
import { haltedMerchant, refuseHalted } from '../orders/payout/haltedMerchant.ts';
import { previewOf } from '../orders/preview.ts';
import { refuseUsedHash } from '../payments/references.ts';
import { rateBand } from './withdrawalTerms.ts';

const CLAIM =
  'insert into withdrawal_transaction (transaction_hash, merchant_id, withdrawal_id) values ($1, $2, $3)';

interface WithdrawalRow {
  id: string;
  orderNo: string;
  merchantOrderNo: string;
  merchantId: string;
  currency: string;
  asset: string;
  amount: string;
  fee: string;
  status: number;
  exchangeRate: string | null;
  usdtAmount: string | null;
  rateConfirmedBy: string | null;
}

const withdrawalRow = (row: LockedRow): WithdrawalRow => ({
  id: row.id,
  orderNo: text(row.orderNo),
  merchantOrderNo: text(row.merchantOrderNo ?? row.orderNo),
  merchantId: text(row.merchantId),
  currency: text(row.currency),
  asset: text(row.asset),
  amount: text(row.amount),
  fee: text(row.fee),
  status: Number(row.status),
  exchangeRate: textOrNull(row.exchangeRate),
  usdtAmount: textOrNull(row.usdtAmount),
  rateConfirmedBy: textOrNull(row.rateConfirmedBy),
});

/** The status an event leads to. @throws Refused guard where the edge is not listed */
function edge(row: WithdrawalRow, event: WithdrawalEvent): number {
  const to = withdrawalMachine.next(event, withdrawalMachine.name(row.status));
  if (!to) throw new Refused('guard');
  return withdrawalMachine.value(to);
}

const figures = ({ merchantId, currency, amount, fee }: WithdrawalRow) => ({
  merchantId,
  currency,
  amount,
  fee,
  net: amountText(new Amount(amount).minus(fee)),
});

function postFor(
  { tx, caller }: ActionContext,
  row: WithdrawalRow,
  entry: { kind: EntryKind; key: string; currency?: string; legs: readonly Leg[]; remark?: string },
): Promise<unknown> {
  return post(tx, {
    kind: entry.kind,
    merchantId: row.merchantId,
    currency: entry.currency ?? row.currency,
    order: row,
    commandKey: `${entry.key}:${row.id}`,
    operator: caller.account,
    system: false,
    ...(entry.remark !== undefined && { remark: entry.remark }),
    legs: entry.legs,
  });
}

/** Sets what the merchant gets for its money; set again, it is re-rated, and the log keeps both. */
const confirmRate: ActionHandler = async (context, locked) => {
  const row = withdrawalRow(locked);
  const { tx, caller, now, input } = context;
  const status = edge(row, 'confirmRate');
  await refuseWhileAsked(context, row.id);
  await refuseHalted(tx, row.merchantId);
  const band = await rateBand(tx, row.currency);
  if (!band) throw new Refused('withdrawalTerms', { currency: row.currency });
  const moves = context.dryRun ? await previewOf(tx, row, []) : {};
  const rateBandText = `${band.least} – ${band.most}`;
  const given = typeof input.exchangeRate === 'string' ? input.exchangeRate : undefined;
  if (given === undefined) return { ...figures(row), ...moves, rateBand: rateBandText };
  if (!fitsBand(given, band)) throw new Refused('exchangeRate', { ...band });
  const exchangeRate = amountText(given);
  const usdtAmount = amountText(distributedUsdt(row, given));
  if (context.dryRun)
    return { ...figures(row), ...moves, rateBand: rateBandText, status, exchangeRate, usdtAmount };
  const after = { status, exchangeRate, usdtAmount };
  await context.set({ ...after, rateConfirmedBy: caller.userId, rateConfirmedAt: now });
  const before = { status: row.status, exchangeRate: row.exchangeRate, usdtAmount: row.usdtAmount };
  await context.log({ ...nameOf(row), event: 'confirmRate', before, after });
  return after;
};

/** The USDT has left: the hold is spent, once, by the transaction that proves it. */
const complete: ActionHandler = async (context, locked) => {
  const row = withdrawalRow(locked);
  const { tx, caller, now } = context;
  const status = edge(row, 'complete');
  const usdtAmount = row.usdtAmount ?? '0';
  await refuseSameHand(context, row);
  const legs = withdrawalPaid(row);
  const transactionHash = referenceForm(textOrNull(context.input.transactionHash) ?? '');
  if (transactionHash !== '') await refuseUsedHash(tx, row.id, transactionHash, caller);
  const isAgreed = await isCompletionAgreed(context, row, transactionHash);
  if (context.dryRun) {
    const { exchangeRate } = row;
    // It is not refused: what has left has left, and must be booked. Who completes it should know.
    const halted = (await haltedMerchant(tx, row.merchantId))?.how;
    const warned = halted === undefined ? {} : { halted };
    return {
      ...figures(row),
      status,
      exchangeRate,
      usdtAmount,
      ...warned,
      ...(!isAgreed && { waits: true }),
      ...(await turnOfAnswer(context, { resource: 'withdrawal', rowId: row.id })),
      ...(await previewOf(tx, row, legs)),
    };
  }
  if (!isAgreed) return { waiting: true };
  await postFor(context, row, { kind: 'withdrawal', key: 'withdraw', legs });
  const paid = usdtPaid(usdtAmount);
  await postFor(context, row, { kind: 'conversion', key: 'convert', currency: row.asset, legs: paid });
  try {
    await tx.query(CLAIM, [transactionHash, row.merchantId, row.id]);
  } catch (error) {
    // Two that were completed at the same moment: the second finds the claim of the first.
    if ((error as { constraint?: string }).constraint === 'withdrawal_transaction_pkey')
      throw new Refused('hashUsed');
    throw error;
  }
  await context.set({ status, transactionHash, completedBy: caller.userId, completedAt: now });
  const before = { status: row.status };
  await context.log({ ...nameOf(row), event: 'complete', before, after: { status, transactionHash } });
  return { status, transactionHash };
};

/** Gives the hold back; refund and cancel share the key, so it comes back at most once. */
const releasing =
  (event: 'refund' | 'cancel'): ActionHandler =>
  async (context, locked) => {
    const row = withdrawalRow(locked);
    const status = edge(row, event);
    await refuseWhileAsked(context, row.id);
    const legs = withdrawalRelease(row);
    if (context.dryRun) return { ...figures(row), status, ...(await previewOf(context.tx, row, legs)) };
    const reason = textOrNull(context.input.reason)?.trim();
    const remark = reason === undefined ? {} : { remark: reason };
    await postFor(context, row, { kind: 'withdrawalRelease', key: 'release', legs, ...remark });
    await context.set({ status, ...(reason !== undefined && { reason }) });
    await context.log({
      ...nameOf(row),
      event,
      before: { status: row.status },
      after: { status },
      ...remark,
    });
    return { status };
  };

export const withdrawalActions: ActionHandlers<typeof withdrawal> = {
  confirmRate,
  complete,
  refund: releasing('refund'),
  cancel: releasing('cancel'),
};
