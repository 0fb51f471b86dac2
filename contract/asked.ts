import type { FlowWho } from './approvalFlow.ts';
import { dictItems } from './dicts.ts';

/** The key of a row with what waits about it for the decision of others; null where nothing does. */
export const ASKED = 'asked';

/** The filter for rows about which something waits. */
export const WAITS_FOR_APPROVAL = 'waitsForApproval';

/** A question about a row that waits for others, as the row shows it: what the schema's `question_shown` answers. */
export interface Asked {
  /** Of the request in Approvals. */
  id: string;
  /** Route of what was asked for. */
  command: string;
  maker: string;
  makerId: string | null;
  /** Place of the step that decides among those that this amount takes, and how many they are. */
  step: number;
  steps: number;
  who: FlowWho;
  /** Of a step that a role decides; a text in several languages. */
  role: string | null;
  /** Accounts of a step that people decide, the first of them. */
  people: readonly string[] | null;
  peopleCount: number;
  /** Others were asked too, since nobody had decided in time: those of the role, or whoever may do the command. */
  escalated: boolean;
  escalateRole: string | null;
  /** Who has agreed so far. */
  agreed: readonly string[] | null;
}

const RULED: ReadonlySet<string> = new Set(dictItems('approvalCommand').map(({ value }) => String(value)));
const RESOURCES: ReadonlySet<string> = new Set([...RULED].map((command) => command.split('/')[0]!));

/** Commands on several rows that do another one to each. */
const SAME: Readonly<Record<string, string>> = { 'collectOrder/batchSettle': 'collectOrder/settle' };

/** The command that a flow may rule which an action does; undefined where none does. */
export function ruledCommand(resource: string, action: string): string | undefined {
  const command = `${resource}/${action}`;
  const ruled = SAME[command] ?? command;
  return RULED.has(ruled) ? ruled : undefined;
}

/** Whether some command on rows of the resource may ask others first. */
export const mayBeAsked = (resource: string): boolean => RESOURCES.has(resource);

/** What waits about a row; undefined where that is not known of it. */
export const askedOf = (row: Readonly<Record<string, unknown>>): Asked | null | undefined =>
  row[ASKED] as Asked | null | undefined;
