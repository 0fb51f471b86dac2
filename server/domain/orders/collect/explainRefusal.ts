import type { Explain } from '../../../engine/action.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { timeText } from '../../../platform/http/zone.ts';

const SETTLED_BY = `select e.operator, s.created_at as at from order_settlement s join journal_entry e on e.id = s.entry_id
  where s.order_id = $1 and s.reversed_at is null`;

const SETTLING: ReadonlySet<string> = new Set(['settle', 'batchSettle']);

/** Who lost a race is told who won it. */
export const explainCollectRefusal: Explain = async (tx, row, action, caller) => {
  if (!SETTLING.has(action) || row.settled !== true) return undefined;
  const { rows } = await tx.query<{ operator: string; at: Date }>(SETTLED_BY, [row.id]);
  const at = (row.settledAt as Date | null) ?? rows[0]?.at;
  const operator = rows[0]?.operator;
  // A merchant's people read what happened, not which of the platform's staff did it.
  if (!operator || !at || caller.merchantId !== null) return new Refused('alreadySettled');
  return new Refused('alreadySettled', { says: 'settledBy', operator, at: timeText(at, caller.timeZone) });
};
