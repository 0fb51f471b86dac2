import type { PoolClient } from 'pg';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { announce } from '../../platform/events/announce.ts';
import { commandNames } from './commandNames.ts';

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
  enabled: [
    '启用了要求更少的规则',
    '啟用了要求更少的規則',
    'switched on a rule that asks less than the one for all',
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
