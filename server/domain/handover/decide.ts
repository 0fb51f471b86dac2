import type { PoolClient } from 'pg';
import type { Visible } from '../../engine/scope.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type ClaimFate, type ClaimRow, endOffer, fateOf, faultOf, lockClaims } from './claims.ts';
import { type Deciding, notifyParty } from './notify.ts';

interface LockedHandover {
  id: string;
  userId: string;
  account: string;
  toUserId: string;
  status: string;
  expiresAt: Date;
}

const LOCK = `select h.id::text, h.user_id::text as "userId", u.account, h.to_user_id::text as "toUserId", h.status,
    h.expires_at as "expiresAt"
  from shift_handover h join sys_user u on u.id = h.user_id where h.id = $1 and h.tenant_id = $2 for update of h`;
const END = `update shift_handover set status = $2, decided_at = $3, reason = $4, moved = $5, version = version + 1 where id = $1`;
const MOVE = `set claimed_by = $3, claimed_at = $4, claim_offered_until = null, version = version + 1
  where id = $1 and merchant_id = $2`;
const MOVE_COLLECT = `update collect_order ${MOVE}`;
const MOVE_PAY = `update pay_order ${MOVE}`;
const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after, remark, ip,
    resource, created_at)
  values ($1, $2, $3, $4, 'claim', $5, $6, $7::jsonb, $8::jsonb, $9, $10, $11, $12)`;
const RECEIPT = `update shift_handover_claim set outcome = $3, fault = $4, holder = $5 where handover_id = $1 and order_id = $2`;

/**
 * The open offer that one of its two parties decides on, locked.
 * @throws Refused notFound where the caller is not that party, handoverEnded where it is open no more
 */
async function lockOffer(
  { tx, caller, now }: Deciding,
  id: string,
  party: 'userId' | 'toUserId',
): Promise<LockedHandover> {
  const [found] = (await tx.query<LockedHandover>(LOCK, [id, caller.tenantId])).rows;
  if (!found || found[party] !== caller.userId) throw new Refused('notFound');
  if (found.status !== 'offered' || found.expiresAt <= now) throw new Refused('handoverEnded');
  return found;
}

/** What the giver keeps is in hand again as if claimed now. */
async function end(
  { tx, now }: Deciding,
  { id, userId }: LockedHandover,
  status: string,
  { reason = null, moved = 0 }: { reason?: string | null; moved?: number } = {},
): Promise<void> {
  await tx.query(END, [id, status, now, reason, moved]);
  await endOffer(tx, { id, userId }, now);
  await emit(tx, 'shiftHandover', id, 'update');
}

/** One claim goes from its giver to the caller; the order's log says from whom to whom. */
async function move({ tx, caller, now }: Deciding, giver: LockedHandover, row: ClaimRow): Promise<void> {
  const { kind, orderId, orderNo, merchantId } = row;
  const values = [orderId, merchantId, caller.userId, now];
  if (kind === 'collectOrder') await tx.query(MOVE_COLLECT, values);
  else await tx.query(MOVE_PAY, values);
  const logId = newId();
  const before = { claimedBy: giver.userId, claimedByName: giver.account };
  const after = { claimedBy: caller.userId, claimedByName: caller.account };
  await tx.query(LOG, [
    logId,
    orderId,
    orderNo,
    merchantId,
    caller.account,
    caller.userId,
    JSON.stringify(before),
    JSON.stringify(after),
    `${giver.account} → ${caller.account}`,
    caller.ip || null,
    kind,
    now,
  ]);
  await emit(tx, kind, orderId, 'update', merchantId);
  await emit(tx, 'orderLog', logId, 'add', merchantId);
}

export interface Receipt extends ClaimFate {
  orderId: string;
  orderNo: string;
}

async function decideClaim(
  deciding: Deciding & { visible: Visible; wanted: ReadonlySet<string> | undefined },
  offer: LockedHandover,
  row: ClaimRow,
): Promise<Receipt> {
  const { tx, caller, now, visible, wanted } = deciding;
  const { orderId, orderNo } = row;
  const fault = faultOf(row, { giverId: offer.userId, taker: caller, visible, now });
  const isWanted = !wanted || wanted.has(orderId);
  const fate = fateOf(row, fault ? 'gone' : isWanted ? 'moved' : 'kept', fault);
  if (fate.outcome === 'moved') await move(deciding, offer, row);
  await tx.query(RECEIPT, [offer.id, orderId, fate.outcome, fate.fault, fate.holder]);
  return { orderId, orderNo, ...fate };
}

/**
 * Takes a shift over: the wanted claims move in this transaction, all of them where none are named; what its giver holds no
 * more is named and left.
 * @throws Refused notFound, handoverEnded
 */
export async function acceptShift(
  deciding: Deciding & { visible: Visible },
  id: string,
  orderIds: readonly string[] | undefined,
): Promise<{ giverId: string; receipt: Receipt[] }> {
  const { tx } = deciding;
  const offer = await lockOffer(deciding, id, 'toUserId');
  const wanted = orderIds && new Set(orderIds);
  const receipt: Receipt[] = [];
  for (const row of await lockClaims(tx, id))
    receipt.push(await decideClaim({ ...deciding, wanted }, offer, row));
  const moved = receipt.filter(({ outcome }) => outcome === 'moved').length;
  await end(deciding, offer, 'accepted', { moved });
  return { giverId: offer.userId, receipt };
}

/** The colleague says no; nothing moves. @throws Refused notFound, handoverEnded */
export async function declineShift(deciding: Deciding, id: string, reason: string): Promise<string> {
  const offer = await lockOffer(deciding, id, 'toUserId');
  await end(deciding, offer, 'declined', { reason });
  return offer.userId;
}

/** The giver takes the offer back. @throws Refused notFound, handoverEnded */
export async function withdrawShift(deciding: Deciding, id: string): Promise<string> {
  const offer = await lockOffer(deciding, id, 'userId');
  await end(deciding, offer, 'withdrawn');
  return offer.toUserId;
}

const EXPIRE = `update shift_handover h set status = 'expired', decided_at = $1, version = h.version + 1
  from sys_user u where h.status = 'offered' and h.expires_at <= $1 and u.id = h.to_user_id
  returning h.id::text, h.user_id::text as "userId", h.tenant_id::text as "tenantId", h.claims as count, u.account,
    u.real_name as "realName"`;

interface ExpiredOffer extends Pick<Caller, 'account' | 'realName' | 'tenantId'> {
  id: string;
  userId: string;
  count: number;
}

/** Ends offers that nobody answered: their claims lapse, since their givers have long gone, who learn of it. */
export async function expireOffers(deps: AppDeps, tx: PoolClient, now: Date): Promise<void> {
  const { rows } = await tx.query<ExpiredOffer>(EXPIRE, [now]);
  for (const { id, userId, count, ...taker } of rows) {
    await endOffer(tx, { id, userId }, null);
    await emit(tx, 'shiftHandover', id, 'update');
    await notifyParty(deps, { tx, caller: taker, now }, { id, userId, news: 'expired', values: { count } });
  }
}
