import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type * as z from 'zod';
import { isLooser } from '../../../contract/approvalFlow.ts';
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
  /** Its command and currency. */
  name: string;
  /** Makes it one notice. */
  version: number;
  account: string;
  how: Loosening;
}

/** How a flow came to ask less: in Simplified and Traditional Chinese and English. */
const HOW = {
  published: [
    '发布了新版本：限额提高，或步骤、审批人减少',
    '發佈了新版本：限額提高，或步驟、審批人減少',
    'published a version with a higher limit, or fewer steps or people',
  ],
  raised: ['提高了限额', '提高了限額', 'raised its limit'],
  disabled: ['停用了规则', '停用了規則', 'switched the rule off'],
  deleted: ['删除了规则', '刪除了規則', 'deleted the rule'],
  exempted: [
    '为一个商户新增了限额更高的规则',
    '為一個商戶新增了限額更高的規則',
    'added a rule with a higher limit for one merchant',
  ],
} as const;

export type Loosening = keyof typeof HOW;

/** Notifies whoever decides approvals, and administrators, that less is asked of others than before. */
export const announceLooser = (
  tx: PoolClient,
  { ruleId, tenantId, name, version, account, how }: Loosened,
  now: Date,
): Promise<void> =>
  announce(
    tx,
    {
      key: `flowLooser:${ruleId}:${how}:${version}`,
      permission: 'approval:page',
      tenantId,
      ...(how !== 'deleted' && { link: { view: 'workflow', args: { id: ruleId } } }),
      title: localeTexts(
        `审批流程已放宽：${name}`,
        `審批流程已放寬：${name}`,
        `Approval flow loosened: ${name}`,
      ),
      content: localeTexts(
        `${account} ${HOW[how][0]}。请核对改动。`,
        `${account} ${HOW[how][1]}。請核對變更。`,
        `${account} ${HOW[how][2]}. Look at what changed.`,
      ),
    },
    now,
  );
