import { matchCredited } from '../reconciliation/auto.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import type { ActionContext, ActionHandler, LockedRow } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { adjustment, recharge } from '../../ledger/bookingEntries.ts';
import type { Machine } from '../../ledger/machine.ts';
import { type EntryKind, post } from '../../ledger/post.ts';
import type { Leg } from '../../ledger/legs.ts';
import { adjustmentMachine, requestMachine, type RequestStatus } from '../../ledger/requestStates.ts';
import { type About, questionOf, withdrawQuestion } from '../approvals/approvalAsk.ts';
import { type Answered, decide } from '../approvals/approvalDecide.ts';
import { renewQuestion } from '../approvals/approvalRenew.ts';
import { turnOfAnswer, turnOfAsking } from '../approvals/turn.ts';
import { nameOf } from '../orders/claim.ts';
import { text, textOrNull } from '../orders/columns.ts';
import { actorOf } from '../orders/moveRow.ts';
import { previewOf } from '../orders/preview.ts';
import { heldByProof } from './requestProof.ts';
import { askRequest } from '../approvals/askRequest.ts';
import { type Claimed, freeReference } from './store/requestReference.ts';
import type { RequestResource } from './store/requestTables.ts';
import { receivePayment } from '../payments/paymentStore.ts';
import { listOwners, lockOwners } from '../payments/reviewHeld.ts';
import { noteDraws, type Suspended, suspenseOver } from '../payments/suspense.ts';

/** Requests that one person makes and another decides: what each is posted as. */

interface RequestKind {
  resource: RequestResource;
  entry: EntryKind;
  machine: Machine<RequestStatus, 'approve' | 'deny'>;
  /** What its payment is received for, where it is about money received. */
  payment?: Claimed;
  /** Begins the entry's key, so that a request is booked once. */
  key: string;
  legs: (row: LockedRow) => Leg[];
  /** The column with what the bank calls the money, where there is such. */
  reference?: 'utr' | 'reference';
  /** The column that keeps why it was rejected; the log does in any case. */
  keepsReason: boolean;
}

const cameIn = (row: LockedRow): Leg[] =>
  recharge(
    text(row.merchantId),
    row.upstreamId === null || row.upstreamId === undefined ? 'suspense' : `upstream:${text(row.upstreamId)}`,
    text(row.amount),
  );

const received = (kind: Claimed, row: LockedRow, entryId: string) => ({
  entryId,
  status: 'allocated' as const,
  source: 'request' as const,
  upstreamId: textOrNull(row.upstreamId),
  amount: amountText(text(row.amount)),
  reference: text(kind === 'manualOrder' ? row.utr : row.reference),
  upstreamOrderNo: undefined,
  order: { kind, orderNo: text(row.orderNo) },
});

const subjectOf = (row: LockedRow) => ({
  id: row.id,
  orderNo: text(row.orderNo),
  merchantOrderNo: text(row.merchantOrderNo ?? row.orderNo),
  merchantId: text(row.merchantId),
  currency: text(row.currency),
});

const aboutRow = ({ resource }: Pick<RequestKind, 'resource'>, { id }: LockedRow): About => ({
  resource,
  rowId: id,
});

/** What a decision does with the question about the request, as the caller's answer to its step. */
async function answer(
  context: ActionContext,
  { resource }: RequestKind,
  row: LockedRow,
  approved: boolean,
): Promise<Answered> {
  const { tx, now, input } = context;
  await renewQuestion(tx, { resource, id: row.id, merchantId: text(row.merchantId) }, now);
  const reason = String(input.reason ?? '').trim();
  return decide(context, aboutRow({ resource }, row), approved, reason);
}

/** The same money is booked once, whatever it is booked as. @returns what waits for it in suspense */
async function heldFor(
  { tx, caller }: ActionContext,
  row: LockedRow,
  { reference }: RequestKind,
): Promise<Suspended | undefined> {
  if (!reference) return undefined;
  const [merchantId, currency, amount] = [text(row.merchantId), text(row.currency), text(row.amount)];
  return heldByProof(
    tx,
    { id: row.id, reference: text(row[reference]), merchantId, currency, amount },
    caller,
  );
}

/** The status an event leads to. @throws Refused guard where the edge is not listed */
function edge<E extends string>(machine: Machine<RequestStatus, E>, row: LockedRow, event: E): number {
  const to = machine.next(event, machine.name(Number(row.status)));
  if (!to) throw new Refused('guard');
  return machine.value(to);
}

/** The last of those who decide is its checker. */
const decided = ({ caller, now }: ActionContext, status: number) => ({
  status,
  checkerId: caller.userId,
  decidedAt: now,
});

/** Taken before the row is set, which changes it. */
const moved = (row: LockedRow, status: number) => ({ before: { status: row.status }, after: { status } });

const approving =
  (kind: RequestKind): ActionHandler =>
  async (context, row) => {
    const status = edge(kind.machine, row, 'approve');
    // The dry run, which is undone, is refused as the command would be.
    const waits = (await answer(context, kind, row, true)) === 'goesOn';
    const held = await heldFor(context, row, kind);
    const subject = subjectOf(row);
    const { merchantId, currency } = subject;
    const amount = amountText(text(row.amount));
    const legs = held ? recharge(merchantId, 'suspense', amount) : kind.legs(row);
    // Nobody agrees to what could not be booked now: the last of them would be refused.
    const moves = context.dryRun || waits ? await previewOf(context.tx, subject, legs) : {};
    if (context.dryRun)
      return {
        status,
        merchantId,
        currency,
        amount,
        ...(waits && { waits }),
        ...(await turnOfAnswer(context, aboutRow(kind, row))),
        ...moves,
        ...(await suspenseOver(context.tx, currency, legs)),
      };
    if (waits) {
      await context.log({ ...nameOf(subject), event: 'agreeStep' });
      return { waiting: true };
    }
    if (held) await lockOwners(context.tx, row.id, [held]);
    const { entryId } = await post(context.tx, {
      kind: kind.entry,
      merchantId,
      currency,
      order: subject,
      commandKey: `${kind.key}:${row.id}`,
      operator: context.caller.account,
      system: false,
      legs,
    });
    if (held) await noteDraws(context.tx, entryId, subject.orderNo, [held], new Amount(amount));
    else if (kind.payment) await receivePayment(context.tx, received(kind.payment, row, entryId));
    const move = moved(row, status);
    await context.set(decided(context, status));
    await context.log({ ...nameOf(subject), event: 'approve', ...move });
    const by = { actor: actorOf(context), now: context.now };
    if (kind.reference) await matchCredited(context.tx, subject, text(row[kind.reference]), by);
    // What was listed as money without an owner has one now.
    await listOwners(context.tx, subject, by);
    return { status };
  };

const rejecting =
  (kind: RequestKind): ActionHandler =>
  async (context, row) => {
    const { keepsReason, machine, payment } = kind;
    const status = edge(machine, row, 'deny');
    // Whoever made it takes it back, which is nobody's check.
    const takesBack = row.makerId !== null && String(row.makerId) === context.caller.userId;
    if (takesBack) await withdrawQuestion(context.tx, aboutRow(kind, row), 'takenBack', context.now);
    else await answer(context, kind, row, false);
    const reason = String(context.input.reason ?? '').trim();
    if (context.dryRun) return { status };
    const move = moved(row, status);
    if (payment) await freeReference(context.tx, payment, row.id);
    const end = takesBack ? { status, decidedAt: context.now } : decided(context, status);
    await context.set({ ...end, ...(keepsReason && { reason }) });
    await context.log({ ...nameOf(subjectOf(row)), event: 'deny', ...move, remark: reason });
    return { status };
  };

/** What a draft comes to once it is handed in. */
async function asking(context: ActionContext, { resource }: RequestKind, row: LockedRow) {
  const { id, orderNo, merchantId, currency } = subjectOf(row);
  const amount = amountText(text(row.amount));
  const about = { resource, action: 'approve', row: { id, orderNo, merchantId, currency, amount } };
  const question = await questionOf(context.tx, { ...about, input: {} });
  return { currency, amount, waits: true, ...(await turnOfAsking(context, question)) };
}

const submitting =
  (kind: RequestKind): ActionHandler =>
  async (context, row) => {
    const status = edge(requestMachine, row, 'submitAsked');
    await heldFor(context, row, kind);
    if (context.dryRun) return { status, ...(await asking(context, kind, row)) };
    const move = moved(row, status);
    await context.set({ status });
    await askRequest(context.tx, kind.resource, row.id, context.now);
    await context.log({ ...nameOf(subjectOf(row)), event: 'submitAsked', ...move });
    return { status, waiting: true };
  };

const ADJUSTMENT: RequestKind = {
  resource: 'adjustment',
  machine: adjustmentMachine,
  entry: 'adjustment',
  key: 'adjust',
  legs: (row) => adjustment(text(row.merchantId), text(row.amount)),
  keepsReason: false,
};
const RECHARGE: RequestKind = {
  resource: 'rechargeOrder',
  machine: requestMachine,
  entry: 'recharge',
  key: 'recharge',
  legs: cameIn,
  payment: 'rechargeOrder',
  reference: 'reference',
  keepsReason: true,
};
const MANUAL: RequestKind = {
  resource: 'manualOrder',
  machine: requestMachine,
  entry: 'recharge',
  key: 'manual',
  legs: cameIn,
  payment: 'manualOrder',
  reference: 'utr',
  keepsReason: true,
};

const decisionsOf = (kind: RequestKind) => ({ approve: approving(kind), reject: rejecting(kind) });

export const adjustmentActions = decisionsOf(ADJUSTMENT);
export const rechargeOrderActions = { submit: submitting(RECHARGE), ...decisionsOf(RECHARGE) };
export const manualOrderActions = { submit: submitting(MANUAL), ...decisionsOf(MANUAL) };
