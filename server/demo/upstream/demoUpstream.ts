import { createHmac, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Env } from '../../platform/env.ts';
import { encryptSecret } from '../../platform/secrets.ts';
import { readConnection } from '../../domain/upstreams/config.ts';
import { ownAddress, upstreamUrl } from '../sandboxAddress.ts';
import type { Behaviour } from './behaviours.ts';
import type { Remembered } from './sandboxOrders.ts';
import { type SandboxUpstream, startSandboxUpstream } from './sandboxUpstream.ts';

interface Place {
  pool: Pool;
  env: Pick<Env, 'host' | 'port'>;
  secretsKey: string;
}

const REPORT_AFTER_MS = 2_500;

/** Most orders go well; a few of each kind of trouble, so that there is something to see. */
const TROUBLE: readonly (readonly [Behaviour, number])[] = [
  ['fails', 5],
  ['refuses', 2],
  ['silent', 1],
  ['gateway', 1],
  ['duplicates', 1],
];

function someBehaviour(): Behaviour {
  let draw = randomInt(100);
  for (const [behaviour, share] of TROUBLE) {
    draw -= share;
    if (draw < 0) return behaviour;
  }
  return 'pays';
}

/** Upstreams of the demo without a connection get the sandbox's: new ones and those of an older demo alike. */
async function connectUpstreams({ pool, secretsKey }: Place): Promise<void> {
  const { rows } = await pool.query<{ id: string; code: string }>(
    'select id::text, code from upstream where config is null',
  );
  for (const { id, code } of rows) {
    const secret = createHmac('sha256', secretsKey).update(`sandbox upstream ${code}`).digest('hex');
    const connection = { baseUrl: upstreamUrl(code), key: 'paydesk-demo', secret, timeoutMs: 5_000 };
    await pool.query('update upstream set config = $2 where id = $1 and config is null', [
      id,
      encryptSecret(secretsKey, JSON.stringify(connection)),
    ]);
  }
}

const RECALL = `select u.code, o.kind, o.amount, o.currency, coalesce(o.no, 'SB' || o.id) as "upstreamOrderNo" from (
    select id, order_no, 'collect' as kind, trim_scale(amount)::text as amount, currency, upstream_order_no as no, upstream_id
    from collect_order where order_no = $1
    union all
    select id, order_no, 'pay', trim_scale(amount)::text, currency, upstream_order_no, upstream_id
    from pay_order where order_no = $1) o
  join upstream u on u.id = o.upstream_id`;

/**
 * The upstream behind every channel of the demo: a real HTTP server on a port of its own, with the secrets of the
 * upstreams as they are stored now.
 */
export async function startDemoUpstream(place: Place): Promise<SandboxUpstream> {
  const { pool, env, secretsKey } = place;
  await connectUpstreams(place);
  const host = ownAddress(env);
  const here = () => `http://${host.includes(':') ? `[${host}]` : host}:${env.port}`;
  return startSandboxUpstream({
    secretOf: async (code) => {
      const { rows } = await pool.query<{ config: string | null }>(
        'select config from upstream where code = $1',
        [code],
      );
      return readConnection(secretsKey, rows[0]?.config ?? null)?.secret ?? '';
    },
    notifyUrl: (code) => `${here()}/upstream/${encodeURIComponent(code)}/notify`,
    reportAfterMs: REPORT_AFTER_MS,
    behaviourOf: someBehaviour,
    payUrl: (code, orderNo) => `${upstreamUrl(code)}/payer/${orderNo}`,
    recall: async (orderNo) => (await pool.query<Remembered>(RECALL, [orderNo])).rows[0],
  });
}
