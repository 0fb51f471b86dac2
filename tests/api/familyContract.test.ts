import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import type { Client } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { OTHERS, READS, type Shape } from './familyCalls.ts';

/** Every call of the family has a route, and what is read has the keys that its clients read. */

let server: TestServer;
let routes: readonly RouteOptions[];
let admin: Client;
let ids: Readonly<Record<string, string>>;

const first = async (text: string): Promise<string> =>
  (await server.database.pool.query<{ id: string }>(text)).rows[0]?.id ?? '0';

/** Rows that the demo has none of. */
async function plant(): Promise<void> {
  const { pool } = server.database;
  await admin.call('sysUserMenu/add', {
    userId: ids.user,
    menuIdList: [await first("select id::text from sys_menu where name = 'collectOrder'")],
  });
  await pool.query(
    `insert into sys_user_ext_org (id, user_id, org_id, pos_id)
     select $1, $2, (select min(id) from sys_org), (select min(id) from sys_pos)`,
    [newId(), ids.user],
  );
  await admin.call('sysNotice/add', { title: 'Hello', content: '<p>Hello</p>', type: 1 });
  const pos = await admin.call<Record<string, unknown>>('sysPos/add', { name: 'Cashier', code: 'cashier9' });
  await admin.call('sysPos/update', { ...pos, remark: 'night' });
  await pool.query(
    `insert into sys_log_ex (id, tenant_id, log_date_time, display_title, controller_name, action_name, http_method,
       request_url, status, elapsed, remote_ip, trace_id, fingerprint, exception)
     values ($1, $2, now(), 'x', 'x', 'x', 'GET', '/x', 500, 1, '127.0.0.1', 'trace', 'print', 'Error: planted')`,
    [newId(), ids.tenant],
  );
  await pool.query(
    "insert into lease (name, holder, expires_at) values ('worker:x', 'x', now() + interval '1 hour')",
  );
  await pool.query(
    `insert into sys_job_record (id, job_id, trigger_id, number_of_runs, last_run_time, status, result, elapsed_time)
     select $1, job_id, trigger_id, 1, now(), 1, 'ok', 1 from sys_job_trigger where job_id = $2`,
    [newId(), ids.job],
  );
  const logged = async () => (await pool.query('select 1 from sys_log_op limit 1')).rowCount === 1;
  await vi.waitUntil(logged, { timeout: PATIENCE_MS });
}

beforeAll(async () => {
  [server, routes] = await declaredRoutes(() => demoWorld(40));
  admin = await server.signIn('admin', PASSWORD);
  ids = {
    job: 'foldLedger',
    app: await first('select id::text from sys_app where is_default'),
    user: await first("select id::text from sys_user where account = 'admin'"),
    role: await first('select id::text from sys_role order by id limit 1'),
    tenant: await first('select id::text from sys_tenant order by id limit 1'),
    config: await first('select id::text from sys_config order by id limit 1'),
    dictType: await first("select id::text from sys_dict_type where code = 'org_type'"),
    dictData: await first('select id::text from sys_dict_data order by id limit 1'),
  };
  await plant();
});
afterAll(() => server.stop());

const filled = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(ids[name] ?? ''));

/** `POST a/b/{id}` and `POST a/b/:key` are the same route. */
const routeOf = (line: string): string => line.replaceAll(/\{\w+\}|:\w+/g, '*').split('?')[0]!;

/** Values of these keys in a path are of a route's parameters. */
const parameters = (path: string): string => path.replaceAll(/\/(main|sys_user|org_type)(?=\/|$)/g, '/*');

describe('every call of the family', () => {
  it('has a route', () => {
    const declared = new Set(
      routes.flatMap(({ method, url }) =>
        [method].flat().map((each) => routeOf(`${each} ${url.replace('/api/', '')}`)),
      ),
    );
    const calls = [
      ...READS.map(({ path, body }) => parameters(routeOf(`${body ? 'POST' : 'GET'} ${path}`))),
      ...OTHERS.map(routeOf),
    ];
    expect(new Set(calls).size).toBe(calls.length);
    expect(calls.filter((call) => !declared.has(call))).toEqual([]);
  });
});

/** The rows of an answer, with those below them. */
function rowsOf(shape: Shape, result: unknown): Record<string, unknown>[] {
  if (shape.of === 'object') return [result as Record<string, unknown>];
  const rows = shape.of === 'page' ? (result as { items: unknown }).items : result;
  if (!Array.isArray(rows)) throw new Error(`no list: ${JSON.stringify(result).slice(0, 200)}`);
  return rows.flatMap((row: Record<string, unknown>) =>
    shape.of === 'tree' && Array.isArray(row.children) ? [row, ...rowsOf(shape, row.children)] : [row],
  );
}

function lacks(shape: Shape, result: unknown): string[] {
  if (shape.of === 'any') return [];
  if (shape.of === 'text') return typeof result === 'string' ? [] : ['is no text'];
  if (shape.of === 'texts')
    return Array.isArray(result) && result.every((each) => typeof each === 'string') ? [] : ['are no texts'];
  const { keys } = shape;
  const [row] = rowsOf(shape, result);
  // What is not there has no keys to look at.
  if (!row) return ['has no rows'];
  return keys.filter((key) => !(key in row));
}

it.each(READS)('$path answers what is read', async ({ path, body, shape }) => {
  const asked = body && (JSON.parse(filled(JSON.stringify(body))) as Record<string, unknown>);
  const answer = await admin.ask(filled(path), asked);
  expect({ http: answer.status, ...answer.body, result: undefined }).toMatchObject({
    http: 200,
    code: 200,
  });
  expect(lacks(shape, answer.body.result)).toEqual([]);
});
