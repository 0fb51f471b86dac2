import type { Pool } from 'pg';
import { createPayout, type NewPayout } from '../../server/domain/orders/payout/payCreate.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { adjustment } from '../../server/ledger/bookingEntries.ts';
import { post } from '../../server/ledger/post.ts';
import { createLog } from '../../server/platform/observability/log.ts';
import { parseEnv } from '../../server/platform/env.ts';
import type { Outbound } from '../../server/platform/outbound/outbound.ts';
import { submitPayout } from '../../server/domain/upstreams/submitPayout.ts';
import type { Answer } from '../../server/domain/upstreams/adapter.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { SECRETS_KEY } from '../support/secretsKey.ts';
import { plantFlow } from './flowWorld.ts';
import { makeWorld, type World } from './world.ts';

export interface PayoutWorld extends World {
  /** Codes of two upstreams that pay, in their order. */
  codes: readonly [string, string];
  secondUpstreamId: string;
}

export const UPSTREAM_SECRET = 'sandbox-secret-1';

/** The world with payouts: 1 % + 2 to the merchant, 0.5 % to the upstream, 0.5 % to the agent; two upstreams in order. */
export async function makePayoutWorld(
  pool: Pool,
  baseUrl: (code: string) => string,
  timeoutMs = 1_000,
  tenantId: string = newId(),
): Promise<PayoutWorld> {
  const world = await makeWorld(pool, tenantId);
  const codes = [`A${world.upstreamId}`, `B${world.upstreamId}`] as const;
  const secondUpstreamId = newId();
  const config = (code: string) =>
    encryptSecret(
      SECRETS_KEY,
      JSON.stringify({ baseUrl: baseUrl(code), key: 'k', secret: UPSTREAM_SECRET, timeoutMs }),
    );
  await transact(pool, async (tx) => {
    await tx.query(
      `update channel set is_pay = true, config_mode = 'merged', upstream_config = $2 where id = $1`,
      [world.channelId, JSON.stringify({ routes: codes.map((upstream) => ({ upstream })) })],
    );
    await tx.query(
      `update channel_binding set is_pay = true, pay_rate = 0.01, pay_fixed = 2, pay_mini_amount = 10,
         pay_max_amount = 500000 where channel_id = $1`,
      [world.channelId],
    );
    await tx.query(
      `update upstream set code = $2, is_pay = true, pay_rate = 0.005, pay_max_amount = 500000, config = $3,
         order_by = 1 where id = $1`,
      [world.upstreamId, codes[0], config(codes[0])],
    );
    await tx.query(
      `insert into upstream (id, name, code, currency, rate, fixed, mini_amount, max_amount, is_pay, pay_rate, pay_fixed,
         pay_mini_amount, pay_max_amount, config, order_by)
       values ($1, $2, $2, 'INR', 0.012, 0, 1, 1000000, true, 0.006, 0, 0, 500000, $3, 2)`,
      [secondUpstreamId, codes[1], config(codes[1])],
    );
  });
  return { ...world, codes, secondUpstreamId };
}

/** Gives a merchant money to pay out. */
export async function fund(pool: Pool, merchantId: string, amount: string): Promise<void> {
  await transact(pool, (tx) =>
    post(tx, {
      kind: 'adjustment',
      merchantId,
      currency: 'INR',
      order: null,
      commandKey: `fund:${newId()}`,
      operator: 'test',
      system: true,
      legs: adjustment(merchantId, amount),
    }),
  );
}

export const newPayout = (world: World, over: Partial<NewPayout> = {}): NewPayout => ({
  merchantId: world.merchantId,
  channelId: world.channelId,
  merchantOrderNo: `p${newId()}`,
  amount: '1000',
  isUpi: true,
  receivingAddress: 'asha.k@okaxis',
  callbackUrl: null,
  ...over,
});

export const openPayout = (pool: Pool, world: World, over: Partial<NewPayout> = {}) =>
  transact(pool, (tx) => createPayout(tx, newPayout(world, over)));

export async function balancesOf(pool: Pool, merchantId: string): Promise<Record<string, string>> {
  const { rows } = await pool.query(
    `select trim_scale(pending)::text as pending, trim_scale(available)::text as available,
       trim_scale(frozen)::text as frozen from merchant_asset where merchant_id = $1 and currency = 'INR'`,
    [merchantId],
  );
  return rows[0] ?? { pending: '0', available: '0', frozen: '0' };
}

/** What an upstream says of an attempt. */
export const upstreamAnswer = (state: Answer['state'], over: Partial<Answer> = {}): Answer => ({
  httpStatus: 200,
  milliseconds: 1,
  raw: null,
  ...over,
  state,
});

const QUIET = createLog('silent');
const ENV = parseEnv({ SECRETS_KEY, DEMO_ORDERS: '0' });

/**
 * Takes a queued payout to its next route, whose upstream answers so, and is asked about it once; nothing leaves this
 * process. @returns the attempt
 */
export async function submitted(
  pool: Pool,
  orderId: string,
  state: 'accepted' | 'failed' | 'lost' = 'accepted',
  now = new Date(),
  asked = true,
): Promise<string> {
  const body = JSON.stringify({ state });
  const outbound: Outbound = {
    send: async () => {
      if (state === 'lost') throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      return { status: 200, headers: {}, body, truncated: false };
    },
    refuses: async () => undefined,
  };
  await submitPayout(
    { pool, outbound, env: ENV, log: QUIET, clock: { now: () => now, aheadMs: () => 0 } },
    orderId,
  );
  const { rows } = await pool.query<{ id: string }>(
    'select id::text from pay_attempt where order_id = $1 order by attempt desc limit 1',
    [orderId],
  );
  if (asked) await askedAbout(pool, orderId);
  return rows[0]?.id ?? '';
}

/** The upstream was asked what became of a payout, in vain. */
export async function askedAbout(pool: Pool, orderId: string): Promise<void> {
  await pool.query(
    `insert into upstream_event (id, upstream_id, event_id, kind, order_no, raw, verified, is_answer, applied, received_at)
     select $2::bigint, a.upstream_id, 'query:' || $2, 'pay', o.order_no, 'unknown', true, true, 'unknown', greatest(a.sent_at, now())
     from pay_order o join pay_attempt a on a.order_id = o.id where o.id = $1 order by a.attempt desc limit 1`,
    [orderId, newId()],
  );
}

/** Payouts above the limit wait for a second person. */
export async function approvalAbove(pool: Pool, world: World, limit: string): Promise<void> {
  await plantFlow(pool, world, { action: 'payOrder:approve', limit });
}
