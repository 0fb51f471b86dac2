import type { PoolClient } from 'pg';
import { Refused } from '../../platform/http/refused.ts';

/**
 * Runs the work behind a savepoint. What is refused undoes itself, leaves the transaction usable and is answered, so
 * that what an upstream reported is kept all the same; a fault goes on, so that it is reported again.
 */
export async function refusalOf(tx: PoolClient, work: () => Promise<unknown>): Promise<Refused | undefined> {
  await tx.query('savepoint report');
  try {
    await work();
    await tx.query('release savepoint report');
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await tx.query('rollback to savepoint report');
    return error;
  }
}

/** For a remark, which merchants read too: why it was refused, and no number of another's order. */
export const refusalText = ({ code, values }: Refused): string =>
  typeof values.field === 'string' ? `${code} ${values.field}` : code;
