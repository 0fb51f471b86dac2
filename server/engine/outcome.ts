import type { Pool } from 'pg';
import type { ActionResult } from '../../contract/calls.ts';
import type { CommandOutcome } from '../../contract/commandOutcome.ts';

// As the claim of the key takes it, and only looked at: whoever asks must not be in the command's way.
const IN_HAND = `select exists (select from pg_locks
  where locktype = 'advisory' and objsubid = 1 and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = hashtextextended($1::bigint::text || '/' || $2::text, 7300)) as busy`;
// An operation that was finished for a server that died has its result in the job alone.
const STORED = `select case when j.status in ('done', 'failed', 'cancelled') then j.result else i.answer end as answer
  from idempotency i left join job j on j.id = (i.answer ->> 'operation')::bigint
  where i.user_id = $1 and i.key = $2`;

type Stored = Partial<ActionResult> & { operation?: string };

/** What became of a command of this person; what is shown once is in no stored answer and not in this one. */
export async function outcomeOf(pool: Pool, userId: string, key: string): Promise<CommandOutcome> {
  // First whether it goes on, then what it left: in the other order it could end in between.
  const inHand = await pool.query<{ busy: boolean }>({
    name: 'command-in-hand',
    text: IN_HAND,
    values: [userId, key],
  });
  const { rows } = await pool.query<{ answer: Stored | null }>({
    name: 'command-answer',
    text: STORED,
    values: [userId, key],
  });
  const answer = rows[0]?.answer;
  if (!answer) return { state: rows[0] || inHand.rows[0]?.busy ? 'running' : 'none' };
  if (answer.operation !== undefined) return { state: 'running' };
  const { done = [], refused = [], waiting = [], jobId } = answer;
  return { state: 'answered', done, refused, waiting, ...(jobId && { jobId }) };
}
