import type { OpenCounts } from '../../../contract/shiftHandover.ts';
import { HANDOVER_MS } from '../../../contract/shiftHandover.ts';
import { newId } from '../../platform/db/id.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { Refused } from '../../platform/http/refused.ts';
import { openClaims } from './claims.ts';
import type { Deciding } from './notify.ts';

const INSERT = `insert into shift_handover (id, tenant_id, user_id, to_user_id, note, counts, claims, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9)`;
const CLAIM = `insert into shift_handover_claim (handover_id, merchant_id, order_kind, order_id, order_no)
  values ($1, $2, $3, $4, $5)`;
// An offer is a sign of its giver: the claims last as long as those just made.
const TOUCH_COLLECT =
  'update collect_order set claimed_at = $3 where id = any($1::bigint[]) and claimed_by = $2';
const TOUCH_PAY = 'update pay_order set claimed_at = $3 where id = any($1::bigint[]) and claimed_by = $2';

interface Offered {
  toUserId: string;
  note: string;
  counts: OpenCounts;
}

/** Offers the caller's open claims, which stay the caller's until they are accepted. @throws Refused handoverOpen */
export async function offerShift(
  { tx, caller, now }: Deciding,
  { toUserId, note, counts }: Offered,
): Promise<{ id: string; claims: number }> {
  const id = newId();
  const claims = await openClaims(tx, caller.userId, now);
  const until = new Date(now.getTime() + HANDOVER_MS);
  const figures = [JSON.stringify(counts), claims.length, now, until];
  try {
    await tx.query(INSERT, [id, caller.tenantId, caller.userId, toUserId, note, ...figures]);
  } catch (error) {
    if (sqlState(error) === '23505') throw new Refused('handoverOpen');
    throw error;
  }
  for (const { merchantId, kind, orderId, orderNo } of claims)
    await tx.query(CLAIM, [id, merchantId, kind, orderId, orderNo]);
  const ids = (kind: string) => claims.filter((claim) => claim.kind === kind).map(({ orderId }) => orderId);
  await tx.query(TOUCH_COLLECT, [ids('collectOrder'), caller.userId, now]);
  await tx.query(TOUCH_PAY, [ids('payOrder'), caller.userId, now]);
  await emit(tx, 'shiftHandover', id, 'add');
  return { id, claims: claims.length };
}
