import {
  endOfTime,
  type FlowPerson,
  type FlowStepShown,
  type WayStep,
} from '../../../contract/approvalFlow.ts';
import { type Translate, dictLabel, formatMoney } from '../../kit/index.ts';

const HOUR = 60;
const DAY = 1_440;
const NAMED_MOST = 4;

/** A term in the largest unit in which it is whole. `t` is of the platform. */
export function termText(t: Translate, minutes: number): string {
  if (minutes % DAY === 0) return t('workflow.days', { count: minutes / DAY });
  if (minutes % HOUR === 0) return t('workflow.hours', { count: minutes / HOUR });
  return t('workflow.minutes', { count: minutes });
}

export const personName = ({ realName, account }: FlowPerson): string => realName || account;

/** The first few by name, and how many more. */
export function peopleText(t: Translate, people: readonly FlowPerson[]): string {
  const named = people.slice(0, NAMED_MOST).map(personName).join(', ');
  const more = people.length - NAMED_MOST;
  return more > 0 ? `${named} ${t('workflow.more', { count: more })}` : named;
}

/** Whom a step asks, those named by name where they are given. */
export function whoText(
  t: Translate,
  { who, roleName }: Pick<WayStep, 'who' | 'roleName'>,
  users?: readonly FlowPerson[],
): string {
  if (who === 'role')
    return roleName ? t('workflow.who.roleNamed', { role: roleName }) : t('workflow.noRole');
  if (who === 'people' && users) return users.length > 0 ? peopleText(t, users) : t('workflow.noPeople');
  return t(`workflow.who.${who}`);
}

export const aboveText = (t: Translate, amount: string, currency: string): string =>
  t('workflow.above', { amount: formatMoney(amount, currency, { code: true }) });

/** What follows where nobody decides in time. */
export function timeoutText(
  t: Translate,
  command: string,
  step: Pick<FlowStepShown, 'timeoutMinutes' | 'onTimeout'> & { escalateRoleName?: string | null },
): string {
  const { onTimeout, escalateRoleName } = step;
  const end = endOfTime(command, onTimeout);
  const key = end === 'escalate' && escalateRoleName ? 'escalateTo' : end;
  return t('workflow.after', {
    term: termText(t, step.timeoutMinutes),
    outcome: t(`workflow.then.${key}`, { role: escalateRoleName }),
  });
}

/** What a flow is called: its command, its currency and whose it is. */
export const flowTitle = (
  t: Translate,
  { command, currency, merchantName }: { command: unknown; currency: unknown; merchantName?: unknown },
): string =>
  [
    dictLabel('approvalCommand', command),
    String(currency),
    merchantName ? String(merchantName) : t('workflow.allMerchants'),
  ].join(' · ');
