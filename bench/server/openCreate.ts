import { randomUUID } from 'node:crypto';
import { INSERT_SQL, TERMS_SQL } from '../../server/domain/orders/collect/collectCreate.ts';
import { APPEND_DELTAS } from '../../server/engine/rollup.ts';
import { FIND_ACCESS } from '../../server/api/openApi/access.ts';
import { READ_ORDER } from '../../server/api/openApi/collect.ts';
import { LOG_CALL } from '../../server/api/openApi/log.ts';
import { canonicalOf } from '../../server/api/openApi/signature.ts';
import { signText } from '../../server/platform/http/signing.ts';
import type { Contest, Item } from './contest.ts';
import { filled } from './filled.ts';
import type { Subject } from './subject.ts';

const PATH = '/api/open/collectOrder/create';
const CANONICAL = `'POST&${PATH}&' || repeat('x', 100)`;
const HEADERS = `jsonb_build_object('accesskey', :x_accessKey::text, 'content-type', 'application/json', 'sign', 'x')::text`;

const no = "('p' || :k::text)";
const orderNo = "('CP' || :k::text)";
const merchant = ':x_merchantId::bigint';
const read = (by: string, value: string) => `${filled(`${READ_ORDER} o.${by} = $2`, [merchant, value])};`;

const INSERT = filled(INSERT_SQL, [
  ':e::bigint',
  orderNo,
  merchant,
  no,
  ':c_id::bigint',
  ':t_upstream_id::bigint',
  'null::bigint',
  ':t_currency::text',
  '500::numeric',
  ':t_rate::numeric',
  ':t_fixed::numeric',
  '10::numeric',
  '6::numeric',
  '0::numeric',
  "'api'",
  'false',
  'null',
  "'127.0.0.1'",
  'null',
  'null',
  'null',
  'null',
  "now() + interval '30 minutes'",
  'now()',
  '(:e::bigint + 1)',
  "'api'",
  'null',
]);
const DELTA = filled(APPEND_DELTAS, [
  "array['collectOrder']",
  'array[now()]',
  `array[${merchant}]`,
  "array['INR']",
  'array[0]',
  'array[1]',
  'array[500]',
  'array[10]',
]);
const LOG = filled(LOG_CALL, [
  '(:e::bigint + 2)',
  merchant,
  ':x_accessKey::text',
  "'POST'",
  `'${PATH}'`,
  no,
  "'127.0.0.1'",
  `(${HEADERS})::jsonb`,
  `('{"merchantOrderNo"' || ${no} || repeat('y', 60))`,
  `(${CANONICAL})`,
  "repeat('s', 44)",
  "repeat('s', 13)",
  'null',
  '200',
  "repeat('z', 500)",
  '5',
  'now()',
  'gen_random_uuid()::text',
]);

/** The statements of one create over HTTP, one for one: key, nonce, twin, channel, terms, order, count, link, answer, log. */
const script = `\\set e 7000000000000000000 + :k * 16
${filled(FIND_ACCESS, ['(select code from bench_item where n = :k)'])} \\gset x_
begin;
insert into open_nonce (access_key, nonce, seen_at) values (:x_accessKey::text, ${no}, now()) on conflict do nothing;
${read('merchant_order_no', no)}
select id::text, currency, submission from channel where channel_code = (select no from bench_item where n = :k) \\gset c_
${filled(TERMS_SQL, [merchant, ':c_id::bigint', '500', 'null'])} \\gset t_
${INSERT};
${DELTA};
update collect_order set pay_url = repeat('u', 90) where id = :e::bigint;
${read('order_no', orderNo)}
${LOG};
commit;
`;

interface Key {
  accessKey: string;
  secret: string;
}

/** Create through the Open API on channels that wait for an operator: the submission is a worker's, and no part of it. */
export function openCreate(subject: Subject): Contest {
  const secrets = new Map<string, string>();
  const items: Item[] = [];
  return {
    what: 'create through the Open API',
    async prepare(pool, worlds, count) {
      for (const { loneId, channelId } of worlds.slice(items.length)) {
        const { rows } = await pool.query<{ code: string }>(
          "update channel set submission = 'manual' where id = $1 returning channel_code as code",
          [channelId],
        );
        const key = await subject.call<Key>('openAccess/add', { status: 1, merchantId: loneId });
        secrets.set(key.accessKey, key.secret);
        items.push({ id: loneId, no: rows[0]!.code, code: key.accessKey });
      }
      return Array.from({ length: count }, (_, at) => items[at % items.length]!);
    },
    call(_subject, { no: channelCode, code: accessKey = '' }) {
      const body = JSON.stringify({ merchantOrderNo: `h${randomUUID()}`, channelCode, amount: '500' });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const nonce = randomUUID();
      const signed = { method: 'POST', path: PATH, accessKey, timestamp, nonce, body };
      const sign = signText(secrets.get(accessKey) ?? '', canonicalOf(signed));
      return {
        path: PATH,
        headers: { accessKey, timestamp, nonce, sign },
        body,
        done: (answer) => JSON.parse(answer).result?.statusName === 'created',
      };
    },
    script,
  };
}
