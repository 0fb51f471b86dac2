import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { merchantTurn, transactInTurn } from '../../engine/inTurn.ts';
import { refuseClockOff } from '../../platform/http/clockOff.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import type { Message } from './adapter.ts';
import { type Connection, noConnection, readConnection } from './config.ts';
import { readMessage, type Signed, verify } from './adapter.ts';
import { applyCollectAnswer, type Outcome } from './collectOutcome.ts';
import { applyPayoutAnswer } from './payoutOutcome.ts';
import type { UpstreamDeps } from './submitPayout.ts';

export type Received = 'forged' | 'unreadable' | 'duplicate' | 'unknownOrder' | Outcome;

interface Sender {
  id: string;
  connection: Connection;
}
/** Whose code a notice came to; without an id where nobody has it. */
type Addressed = Sender | { id: undefined; connection: Connection };

async function addressedBy({ pool, env }: UpstreamDeps, code: string): Promise<Addressed> {
  const { rows } = await pool.query<{ id: string; config: string | null }>(
    'select id::text, config from upstream where code = $1',
    [code],
  );
  const found = rows[0];
  const connection = found && readConnection(env.secretsKey ?? '', found.config);
  return { id: found?.id, connection: connection ?? noConnection };
}

/** An event as it came, once where it was verified. */
export const KEEP_EVENT = `insert into upstream_event (id, upstream_id, event_id, kind, order_no, raw, verified, applied, received_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (upstream_id, event_id) where verified do nothing`;

const PAY_ATTEMPT = `select a.id::text, o.id::text as "orderId" from pay_order o
  join pay_attempt a on a.order_id = o.id and a.upstream_id = $2 where o.order_no = $1 order by a.attempt desc limit 1`;
export const COLLECT_ORDER = `select id::text, upstream_id::text as "upstreamId" from collect_order where order_no = $1`;
// An order that was submitted again is with the same upstream under another number of theirs.
export const COLLECT_ATTEMPT = `select id::text from collect_attempt where order_id = $1 and upstream_id = $2
  order by (upstream_order_no = $3) is true desc, attempt desc limit 1`;
const OUTCOME = 'update upstream_event set applied = $2 where id = $1';

const answerOf = ({ state, upstreamOrderNo, utr, amount, currency, reason }: Message) => ({
  state,
  upstreamOrderNo,
  utr,
  amount,
  currency,
  reason,
  httpStatus: null,
  milliseconds: 0,
  raw: null,
});

const SAME_EVENT = `select from upstream_event where upstream_id = $1 and event_id = $2 and verified and raw = $3`;

/** Keeps an event that was verified; another one under the same id is kept beside it. @returns false where it was kept before */
async function keepOnce(tx: PoolClient, event: unknown[]): Promise<boolean> {
  if ((await tx.query(KEEP_EVENT, event)).rowCount === 1) return true;
  const [, upstreamId, eventId, , , raw] = event;
  if ((await tx.query(SAME_EVENT, [upstreamId, eventId, raw])).rowCount) return false;
  const digest = createHash('sha256').update(String(raw)).digest('hex').slice(0, 16);
  return (await tx.query(KEEP_EVENT, event.with(2, `${String(eventId)}#${digest}`))).rowCount === 1;
}

/** An upstream speaks for orders that were sent to it and for no others. */
async function apply(tx: PoolClient, sender: Sender, message: Message, now: Date): Promise<Received> {
  if (message.kind === 'pay') {
    const { rows } = await tx.query<{ id: string; orderId: string }>(PAY_ATTEMPT, [
      message.orderNo,
      sender.id,
    ]);
    const attempt = rows[0];
    if (!attempt) return 'unknownOrder';
    return applyPayoutAnswer(tx, attempt.orderId, attempt.id, answerOf(message), now);
  }
  const { rows } = await tx.query<{ id: string; upstreamId: string | null }>(COLLECT_ORDER, [
    message.orderNo,
  ]);
  const order = rows[0];
  if (!order) return 'unknownOrder';
  const sent = [order.id, sender.id, message.upstreamOrderNo ?? null];
  const attempt = (await tx.query<{ id: string }>(COLLECT_ATTEMPT, sent)).rows[0];
  if (!attempt && order.upstreamId !== sender.id) return 'unknownOrder';
  return applyCollectAnswer(
    tx,
    order.id,
    { attemptId: attempt?.id, upstreamId: sender.id },
    answerOf(message),
    now,
  );
}

const ownerIn = (kind: Message['kind']) => `select o.merchant_id::text as owner from ${kind}_order o
  where o.order_no = $1 and (o.upstream_id = $2
    or exists (select from ${kind}_attempt a where a.order_id = o.id and a.upstream_id = $2))`;
const OWNER = { collect: ownerIn('collect'), pay: ownerIn('pay') } as const;

/** An upstream speaks of many merchants: its messages wait for the one they are about, where the order was sent to it. */
async function turnOf(
  { pool }: UpstreamDeps,
  { kind, orderNo }: Message,
  upstreamId: string,
): Promise<string> {
  const { rows } = await pool.query<{ owner: string }>(OWNER[kind], [orderNo, upstreamId]);
  return rows[0] ? merchantTurn(rows[0].owner) : `upstream/${upstreamId}`;
}

/**
 * Takes one message of an upstream: verified over its raw bytes, kept raw, applied once per event id and content. A forged
 * one is kept too, unapplied, so that an attack leaves a trace; so is one to a code that nobody has, or the answer and the
 * time it takes would say which codes exist. What the order's rules refuse is kept and noted on the order;
 * a fault of ours keeps nothing, so that it is sent again.
 */
export async function receive(
  deps: UpstreamDeps & Pick<AppDeps, 'commands'>,
  code: string,
  signed: Signed,
): Promise<Received> {
  refuseClockOff(deps.clock);
  const sender = await addressedBy(deps, code);
  const now = deps.clock.now();
  const message = readMessage(sender.connection, signed.raw);
  const verified = verify(sender.connection, signed, now);
  const kept = (outcome: string) => [
    newId(),
    sender.id ?? null,
    message?.eventId.slice(0, 200) ?? '',
    message?.kind ?? 'collect',
    message?.orderNo.slice(0, 100) ?? null,
    signed.raw.replaceAll('\u0000', '').slice(0, 65_536),
    verified && message !== undefined,
    outcome,
    now,
  ];
  if (!verified || !message || sender.id === undefined) {
    const outcome = verified ? 'unreadable' : 'forged';
    await deps.pool.query(KEEP_EVENT, kept(outcome));
    return outcome;
  }
  return transactInTurn(deps, await turnOf(deps, message, sender.id), async (tx) => {
    const event = kept('applied');
    if (!(await keepOnce(tx, event))) return 'duplicate';
    const outcome = await apply(tx, sender, message, now);
    if (outcome !== 'applied') await tx.query(OUTCOME, [event[0], outcome]);
    return outcome;
  });
}
