import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type * as z from 'zod';
import { isLooser } from '../../../contract/approvalFlow.ts';
import { commandNames } from './commandNames.ts';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { announce } from '../../platform/events/announce.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import type { publishSchema } from './flowPublish.ts';
import { stepsOf } from './flowStep.ts';

type Publishing = z.output<typeof publishSchema>;

const NOW = `select flow_version as "flowVersion", trim_scale(limit_amount)::text as "limitAmount" from approval_rule where id = $1`;

/**
 * A flow that asks less of others than the one in force is confirmed by a one-time password or a passkey.
 * @throws Refused otpUnbound, otpLocked, otpUsed, otpWrong, passkeyWrong
 */
export async function confirmLooser(
  deps: AppDeps,
  { userId }: Caller,
  { otp, ...body }: Publishing,
): Promise<void> {
  const { rows } = await deps.pool.query<{ flowVersion: number; limitAmount: string }>(NOW, [body.id]);
  const [rule] = rows;
  if (!rule) return;
  const client = await deps.pool.connect();
  try {
    const steps = await stepsOf(client, { ruleId: body.id, flowVersion: rule.flowVersion });
    if (!isLooser({ limitAmount: rule.limitAmount, steps }, body)) return;
  } finally {
    client.release();
  }
  const commandKey = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  await deps.modules.identity.confirmByOtp(deps, {
    userId,
    code: otp,
    action: 'approvalRule/publish',
    commandKey,
  });
}

interface Loosened {
  ruleId: string;
  tenantId: string;
  command: string;
  currency: string;
  /** Makes it one notice. */
  version: number;
  account: string;
  how: keyof typeof HOW;
}

/** How a flow came to ask less: in Simplified and Traditional Chinese and English. */
const HOW = {
  published: [
    '发布了要求更少的版本：限额、步骤或审批人有变',
    '發佈了要求更少的版本：限額、步驟或審批人有變',
    'published a version that may ask less: another limit, steps or people',
  ],
  disabled: ['停用了规则', '停用了規則', 'switched the rule off'],
} as const;

/** Notifies whoever decides approvals, and administrators, that less is asked of others than before. */
export const announceLooser = (
  tx: PoolClient,
  { ruleId, tenantId, command, currency, version, account, how }: Loosened,
  now: Date,
): Promise<void> =>
  announce(
    tx,
    {
      key: `flowLooser:${ruleId}:${how}:${version}`,
      permission: 'approval:page',
      tenantId,
      link: { view: 'workflow', args: { id: ruleId } },
      title: localeTexts(
        `审批流程已放宽：${commandNames(command)[0]} ${currency}`,
        `審批流程已放寬：${commandNames(command)[1]} ${currency}`,
        `Approval flow loosened: ${commandNames(command)[2]}, ${currency}`,
      ),
      content: localeTexts(
        `${account} ${HOW[how][0]}。请核对改动。`,
        `${account} ${HOW[how][1]}。請核對變更。`,
        `${account} ${HOW[how][2]}. Look at what changed.`,
      ),
    },
    now,
  );
