import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { writable } from '../../contract/validate.ts';
import { snake } from '../../server/engine/sql.ts';
import type { Client } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { type FamilyCase, familyCases, REFUSED } from './familyRows.ts';
import type { Sql } from './writeBodies.ts';

/**
 * Clients of the family post back the row of their grid, with all that came with it (system.md §0): every call that writes
 * takes it, and of it writes only what the call is for. The calls are those that the server declares.
 */

let server: TestServer;
let routes: readonly RouteOptions[];
let admin: Client;
let cases: ReadonlyMap<string, FamilyCase>;

const sql: Sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[];

beforeAll(async () => {
  [server, routes] = await declaredRoutes(() => demoWorld(40));
  admin = await server.signIn('admin', PASSWORD);
  await server.signIn('operator', PASSWORD);
  cases = familyCases(admin, sql);
});
afterAll(() => server.stop());

/** Uploads are no JSON, an export answers a file, and a session's own calls have no row. */
const OTHER_BODIES = /\/(uploadFile|uploadFiles|uploadAvatar|uploadSignature|export)$|^sys(Auth|Sms)\//;

const writes = (): string[] =>
  routes
    .filter(({ method, config }) => method === 'POST' && config?.effect !== 'none')
    .map(({ url }) => url.replace('/api/', ''))
    .filter((path) => /^sys[A-Z]/.test(path) && !OTHER_BODIES.test(path))
    .sort();

/** No row has this id, so that it is found wherever it was written. */
const POISON = '424242424242';

const OF_OTHERS = /^(created|updated|user|tenant|merchant)_/;

/** What a grid of theirs adds to its rows: joined names, rows below, and what our tables have and nobody may write. */
function strayKeys(resource: Resource | undefined, columns: readonly string[]): Record<string, unknown> {
  const stray: Record<string, unknown> = {
    orgName: 'No such place',
    posName: 'No such post',
    roleName: 'No such role',
    bindTenantName: 'No such tenant',
    children: [{ id: '1', children: [] }],
    isDelete: true,
    rowIndex: 3,
  };
  const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
  for (const column of columns) {
    const field = resource?.fields[camel(column)];
    // Which row it was, and as it was seen, is no writing; a call of its own names its columns itself.
    if (column === 'id' || column === 'version' || (!resource?.crud.update && !OF_OTHERS.test(column)))
      continue;
    if (field && (writable(field, 'add') || writable(field, 'update'))) continue;
    stray[column] = POISON;
    stray[camel(column)] = POISON;
  }
  return stray;
}

const columnsOf = async (table: string): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1",
      [table],
    )
  ).map(({ name }) => name);

describe('a whole row', () => {
  it('is taken by every call of the family that writes, and changes nothing that the call is not for', async () => {
    const outcomes: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const path of writes()) {
      const [id = '', verb = ''] = path.split('/');
      const resource = resources.get(id);
      const table = snake(id);
      const columns = await columnsOf(table);
      const own = cases.get(path) ?? cases.get(`${id}/*`);
      const { row, more = {}, at = path } = (await own?.(verb)) ?? { row: {} };
      const stray = strayKeys(resource, columns);
      const whole = (one: Record<string, unknown>) => ({ ...stray, ...one, ...more });
      const { status, body } = await admin.ask(at, Array.isArray(row) ? row.map(whole) : whole(row));
      outcomes[path] = [
        status,
        body.code === 200 ? 200 : body.extras?.errorCode,
        body.code === 200 ? '' : body.message,
      ];
      expected[path] = [200, REFUSED[path] ?? 200, body.code === 200 ? '' : body.message];
      const stolen =
        columns.includes('id') && !id.startsWith('sysLog')
          ? await sql(`select id from ${table} t where to_jsonb(t)::text like '%${POISON}%'`)
          : [];
      expect(stolen, path).toEqual([]);
    }
    expect(outcomes).toEqual(expected);
    expect(Object.keys(outcomes).length).toBeGreaterThan(90);
  });

  it('is never carried out where it was meant as a dry run', async () => {
    const [user] = await sql<{ id: string; status: number }>(
      "select id::text, status from sys_user where account <> 'admin' and status = 1 limit 1",
    );
    for (const path of ['sysUser/setStatus', 'sysDictType/setStatus', 'sysUser/resetPwd']) {
      const { body } = await admin.ask(path, { ...user, status: 2, dryRun: true });
      expect([path, body.extras?.errorCode]).toEqual([path, 'validation']);
    }
    expect(await sql('select status from sys_user where id = $1', [user!.id])).toEqual([{ status: 1 }]);
  });

  it('brings numbers and flags as the texts that a form typed them in', async () => {
    const make = cases.get('sysLdap/*')!;
    const { row } = (await make('update'))!;
    const stored = row as Record<string, unknown>;
    await admin.call('sysLdap/update', { ...stored, port: '636', status: '2' });
    expect(await sql('select port, status from sys_ldap where id = $1', [stored.id])).toEqual([
      { port: 636, status: 2 },
    ]);
    const gen = { tableName: 'sys_pos', generateMenu: true, generateType: 200, menuPid: 0 };
    const made = await admin.call<{ id: string }>('sysCodeGen/add', gen);
    const read = async () =>
      (await admin.call<Record<string, unknown>>(`sysCodeGen/detail?Id=${made.id}`)).generateMenu;
    expect(await read()).toBe(true);
    await admin.call('sysCodeGen/update', { ...made, generateMenu: 'false' });
    expect(await read()).toBe(false);
  });
});
