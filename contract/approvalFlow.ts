import { Amount, amountText, isAmountText } from './money.ts';

/** An approval flow as it is drawn: steps one after the other, each decided by somebody else. */

export const FLOW_WHO = ['permitted', 'role', 'director', 'people'] as const;
export type FlowWho = (typeof FLOW_WHO)[number];
export const FLOW_DECIDES = ['any', 'all'] as const;
export type FlowDecides = (typeof FLOW_DECIDES)[number];
export const FLOW_TIMEOUT = ['ask', 'escalate', 'refuse'] as const;
export type FlowTimeout = (typeof FLOW_TIMEOUT)[number];

export const FLOW_STEPS_MOST = 9;
export const FLOW_PEOPLE_MOST = 20;
export const FLOW_NAME_MOST = 60;
export const FLOW_NOTE_MOST = 200;
export const TIMEOUT_MINUTES = { least: 5, most: 43_200, usual: 4_320 } as const;

/**
 * What is never done by one person alone: where no flow rules it, or its amount is not above the limit, one other person
 * who may do the command decides.
 */
export const ALWAYS_ASKED: readonly string[] = [
  'adjustment/approve',
  'rechargeOrder/approve',
  'manualOrder/approve',
];

/** Rows that move by an answer alone: what nobody answered in time is asked about again. */
const ASKED_AGAIN: readonly string[] = ['payOrder/approve', ...ALWAYS_ASKED];

/** What becomes of a command where a step that says this has had its time: it may lapse, or wait on. */
export function endOfTime(command: string, onTimeout: FlowTimeout): FlowTimeout | 'lapse' | 'stay' {
  if (onTimeout === 'escalate') return onTimeout;
  // Money may have left by the transaction that it names.
  if (command === 'withdrawal/complete') return 'stay';
  return onTimeout === 'ask' && !ASKED_AGAIN.includes(command) ? 'lapse' : onTimeout;
}

/** Somebody whom a step asks. */
export interface FlowPerson {
  id: string;
  account: string;
  realName: string;
}

/** A step as it is drawn and published; its number is its place. */
export interface FlowStepInput {
  name: string;
  who: FlowWho;
  roleId: string | null;
  userIds: string[];
  decides: FlowDecides;
  /** Decimal text; the step is left out at and below it. */
  aboveAmount: string | null;
  timeoutMinutes: number;
  onTimeout: FlowTimeout;
  escalateRoleId: string | null;
}

/** With the names of whom it refers to. */
export interface FlowStepShown extends FlowStepInput {
  roleName: string | null;
  escalateRoleName: string | null;
  /** Those named by it. */
  users: FlowPerson[];
}

export interface FlowVersionShown {
  flowVersion: number;
  limitAmount: string;
  note: string | null;
  publishedBy: string | null;
  publishedAt: string;
  steps: FlowStepShown[];
}

/** A flow with its versions, the newest first. */
export interface FlowShown {
  id: string;
  version: number;
  command: string;
  currency: string;
  merchantId: string | null;
  merchantName: string | null;
  status: number;
  flowVersion: number;
  versions: FlowVersionShown[];
}

/** A step of the way that a request takes. */
export interface WayStep {
  step: number;
  name: string;
  who: FlowWho;
  roleName: string | null;
  decides: FlowDecides;
  aboveAmount: string | null;
  timeoutMinutes: number;
  onTimeout: FlowTimeout;
  /** Left out for its amount; passed; deciding now; to come. */
  state: 'skipped' | 'passed' | 'current' | 'ahead' | 'stopped';
  escalated: boolean;
  /** Who could decide, or is awaited: without those who have decided. */
  people: FlowPerson[];
  decisions: WayDecision[];
}

export interface WayDecision {
  kind: 'agree' | 'refuse' | 'escalate' | 'timeout';
  account: string | null;
  realName: string | null;
  reason: string | null;
  at: string;
}

/** The way of a request, or of one that is only tried out. */
export interface Way {
  flowVersion: number;
  limitAmount: string;
  steps: WayStep[];
}

/** So many people of a step are called by name. */
export const TURN_NAMED = 3;

/** A step that decides later, by its place among those that the amount takes. */
export interface TurnStep extends Pick<WayStep, 'step' | 'name' | 'who' | 'roleName'> {
  /** The first of them. */
  people: FlowPerson[];
  peopleCount: number;
}

/** Whose turn a command is, as its dry run says it. */
export interface Turn {
  /** The place of the step that the caller decides by it; null where they ask others by it. */
  step: number | null;
  /** How many steps the amount takes. */
  steps: number;
  /** Who decides afterwards: every step of what is asked, the next one of an answer, none after the last. */
  next: TurnStep[];
}

/** What would become of an amount: nobody is asked where no flow rules it, or it is not above the limit. */
export interface TriedWay {
  ruleId: string | null;
  way: Way | null;
  /** Why nobody is asked. */
  reason: 'noFlow' | 'off' | 'belowLimit' | null;
  /** The first step that nobody could decide; null where all can be. */
  stuck: number | null;
}

/** What of a version says how much it asks of others. */
export interface FlowDemand {
  limitAmount: string;
  steps: readonly StepDemand[];
}

/** What of a step says how much it asks. */
type StepDemand = Pick<
  FlowStepInput,
  'who' | 'roleId' | 'userIds' | 'decides' | 'aboveAmount' | 'timeoutMinutes' | 'onTimeout' | 'escalateRoleId'
>;

/** The same people, or more of whom all decide. */
function asksTheSame(before: StepDemand, after: StepDemand): boolean {
  if (before.who === 'permitted') return true;
  if (after.who !== before.who || after.roleId !== before.roleId) return false;
  if (before.decides === 'all' && after.decides !== 'all') return false;
  const kept = before.userIds.every((id) => after.userIds.includes(id));
  return kept && (after.decides === 'all' || after.userIds.length === before.userIds.length);
}

/** Time lets nobody else decide, and nobody sooner. */
function asksNoOthersInTime(before: StepDemand, after: StepDemand): boolean {
  if (after.onTimeout !== 'escalate') return true;
  return (
    before.onTimeout === 'escalate' &&
    after.escalateRoleId === before.escalateRoleId &&
    after.timeoutMinutes >= before.timeoutMinutes
  );
}

const asksAsMuch = (before: StepDemand, after: StepDemand): boolean =>
  asksTheSame(before, after) && asksNoOthersInTime(before, after);

/** Whether steps that an amount takes ask less of others than those before: one of them has none in its order that asks as much. */
export function asksLess(before: readonly StepDemand[], after: readonly StepDemand[]): boolean {
  let at = 0;
  for (const step of before) {
    while (at < after.length && !asksAsMuch(step, after[at]!)) at += 1;
    if (at === after.length) return true;
    at += 1;
  }
  return false;
}

/** The steps that an amount takes. */
export const stepsTaken = <S extends Pick<StepDemand, 'aboveAmount'>>(
  steps: readonly S[],
  amount: string,
): S[] =>
  steps.filter(
    ({ aboveAmount }) => aboveAmount === null || new Amount(amount).abs().greaterThan(aboveAmount),
  );

/** What no currency has a smaller unit than. */
const LEAST = '0.000001';

/** Amounts at limits and next to them: nothing changes between. */
export function amountsAround(limits: readonly string[]): string[] {
  const next = limits
    .filter(isAmountText)
    .flatMap((at) => [-1, 0, 1].map((by) => new Amount(LEAST).times(by).plus(at)));
  const amounts = [new Amount(LEAST), ...next].filter((amount) => amount.greaterThan(0));
  return [...new Set(amounts.map((amount) => amountText(amount)))];
}

const limitsOf = ({ limitAmount, steps }: FlowDemand): string[] => [
  limitAmount,
  ...steps.flatMap(({ aboveAmount }) => aboveAmount ?? []),
];

const demandOf = ({ limitAmount, steps }: FlowDemand, amount: string): readonly StepDemand[] =>
  isAmountText(limitAmount) && new Amount(amount).greaterThan(limitAmount) ? stepsTaken(steps, amount) : [];

/**
 * Whether a version may ask less of others than the one before, of any amount: of later ones, in fewer steps, or other people,
 * fewer of them or others in time. Further steps ask more.
 */
export const isLooser = (before: FlowDemand, after: FlowDemand): boolean =>
  amountsAround([...limitsOf(before), ...limitsOf(after)]).some((amount) =>
    asksLess(demandOf(before, amount), demandOf(after, amount)),
  );
