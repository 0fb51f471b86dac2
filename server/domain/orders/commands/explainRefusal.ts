import type { Explanations } from '../../../engine/action.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { timeText } from '../../../platform/http/zone.ts';

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

export const collectExplanations: Explanations = { alreadySettled: explainSettled };
