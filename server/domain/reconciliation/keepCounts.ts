import { idAt } from '../../platform/db/id.ts';
import { transact } from '../../platform/db/transaction.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { tell } from './batch.ts';

const DAY_MS = 24 * 3_600_000;
/** A match commits some time after the moment that its line of history is named by. */
const OVERLAP_MS = 2 * 60_000;

const TOUCHED = `select distinct b.batch_id::text as id from bank_bill_log l join bank_bill b on b.id = l.bill_id
  where l.id >= $1 order by 1`;

/**
 * Counts the lines of a statement again after people have matched, undone, ignored or distinguished some. Apart from these
 * commands, so that two persons who work through one statement never wait for each other. The first turn looks back a
 * day, for what a server that was killed has left.
 */
export function keepCounts(): (deps: Pick<AppDeps, 'pool'>) => Promise<void> {
  let spanMs = DAY_MS;
  return async ({ pool }) => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'batches-touched',
      text: TOUCHED,
      // Ids come from the clock of the machine.
      values: [idAt(Date.now() - spanMs)],
    });
    for (const { id } of rows) await transact(pool, (tx) => tell(tx, id));
    spanMs = OVERLAP_MS;
  };
}
