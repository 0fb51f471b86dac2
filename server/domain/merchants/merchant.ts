import type { merchant } from '../../../contract/resources/merchants/merchant.ts';
import { newCallbackSecret } from '../callbacks/secret.ts';
import type { ActionContext, ActionHandler, ActionHandlers, LockedRow } from '../../engine/action.ts';
import { lockAgents } from './merchantWrite.ts';
import { Refused } from '../../platform/http/refused.ts';
import { heldAsAgent, merchantMachine, merchantTypes } from '../../ledger/merchantStates.ts';
import { encryptSecret } from '../../platform/secrets.ts';
import { forgive } from '../../identity/session/attempts.ts';
import { sessionState } from '../../identity/session/sessionState.ts';
import { giveOtp } from '../../identity/session/otp/give.ts';
import { hashPassword, randomPassword } from '../../identity/session/password.ts';
import { replacePassword } from '../../identity/session/passwordRules.ts';
import { adjust } from '../requests/askAdjustment.ts';
import { text, textOrNull } from '../orders/columns.ts';
import { ownerOf, swapRoles } from './merchantOwner.ts';
import { COLLECT_STATUS, PAY_STATUS } from '../../platform/db/statuses.ts';

const note = (
  { log }: ActionContext,
  row: LockedRow,
  event: string,
  entry: { before?: Record<string, unknown>; after?: Record<string, unknown>; remark?: string } = {},
) => log({ orderId: row.id, orderNo: text(row.code), merchantId: row.id, event, ...entry });

const moving =
  (event: 'enable' | 'disable' | 'freeze'): ActionHandler =>
  async (context, row) => {
    const to = merchantMachine.next(event, merchantMachine.name(Number(row.status)));
    if (!to) throw new Refused('guard');
    const status = merchantMachine.value(to);
    if (context.dryRun) return { status };
    const remark = textOrNull(context.input.reason)?.trim();
    const moved = { before: { status: row.status }, after: { status } };
    await context.set({ status });
    await note(context, row, event, { ...moved, ...(remark !== undefined && { remark }) });
    return { status };
  };

/** Those whose role it was sign in again with what they may do now. */
async function endSessions(
  { deps, tx, now, onCommit }: ActionContext,
  userIds: readonly string[],
): Promise<void> {
  const sessions = sessionState(deps.pool);
  for (const id of userIds) onCommit(await sessions.endUser(tx, id, 'roles changed', now));
  onCommit(() => sessions.forgetPeople());
}

async function become(context: ActionContext, row: LockedRow, event: 'upgrade' | 'demote') {
  const from = merchantTypes.name(Number(row.type));
  const to = merchantTypes.next(event, from);
  if (!to) throw new Refused('guard');
  const type = merchantTypes.value(to);
  const moved = { before: { type: row.type }, after: { type } };
  await context.set({ type });
  const people = await swapRoles(context, row.id, from, to);
  if (context.dryRun) return { type };
  await endSessions(context, people);
  await note(context, row, event, moved);
  return { type };
}

// Orders that may still succeed, or have and are not settled.
const PROFILE = `select count(*)::int as "subMerchants", min(name) as name,
    exists (select from collect_order where agent_id = $1 and commission > 0
      and (status in (${COLLECT_STATUS.created}, ${COLLECT_STATUS.paying}, ${COLLECT_STATUS.review})
        or (status = ${COLLECT_STATUS.success} and not settled)))
    or exists (select from pay_order where agent_id = $1 and commission > 0
      and status in (${PAY_STATUS.created}, ${PAY_STATUS.approving}, ${PAY_STATUS.queued}, ${PAY_STATUS.processing}, ${PAY_STATUS.unknown}))
      as "commissionPending"
  from merchant where agent_id = $1`;

const demote: ActionHandler = async (context, row) => {
  // Nobody may come to stand below it meanwhile.
  await lockAgents(context.tx);
  const { rows } = await context.tx.query<{
    subMerchants: number;
    name: string | null;
    commissionPending: boolean;
  }>(PROFILE, [row.id]);
  const profile = rows[0]!;
  const held = heldAsAgent(profile);
  if (held) throw new Refused(held, { count: profile.subMerchants, name: profile.name });
  return become(context, row, 'demote');
};

/** A new random password for whoever signs in for the merchant, shown once. */
const resetPassword: ActionHandler = async (context, row) => {
  const { tx, caller, deps, now, dryRun } = context;
  const owner = await ownerOf(tx, caller, row.id);
  if (dryRun) return { account: owner.account };
  const password = randomPassword();
  await replacePassword(tx, { userId: owner.id, hash: await hashPassword(password), given: true }, now);
  await note(context, row, 'resetPassword', { remark: owner.account });
  await forgive(tx, owner.id);
  context.onCommit(await sessionState(deps.pool).endUser(tx, owner.id, 'password reset', now));
  context.showOnce({ password });
  return { account: owner.account };
};

/** A new secret for the app of whoever signs in for the merchant, shown once. */
const resetOtp: ActionHandler = async (context, row) => {
  const { tx, caller, deps, now, dryRun } = context;
  const owner = await ownerOf(tx, caller, row.id);
  if (dryRun) return { account: owner.account };
  const otpSecret = await giveOtp(tx, deps.env.secretsKey ?? '', owner.id, now);
  await note(context, row, 'resetOtp', { remark: owner.account });
  context.showOnce({ otpSecret });
  return { account: owner.account };
};

/** The old secret signs nothing from now on. */
const rotateSecret: ActionHandler = async (context, row) => {
  const { deps, dryRun } = context;
  if (dryRun) return { callbackReadiness: row.callbackReadiness };
  const secret = newCallbackSecret();
  await context.set({ signSecret: encryptSecret(deps.env.secretsKey ?? '', secret) });
  await note(context, row, 'rotateSecret');
  context.showOnce({ secret });
  return {};
};

export const merchantActions: ActionHandlers<typeof merchant> = {
  enable: moving('enable'),
  disable: moving('disable'),
  freeze: moving('freeze'),
  upgrade: (context, row) => become(context, row, 'upgrade'),
  demote,
  resetPassword,
  resetOtp,
  rotateSecret,
  adjust,
};
