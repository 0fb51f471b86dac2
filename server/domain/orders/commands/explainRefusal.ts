import type { Explanations } from '../../../engine/action.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { timeText } from '../../../platform/http/zone.ts';
import { waitingFor } from '../../approvals/approvalAsk.ts';
import { aboutOrder } from '../../approvals/secondPerson.ts';

const SETTLED_BY = `select e.operator, s.created_at as at from order_settlement s join journal_entry e on e.id = s.entry_id
  where s.order_id = $1 and s.reversed_at is null`;

type Explain = NonNullable<Explanations[keyof Explanations]>;

/** Who lost a race reads who won it; a merchant's people read what happened, not which of the staff did it. */
const explainSettled: Explain = async (tx, row, { caller }) => {
  const { rows } = await tx.query<{ operator: string; at: Date }>(SETTLED_BY, [row.id]);
  const at = (row.settledAt as Date | null) ?? rows[0]?.at;
  const operator = rows[0]?.operator;
  if (!operator || !at || caller.merchantId !== null) return undefined;
  return new Refused('alreadySettled', { says: 'settledBy', operator, at: timeText(at, caller.timeZone) });
};

/** Whoever asked for a second person cannot be that one: a claim would not help. */
const explainClaim: Explain = async (tx, row, { action, caller, now }) => {
  if (action !== 'forceConfirm') return undefined;
  const first = await waitingFor(tx, aboutOrder(row), now);
  return first?.makerId === caller.userId ? new Refused('selfApproval') : undefined;
};

export const collectExplanations: Explanations = {
  alreadySettled: explainSettled,
  claimedByOther: explainClaim,
  notClaimedByYou: explainClaim,
};
