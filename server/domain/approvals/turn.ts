import { TURN_NAMED, type Turn, type TurnStep, type WayStep } from '../../../contract/approvalFlow.ts';
import type { ActionContext } from '../../engine/action.ts';
import { type About, type Question, rulingOn } from './approvalAsk.ts';
import { stepsOf } from './flowStep.ts';
import { stepsOfWay, wayOf } from './way.ts';

/** Whose turn it is, as a dry run says it: who decides is the platform's own, and no merchant's people are answered. */

type Asking = Pick<ActionContext, 'tx' | 'caller'>;

const taken = (steps: readonly WayStep[]): WayStep[] => steps.filter(({ state }) => state !== 'skipped');

const shown = (all: readonly WayStep[], step: WayStep): TurnStep => ({
  step: all.indexOf(step) + 1,
  name: step.name,
  who: step.who,
  roleName: step.roleName,
  people: step.people.slice(0, TURN_NAMED),
  peopleCount: step.people.length,
});

/** Whom the caller would ask by this; nothing where no flow asks anybody. */
export async function turnOfAsking({ tx, caller }: Asking, question: Question): Promise<{ turn?: Turn }> {
  if (caller.merchantId !== null) return {};
  const ruling = await rulingOn(tx, question);
  if (!ruling) return {};
  const { tenantId, resource, action, row, amount } = question;
  // Whom the platform asks is its own.
  if (caller.isTenants && tenantId !== caller.tenantId) return {};
  const of = { tenantId, merchantId: row.merchantId, makerId: caller.userId };
  const traveller = { ...of, command: `${resource}/${action}`, amount, locale: caller.locale };
  const steps = taken(await stepsOfWay(tx, await stepsOf(tx, ruling), traveller));
  return { turn: { step: null, steps: steps.length, next: steps.map((step) => shown(steps, step)) } };
}

const DECIDED = `select a.id::text, d.step from approval a join approval_decision d on d.approval_id = a.id
  where a.resource = $1 and a.row_id = $2 and d.user_id = $3 and d.kind = 'agree'
  order by d.decided_at desc, d.id desc limit 1`;

/** What the caller has decided by the answer that was just rehearsed, and who decides after it. */
export async function turnOfAnswer(
  { tx, caller }: Asking,
  { resource, rowId }: About,
): Promise<{ turn?: Turn }> {
  const values = [resource, rowId, caller.userId];
  const { rows } = await tx.query<{ id: string; step: number }>({
    name: 'turn-decided',
    text: DECIDED,
    values,
  });
  const [decided] = rows;
  const way = decided && (await wayOf(tx, decided.id, caller.locale));
  if (!way) return {};
  const steps = taken(way.steps);
  const next = steps.filter(({ state }) => state === 'current').map((step) => shown(steps, step));
  const step = steps.findIndex((each) => each.step === decided.step) + 1;
  return { turn: { step, steps: steps.length, next } };
}
