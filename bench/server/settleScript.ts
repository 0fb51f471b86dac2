import { LOCK_SQL, POST_SQL } from '../../server/ledger/postSql.ts';
import { filled } from './filled.ts';

const POST = filled(POST_SQL, [
  ':e::bigint',
  "'settlement'",
  ':o_merchant_id::bigint',
  "'INR'",
  ':o_id::bigint',
  "('settle-bench-' || :o_id::text)",
  'null',
  "'bench'",
  'null',
  'array[:e::bigint + 1, :e::bigint + 2]',
  'array[:o_merchant_id::bigint, :o_merchant_id::bigint]',
  'array[1, 2]::smallint[]',
  'array[7, 7]::smallint[]',
  'array[-980, 980]::numeric[]',
  'array[:a_pending::numeric, :a_available::numeric]',
  'array[:a_pending::numeric - 980, :a_available::numeric + 980]',
  'array[:a_pending_seq::bigint + 1, :a_available_seq::bigint + 1]',
  ':o_order_no::text',
  ':o_merchant_order_no::text',
  'false',
  "'{}'::text[]",
  "'{}'::numeric[]",
  'array[:o_merchant_id::bigint]',
  'array[:a_pending::numeric - 980]',
  'array[:a_available::numeric + 980]',
  'array[:a_frozen::numeric]',
  'array[:a_pending_seq::bigint + 1]',
  'array[:a_available_seq::bigint + 1]',
  'array[:a_frozen_seq::bigint]',
  'array[0]::numeric[]',
  'array[:e::bigint + 3]',
  'array[980]::numeric[]',
  'array[0]::numeric[]',
  'array[null]::bigint[]',
]);

const LOCK = filled(LOCK_SQL, ["'INR'", 'array[:o_merchant_id::bigint]']);

/**
 * The statements of one settle over HTTP, one for one, for pgbench: key, row lock with guard, accounts, entry, row, log,
 * two events, answer.
 */
export const settleScript = `begin;
insert into idempotency (user_id, key, body_hash) select 1::bigint, 'bench-' || :k::text, sha256('settle')
  where pg_try_advisory_xact_lock(hashtextextended('1/bench-' || :k::text, 7300)) on conflict do nothing;
savepoint row;
select t.*, (t.status = any('{2}'::smallint[]) and t.settled = any('{false}'::boolean[])) as guard
  from collect_order t where t.id = (select id from bench_item where n = :k) for update of t \\gset o_
\\set e :o_id * 16
${LOCK} \\gset a_
${POST};
update collect_order set settled = true, settled_at = now(), version = version + 1
  where id = :o_id::bigint and merchant_id = :o_merchant_id::bigint and version = :o_version::int;
insert into order_log (id, order_id, order_no, merchant_id, event, operator, before, after, ip)
  values (:e::bigint + 4, :o_id::bigint, :o_order_no, :o_merchant_id::bigint, 'settle', 'bench', '{"settled": false}',
    '{"settled": true}', '127.0.0.1');
insert into outbox (resource, row_id, change, merchant_id) values ('orderLog', :e::bigint + 4, 'add', :o_merchant_id::bigint);
insert into outbox (resource, row_id, change, merchant_id) values ('collectOrder', :o_id::bigint, 'update', :o_merchant_id::bigint);
update idempotency set answer = '{"done": []}' where user_id = 1 and key = 'bench-' || :k::text;
commit;
`;
