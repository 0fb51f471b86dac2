import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../contract/field.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { snake } from '../../server/engine/sql.ts';
import type { Client } from '../support/client.ts';
import { MANIFEST, pack } from '../support/plugin.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { bodyOf, type Sql } from './writeBodies.ts';

/** An update that names one field leaves every other as it was, links to other tables included. */

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await demoWorld(40);
  admin = await server.signIn('admin', PASSWORD);
  const { items } = await admin.call<{ items: { id: string }[] }>('merchant/page', { status: [1] });
  await admin.call('openAccess/add', { merchantId: items[0]!.id, status: 1 });
  await admin.call('pluginPackage/add', { package: pack(MANIFEST), remark: 'Board' });
  // Notices of the system are nobody's to change.
  await admin.call('sysNotice/add', { title: 'Draft', content: 'Text', type: 1, audience: 0 });
  await admin.call('formDesign/add', { name: 'Evidence', purpose: 'manualOrder' });
  const request = { merchantId: items[0]!.id, currency: 'INR', amount: '5' };
  await admin.call('rechargeOrder/add', { ...request, reference: 'R1' });
  await admin.call('manualOrder/add', { ...request, utr: '123456789012' });
});
afterAll(() => server.stop());

type Row = Record<string, unknown>;
const sql: Sql = async <T extends object>(text: string, values?: unknown[]) =>
  (await server.database.pool.query<T>(text, values)).rows;

const updatable = [...resources.values()].filter(({ crud }) => crud.update);

/** Tables that name rows of others: roles of people, menus and organisations of roles, items of dictionaries. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  sysUser: ['sys_user_role where user_id = $1'],
  sysRole: ['sys_role_menu where role_id = $1', 'sys_role_org where role_id = $1'],
};

async function stored(resource: Resource, id: string): Promise<{ row: Row; links: string[] }> {
  const { pool } = server.database;
  const found = await pool.query<Row>(`select * from ${snake(resource.id)} where id = $1`, [id]);
  const links: string[] = [];
  for (const from of LINKS[resource.id] ?? []) {
    const { rows } = await pool.query<{ text: string }>(
      `select x::text as text from ${from.replace(' where', ' x where')}`,
      [id],
    );
    links.push(...rows.map(({ text }) => text).sort());
  }
  return { row: found.rows[0]!, links };
}

/** Another value that the field takes; undefined where this test knows none. */
function changed(name: string, field: Field, before: unknown): unknown {
  if (field.readonly || field.once || field.formOnly) return undefined;
  if (name === 'accessKey') return `${String(before)}-2`;
  if (name === 'remark') return `${String(before ?? '')} changed`;
  if (name === 'orderNo') return Number(before ?? 0) + 1;
  // A map of languages stays one.
  if (field.localised && typeof before === 'string' && before.startsWith('{'))
    return before.replace(/"}$/, ' 2"}');
  if (field.kind === 'text' && !field.pattern && typeof before === 'string') return `${before} 2`;
  if (field.kind === 'flag') return before !== true;
  // Of approval rules a higher limit is published.
  if (name === 'limitAmount') return String(Number(before) / 2);
  if (field.kind === 'money' && typeof before === 'string') return String(Number(before) + 1);
  if (field.kind === 'rate' && typeof before === 'string') return String(Number(before) / 2);
  return undefined;
}

describe.each(updatable.map((resource) => [resource.id, resource] as const))(
  'an update of %s',
  (id, resource) => {
    it('touches the named field alone', async () => {
      const newest = `select id::text from ${snake(id)} order by id desc limit 20`;
      let rows = await sql<{ id: string }>(newest);
      // The demo has none of it.
      if (rows.length === 0 && resource.crud.add) {
        await admin.call(`${id}/add`, await bodyOf(sql, resource));
        rows = await sql(newest);
      }
      let tried = 0;
      for (const { id: rowId } of rows) {
        const before = await stored(resource, rowId);
        for (const [name, field] of Object.entries(resource.fields)) {
          const column = snake(name);
          const value = changed(name, field, before.row[column]);
          if (value === undefined) continue;
          const version = (await stored(resource, rowId)).row.version;
          const { body } = await admin.ask(`${id}/update`, { id: rowId, version, [name]: value });
          // Rules of its own may refuse the row: another is tried.
          if (body.code !== 200) continue;
          tried += 1;
          const after = await stored(resource, rowId);
          // Versions and times follow from every change, a flow's own version among them.
          const {
            version: _version,
            flow_version: _flow,
            updated_at: _at,
            updated_by: _by,
            [column]: now,
            ...rest
          } = after.row;
          const {
            version: _before,
            flow_version: _flowBefore,
            updated_at: _was,
            updated_by: _whose,
            [column]: _value,
            ...same
          } = before.row;
          expect(rest, `${id}.${name}`).toEqual(same);
          expect(after.links).toEqual(before.links);
          expect(now).not.toEqual(before.row[column]);
          await admin.ask(`${id}/update`, {
            id: rowId,
            version: after.row.version,
            [name]: before.row[column],
          });
          break;
        }
        if (tried >= 3) break;
      }
      expect(tried, 'no row could be updated').toBeGreaterThan(0);
    });
  },
);
