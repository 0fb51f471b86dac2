import { Amount, fitsCurrency, isAmountText } from '../../../contract/money.ts';
import {
  type FlowShown,
  type FlowStepInput,
  type FlowStepShown,
  type FlowVersionShown,
  TIMEOUT_MINUTES,
} from '../../../contract/approvalFlow.ts';

/** What is wrong with an amount as it is typed: none at all, digits that the currency lacks, or not above the start. */
export type AmountProblem = 'none' | 'digits' | 'notAbove';

export function amountProblem(text: string, currency: string, limit?: string): AmountProblem | undefined {
  if (!isAmountText(text) || text.startsWith('-')) return 'none';
  if (!fitsCurrency(text, currency)) return 'digits';
  return limit !== undefined && isAmountText(limit) && !new Amount(text).greaterThan(limit)
    ? 'notAbove'
    : undefined;
}

/** An amount without the commas and spaces that are typed with it. */
export const amountTyped = (text: string): string => text.replaceAll(/[,\s]/g, '');

/** The first amount of a drawing that could not be published, and whose it is: 0 of the flow, else the step's number. */
export function wrongAmount(
  { limitAmount, steps }: Draft,
  currency: string,
): { step: number; problem: AmountProblem } | undefined {
  const start = amountProblem(limitAmount, currency);
  if (start) return { step: 0, problem: start };
  for (const [at, { aboveAmount }] of steps.entries()) {
    const problem = at > 0 && aboveAmount !== null && amountProblem(aboveAmount, currency, limitAmount);
    if (problem) return { step: at + 1, problem };
  }
  return undefined;
}

/** A step while it is drawn; its key stays as it moves. */
export interface DraftStep extends FlowStepShown {
  key: string;
}

/** What is drawn and not published yet. */
export interface Draft {
  limitAmount: string;
  steps: readonly DraftStep[];
}

let made = 0;
const nextKey = (): string => {
  made += 1;
  return `step-${made}`;
};

export const versionNow = (flow: FlowShown): FlowVersionShown | undefined =>
  flow.versions.find(({ flowVersion }) => flowVersion === flow.flowVersion);

export const draftOf = ({ limitAmount, steps }: FlowVersionShown): Draft => ({
  limitAmount,
  steps: steps.map((step) => ({ ...step, key: nextKey() })),
});

export const newStep = (): DraftStep => ({
  key: nextKey(),
  name: '',
  who: 'permitted',
  roleId: null,
  roleName: null,
  userIds: [],
  users: [],
  decides: 'any',
  aboveAmount: null,
  timeoutMinutes: TIMEOUT_MINUTES.usual,
  onTimeout: 'ask',
  escalateRoleId: null,
  escalateRoleName: null,
});

/** What a server takes: without names, and the first step for every amount. */
export const inputOf = (steps: readonly FlowStepShown[]): FlowStepInput[] =>
  steps.map((step, at) => ({
    name: step.name.trim(),
    who: step.who,
    roleId: step.roleId,
    userIds: step.userIds,
    decides: step.decides,
    aboveAmount: at === 0 ? null : step.aboveAmount,
    timeoutMinutes: step.timeoutMinutes,
    onTimeout: step.onTimeout,
    escalateRoleId: step.escalateRoleId,
  }));

export const isSame = (draft: Draft, version: FlowVersionShown): boolean =>
  draft.limitAmount === version.limitAmount &&
  JSON.stringify(inputOf(draft.steps)) === JSON.stringify(inputOf(version.steps));

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = list.filter((_, at) => at !== from);
  next.splice(to, 0, list[from]!);
  return next;
}

export interface Change {
  kind: 'added' | 'removed' | 'changed' | 'same';
  before: FlowStepShown | undefined;
  after: FlowStepShown | undefined;
}

/** What a version has in the place of each step of another. */
export function changesOf(before: readonly FlowStepShown[], drawn: readonly FlowStepShown[]): Change[] {
  const after = drawn.map((step, at) => (at === 0 ? { ...step, aboveAmount: null } : step));
  const [was, is] = [inputOf(before), inputOf(after)];
  return Array.from({ length: Math.max(was.length, is.length) }, (_, at) => {
    const kind =
      was[at] === undefined
        ? 'added'
        : is[at] === undefined
          ? 'removed'
          : JSON.stringify(was[at]) === JSON.stringify(is[at])
            ? 'same'
            : 'changed';
    return { kind, before: before[at], after: after[at] };
  });
}
