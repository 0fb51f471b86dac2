import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { Rollback, transact } from '../../platform/db/transaction.ts';
import type { Spent } from '../../identity/session/otp/giveBack.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { type publishSchema, writeVersion } from './flowPublish.ts';

type Publishing = z.output<typeof publishSchema>;

/**
 * What asks less of others than the rules in force is confirmed by a one-time password or a passkey; what is refused asks for
 * none. @throws Refused what `writeVersion` refuses, otpUnbound, otpLocked, otpUsed, otpWrong, passkeyWrong
 */
export async function confirmLooser(
  deps: AppDeps,
  caller: Caller,
  { otp, ...body }: Publishing,
): Promise<Spent | undefined> {
  const isLooser = await transact(
    deps.pool,
    async (tx) => new Rollback((await writeVersion(tx, caller, body, deps.clock.now())).isLooser),
  );
  if (!isLooser) return undefined;
  const commandKey = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return deps.modules.identity.confirmByOtp(deps, {
    userId: caller.userId,
    code: otp,
    action: 'approvalRule/publish',
    commandKey,
  });
}
