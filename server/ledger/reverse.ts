import type { PoolClient } from 'pg';
import { Refused } from '../http/refused.ts';
import { reversal } from './entries.ts';
import { liveLegs } from './history.ts';
import { type Entry, post, rehearse } from './post.ts';

type Reversal = Pick<Entry, 'merchantId' | 'currency' | 'commandKey' | 'operator' | 'system' | 'remark'> & {
  order: NonNullable<Entry['order']>;
};

/** Undoes all an order still has in one entry, and ends its settlement. All of it or nothing; dry: only the check. */
export async function reverse(tx: PoolClient, command: Reversal, dry = false): Promise<void> {
  const { legs, collectionEntryId } = await liveLegs(tx, command.order.id);
  if (collectionEntryId === undefined) throw new Refused('guard');
  const entry: Entry = { ...command, kind: 'reversal', reverses: collectionEntryId, legs: reversal(legs) };
  if (dry) {
    await rehearse(tx, entry);
    return;
  }
  const posted = await post(tx, entry);
  if (posted.repeated) return;
  await tx.query(
    'update order_settlement set reversed_at = now() where order_id = $1 and reversed_at is null',
    [command.order.id],
  );
}
