import type { Pool } from 'pg';
import {
  type HandoverNote,
  type HandoverPacket,
  type OpenCounts,
  SHIFT_MS,
} from '../../../contract/shiftHandover.ts';
import type { Engine } from '../../engine/engine.ts';
import { compiledOf } from '../../engine/engine.ts';
import { personCaller } from '../../engine/personCaller.ts';
import { detailRow } from '../../engine/read.ts';
import type { Visible } from '../../engine/scope.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { asClaim, type ClaimFate, type ClaimRow, claimsIn, fateOf, faultOf, UNDECIDED } from './claims.ts';

interface HandoverRow {
  id: string;
  status: string;
  giverId: string;
  giverAccount: string;
  giverName: string;
  takerId: string;
  takerAccount: string;
  takerName: string;
  text: string;
  reason: string | null;
  counts: unknown;
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
}

const PACKET = `select h.id::text, h.status, g.id::text as "giverId", g.account as "giverAccount", g.real_name as "giverName",
    t.id::text as "takerId", t.account as "takerAccount", t.real_name as "takerName", h.note as text, h.reason, h.counts,
    h.created_at as "createdAt", h.expires_at as "expiresAt", h.decided_at as "decidedAt"
  from shift_handover h join sys_user g on g.id = h.user_id join sys_user t on t.id = h.to_user_id where h.id = $1`;
const RECEIPTS = `select order_id::text as "orderId", outcome, fault, holder from shift_handover_claim where handover_id = $1`;
const NOTES_MOST = 50;
const NOTES = `select n.id::text, n.order_kind as kind, n.order_id::text as "orderId", n.order_no as "orderNo", u.account as author,
    n.created_at as at, n.body
  from order_note n join sys_user u on u.id = n.user_id
  where n.created_at > $2 and n.created_at <= $3 and n.status <> 'withdrawn' and ($4::bigint[] is null or n.merchant_id = any($4))
    and (n.user_id = $1 or exists (select from order_note_mention m
      where m.note_id = n.id and m.merchant_id = n.merchant_id and m.user_id = $1))
  order by n.created_at desc limit ${NOTES_MOST}`;

interface NoteRow extends Omit<HandoverNote, 'at'> {
  at: Date;
}

async function notesOfShift(
  pool: Pool,
  caller: Caller,
  visible: Visible,
  { giverId, createdAt }: HandoverRow,
): Promise<HandoverNote[]> {
  if (!can(caller, 'orderNote:page')) return [];
  const since = new Date(createdAt.getTime() - SHIFT_MS);
  const { rows } = await pool.query<NoteRow>(NOTES, [giverId, since, createdAt, visible]);
  return rows
    .filter(({ kind }) => can(caller, `${kind}:page`))
    .map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** A handover with all that it gives, as far as the caller sees it. @throws Refused notFound */
export async function packetOf(
  deps: AppDeps,
  engine: Engine,
  caller: Caller,
  id: string,
): Promise<HandoverPacket> {
  const visible = await engine.scopes.visible(caller);
  await detailRow(engine.pool, { compiled: compiledOf(engine, 'shiftHandover'), caller, visible }, id);
  const row = (await deps.pool.query<HandoverRow>(PACKET, [id])).rows[0]!;
  const receipts = await deps.pool.query<ClaimFate & { orderId: string }>(RECEIPTS, [id]);
  const decided = new Map(receipts.rows.map(({ orderId, ...fate }) => [orderId, fate]));
  const taker = await personCaller(deps, row.takerId);
  const takerSees = taker ? await engine.scopes.visible(taker) : [];
  const now = deps.clock.now();
  const claims = await claimsIn(deps.pool, id);
  const isSeen = ({ kind, merchantId }: ClaimRow) =>
    can(caller, `${kind}:page`) && (visible === null || visible.includes(merchantId));
  const claimOf = (claim: ClaimRow) => {
    const fate = decided.get(claim.orderId)!;
    if (fate.outcome) return asClaim(claim, fate);
    // An offer that ended otherwise gave nothing: how its orders fare now is no matter of it.
    if (row.status !== 'offered') return asClaim(claim, UNDECIDED);
    const parties = taker && { giverId: row.giverId, taker, visible: takerSees, now };
    return asClaim(claim, fateOf(claim, null, parties ? faultOf(claim, parties) : 'noRight'));
  };
  const seen = claims.filter(isSeen);
  return {
    id: row.id,
    status: row.status,
    giver: { id: row.giverId, account: row.giverAccount, realName: row.giverName },
    taker: { id: row.takerId, account: row.takerAccount, realName: row.takerName },
    text: row.text,
    reason: row.reason,
    counts: row.counts as OpenCounts,
    claims: seen.map(claimOf),
    hidden: claims.length - seen.length,
    notes: await notesOfShift(deps.pool, caller, visible, row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}
