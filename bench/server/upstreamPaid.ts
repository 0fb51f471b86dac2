import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOOKED_BY } from '../../server/domain/payments/paymentState.ts';
import { LOCK_ORDER } from '../../server/domain/orders/collectStore.ts';
import { statementOf } from '../../server/domain/orders/moveRow.ts';
import { RECEIVE } from '../../server/domain/payments/paymentStore.ts';
import { DOUBTED } from '../../server/domain/payments/references.ts';
import { APPEND_DELTAS } from '../../server/engine/rollup.ts';
import { LOCK_SQL, POST_SQL } from '../../server/ledger/postSql.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { COLLECT_ATTEMPT, COLLECT_ORDER, KEEP_EVENT } from '../../server/domain/upstreams/events.ts';
import { openOrder } from '../../tests/safety/world.ts';
import { type Contest, eightHands } from './contest.ts';
import { filled } from './filled.ts';
import type { Subject } from './subject.ts';

const SECRET = 'bench-secret';
const merchant = ':o_merchantId::bigint';
const order = ':u_order_id::bigint';
const paid = "('pay' || :k::text)";
const event = "('ev' || :k::text)";
const utr = "lpad(:k::text, 12, '9')";

const KEEP = filled(KEEP_EVENT, [
  '(:e::bigint + 6)',
  ':u_id::bigint',
  event,
  "'collect'",
  ':u_no::text',
  "repeat('r', 200)",
  'true',
  "'applied'",
  'now()',
]);
const POST = filled(POST_SQL, [
  ':e::bigint',
  "'collection'",
  merchant,
  "'INR'",
  order,
  `('paid:' || :u_id::text || ${paid})`,
  'null',
  "'system'",
  'null',
  'array[:e::bigint + 1, :e::bigint + 2]',
  `array[${merchant}, ${merchant}]`,
  'array[1, 1]::smallint[]',
  'array[1, 2]::smallint[]',
  'array[1000, -20]::numeric[]',
  'array[:a_pending::numeric, :a_pending::numeric + 1000]',
  'array[:a_pending::numeric + 1000, :a_pending::numeric + 980]',
  'array[:a_pending_seq::bigint + 1, :a_pending_seq::bigint + 2]',
  ':u_no::text',
  ':o_merchantOrderNo::text',
  'true',
  "array['upstream:' || :u_id::text, 'fees', 'upstreamCost', 'upstream:' || :u_id::text]",
  'array[-1000, 20, -12, 12]::numeric[]',
  `array[${merchant}]`,
  'array[:a_pending::numeric + 980]',
  'array[:a_available::numeric]',
  'array[:a_frozen::numeric]',
  'array[:a_pending_seq::bigint + 2]',
  'array[:a_available_seq::bigint]',
  'array[:a_frozen_seq::bigint]',
  'array[0]::numeric[]',
  "'{}'::bigint[]",
  "'{}'::numeric[]",
  "'{}'::numeric[]",
  "'{}'::bigint[]",
]);
const RECEIVED = filled(RECEIVE, [
  ':e::bigint',
  "'notice'",
  ':u_id::bigint',
  '1000',
  "'allocated'",
  utr,
  paid,
  "'collectOrder'",
  ':u_no::text',
  'null',
]);
const MOVED = ['paid_amount', 'paid_at', 'upstream_order_no', 'utr'];
const MOVE = filled(statementOf('collect_order', 'collectOrder', MOVED).text, [
  order,
  '0',
  '2',
  '(:e::bigint + 3)',
  "'paid'",
  "'system'",
  'null',
  '\'{"status": 0}\'',
  '\'{"status": 2}\'',
  'null',
  'null',
  "'collectOrder'",
  merchant,
  '1000',
  'now()',
  paid,
  utr,
]);
const DELTA = filled(APPEND_DELTAS, [
  "array['collectOrder', 'collectOrder']",
  'array[now(), now()]',
  `array[${merchant}, ${merchant}]`,
  "array['INR', 'INR']",
  'array[0, 2]',
  'array[-1, 1]',
  'array[1000, 1000]',
  'array[20, 20]',
]);

/**
 * The statements of one message over HTTP, one for one: sender, event, order, attempt, lock, command, whose the reference
 * is, accounts, entry, payment, move, count.
 */
const script = `select u.id::text, u.config, i.id::text as order_id, i.no from upstream u, bench_item i
  where i.n = :k and u.code = i.code \\gset u_
\\set e :u_order_id * 16
begin;
${KEEP};
${filled(COLLECT_ORDER, [':u_no::text'])};
${filled(COLLECT_ATTEMPT, [order, ':u_id::bigint', paid])};
${filled(LOCK_ORDER, [order])} \\gset o_
savepoint report;
${filled(BOOKED_BY, [`('paid:' || :u_id::text || ${paid})`, order])};
${filled(DOUBTED, [utr, '1', order])};
${filled(LOCK_SQL, ["'INR'", `array[${merchant}]`])} \\gset a_
${POST};
${RECEIVED};
${MOVE};
${DELTA};
release savepoint report;
commit;
`;

// The upstream is the world's own, whichever would serve the order.
const ROUTE = `update collect_order set upstream_id = $2, upstream_cost = 12 where id = $1 returning order_no as no`;

/** An upstream says that a payer has paid: the event kept, the order a success, its money booked. */
export function upstreamPaid({ dataDir }: Subject): Contest {
  const key = readFileSync(join(dataDir, 'secrets-key'), 'utf8').trim();
  const config = encryptSecret(
    key,
    JSON.stringify({ baseUrl: 'http://127.0.0.1:9', key: 'k', secret: SECRET }),
  );
  let counter = 0;
  return {
    what: 'an upstream’s callback',
    async prepare(pool, worlds, count) {
      for (const { upstreamId } of worlds)
        await pool.query('update upstream set code = $2, config = $3 where id = $1', [
          upstreamId,
          `B${upstreamId}`,
          config,
        ]);
      return eightHands(worlds, count, async (world) => {
        const id = await openOrder(pool, world, { merchantId: world.loneId });
        const { rows } = await pool.query<{ no: string }>(ROUTE, [id, world.upstreamId]);
        return { id, no: rows[0]!.no, code: `B${world.upstreamId}` };
      });
    },
    call(_subject, { no: orderNo, code = '' }) {
      counter += 1;
      const report = { orderNo, state: 'paid', amount: '1000', currency: 'INR', kind: 'collect' };
      const own = {
        eventId: randomUUID(),
        upstreamOrderNo: randomUUID(),
        utr: String(700_000_000_000 + counter),
      };
      const body = JSON.stringify({ ...report, ...own });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const sign = createHmac('sha256', SECRET).update(`${timestamp}.${body}`, 'utf8').digest('hex');
      return {
        path: `/upstream/${code}/notify`,
        headers: { 'x-timestamp': timestamp, 'x-sign': sign },
        body,
        done: (answer) => answer === 'SUCCESS',
      };
    },
    script,
  };
}
