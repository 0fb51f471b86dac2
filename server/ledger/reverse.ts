import type { PoolClient } from 'pg';
import { Refused } from '../platform/http/refused.ts';
import { reversal } from './entries.ts';
import { liveLegs } from './history.ts';
import type { ChainedLeg } from './chain.ts';
import { type Entry, post, rehearse } from './post.ts';

type Reversal = Pick<Entry, 'merchantId' | 'currency' | 'commandKey' | 'operator' | 'system' | 'remark'> & {
  order: NonNullable<Entry['order']>;
};

async function undoing(tx: PoolClient, command: Reversal): Promise<Entry> {
  const { legs, collectionEntryId } = await liveLegs(tx, {
    id: command.order.id,
    merchantId: command.merchantId,
  });
  if (collectionEntryId === undefined) throw new Refused('guard');
  return { ...command, kind: 'reversal', reverses: collectionEntryId, legs: reversal(legs) };
}

/** What `reverse` would move. @throws Refused what it would be refused for */
export async function rehearseReversal(tx: PoolClient, command: Reversal): Promise<readonly ChainedLeg[]> {
  return (await rehearse(tx, await undoing(tx, command))).legs;
}

/**
 * Undoes all an order still has in one entry, and ends its settlement. All of it or nothing.
 * @returns the id of that entry
 */
export async function reverse(tx: PoolClient, command: Reversal): Promise<string> {
  const entry = await undoing(tx, command);
  const posted = await post(tx, entry);
  if (posted.repeated) return posted.entryId;
  await tx.query(
    `update order_settlement set reversed_at = now()
     where order_id = $1 and merchant_id = $2 and reversed_at is null`,
    [command.order.id, command.merchantId],
  );
  return posted.entryId;
}
