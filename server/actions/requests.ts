import { dictValue } from '../../contract/dicts.ts';
import { Amount, amountText } from '../../contract/money.ts';
import type { ActionContext, ActionHandler, LockedRow } from '../engine/action.ts';
import { Refused } from '../http/refused.ts';
import { adjustment, recharge } from '../ledger/bookingEntries.ts';
import { type EntryKind, post } from '../ledger/post.ts';
import type { Leg } from '../ledger/legs.ts';
import { nameOf } from './claim.ts';
import { text } from './columns.ts';
import { previewOf } from './preview.ts';

/** Requests that one person makes and another decides: what each is posted as. */

const STATUS = Object.freeze({
  draft: Number(dictValue('requestStatusEnum', 'draft')),
  pending: Number(dictValue('requestStatusEnum', 'pending')),
  approved: Number(dictValue('requestStatusEnum', 'approved')),
  rejected: Number(dictValue('requestStatusEnum', 'rejected')),
});

interface RequestKind {
  entry: EntryKind;
  /** Begins the entry's key, so that a request is booked once. */
  key: string;
  legs: (row: LockedRow) => Leg[];
  /** The column that keeps why it was rejected; the log does in any case. */
  keepsReason: boolean;
}

const cameIn = (row: LockedRow): Leg[] =>
  recharge(
    text(row.merchantId),
    row.upstreamId === null || row.upstreamId === undefined ? 'suspense' : `upstream:${text(row.upstreamId)}`,
    text(row.amount),
  );

const subjectOf = (row: LockedRow) => ({
  id: row.id,
  orderNo: text(row.orderNo),
  merchantOrderNo: text(row.merchantOrderNo ?? row.orderNo),
  merchantId: text(row.merchantId),
  currency: text(row.currency),
});

/** Whoever made it does not decide about it. */
function refuseMaker({ caller }: ActionContext, row: LockedRow): void {
  if (row.makerId !== null && String(row.makerId) === caller.userId) throw new Refused('selfApproval');
}

const decided = ({ caller, now }: ActionContext, status: number) => ({
  status,
  checkerId: caller.userId,
  decidedAt: now,
});

const approving =
  (kind: RequestKind): ActionHandler =>
  async (context, row) => {
    refuseMaker(context, row);
    const subject = subjectOf(row);
    const legs = kind.legs(row);
    const { merchantId, currency } = subject;
    const amount = amountText(text(row.amount));
    if (context.dryRun)
      return {
        status: STATUS.approved,
        merchantId,
        currency,
        amount,
        ...(await previewOf(context.tx, subject, legs)),
      };
    await post(context.tx, {
      kind: kind.entry,
      merchantId,
      currency,
      order: subject,
      commandKey: `${kind.key}:${row.id}`,
      operator: context.caller.account,
      system: false,
      legs,
    });
    await context.set(decided(context, STATUS.approved));
    await context.log({ ...nameOf(subject), event: 'approve' });
    return { status: STATUS.approved };
  };

const rejecting =
  ({ keepsReason }: RequestKind): ActionHandler =>
  async (context, row) => {
    refuseMaker(context, row);
    const reason = String(context.input.reason ?? '').trim();
    if (context.dryRun) return { status: STATUS.rejected };
    await context.set({ ...decided(context, STATUS.rejected), ...(keepsReason && { reason }) });
    await context.log({ ...nameOf(subjectOf(row)), event: 'deny', remark: reason });
    return { status: STATUS.rejected };
  };

const submit: ActionHandler = async (context, row) => {
  if (context.dryRun) return { status: STATUS.pending };
  await context.set({ status: STATUS.pending });
  await context.log({ ...nameOf(subjectOf(row)), event: 'submitAsked' });
  return { status: STATUS.pending };
};

const ADJUSTMENT: RequestKind = {
  entry: 'adjustment',
  key: 'adjust',
  legs: (row) => adjustment(text(row.merchantId), text(row.amount)),
  keepsReason: false,
};
const RECHARGE: RequestKind = { entry: 'recharge', key: 'recharge', legs: cameIn, keepsReason: true };
const MANUAL: RequestKind = { entry: 'recharge', key: 'manual', legs: cameIn, keepsReason: true };

const decisionsOf = (kind: RequestKind) => ({ approve: approving(kind), reject: rejecting(kind) });

export const adjustmentActions = decisionsOf(ADJUSTMENT);
export const rechargeOrderActions = { submit, ...decisionsOf(RECHARGE) };
export const manualOrderActions = { submit, ...decisionsOf(MANUAL) };

/** What a new request begins with; only a draft may still be edited. */
export function beginRequest(
  { verb, values, before, caller }: BeginContext,
  orderNo: string,
  status: 'draft' | 'pending',
): void {
  if (verb !== 'add') {
    if (before?.status !== STATUS.draft) throw new Refused('guard');
    return;
  }
  // A merchant's people make requests for their own merchant alone.
  if (caller.merchantId !== null) values.merchantId = caller.merchantId;
  Object.assign(values, { orderNo, makerId: caller.userId, status: STATUS[status] });
}

interface BeginContext {
  verb: 'add' | 'update' | 'delete';
  values: Record<string, unknown>;
  before?: Readonly<Record<string, unknown>>;
  caller: { userId: string; merchantId: string | null };
}

const DEDUCT = dictValue('adjustKindEnum', 'deduct');

/** Add makes the amount positive, deduct negative, whatever sign was typed. */
export function signedAmount(amount: string, kind: unknown): string {
  const size = new Amount(amount).abs();
  return amountText(kind === DEDUCT ? size.negated() : size);
}
