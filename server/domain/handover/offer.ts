import type { OpenCounts } from '../../../contract/shiftHandover.ts';
import { HANDOVER_MS } from '../../../contract/shiftHandover.ts';
import { newId } from '../../platform/db/id.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refused } from '../../platform/http/refused.ts';
import { putOnOffer } from './claims.ts';
import type { Deciding } from './notify.ts';

const INSERT = `insert into shift_handover (id, tenant_id, user_id, to_user_id, note, counts, claims, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9)`;
const CLAIM = `insert into shift_handover_claim (handover_id, merchant_id, order_kind, order_id, order_no)
  values ($1, $2, $3, $4, $5)`;

interface Offered {
  toUserId: string;
  note: string;
  counts: OpenCounts;
}

/**
 * Offers the caller's open claims, which stay the caller's until they are accepted, for as long as the offer is open.
 * @throws Refused handoverOpen
 */
export async function offerShift(
  { tx, caller, now }: Deciding,
  { toUserId, note, counts }: Offered,
): Promise<{ id: string; claims: number }> {
  const id = newId();
  const until = new Date(now.getTime() + HANDOVER_MS);
  const claims = await putOnOffer(tx, caller.userId, { now, until });
  const figures = [JSON.stringify(counts), claims.length, now, until];
  try {
    await tx.query(INSERT, [id, caller.tenantId, caller.userId, toUserId, note, ...figures]);
  } catch (error) {
    if (sqlState(error) === '23505') throw new Refused('handoverOpen');
    throw error;
  }
  for (const { merchantId, kind, orderId, orderNo } of claims)
    await tx.query(CLAIM, [id, merchantId, kind, orderId, orderNo]);
  await emit(tx, 'shiftHandover', id, 'add');
  return { id, claims: claims.length };
}
