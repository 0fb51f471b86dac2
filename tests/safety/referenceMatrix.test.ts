import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { Field, Fields } from '../../contract/field.ts';
import { ID_TARGETS } from '../../contract/idOf.ts';
import { isFor } from '../../contract/permissions.ts';
import { type Resource, tenantsOf } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { isForTenants } from '../../contract/tenants.ts';
import { idSchema, writable, type WriteMode } from '../../contract/validate.ts';
import { newId } from '../../server/platform/db/id.ts';
import { PASSWORD } from '../api/demoWorld.ts';
import { type Body, bodyOf } from '../api/writeBodies.ts';
import { NAMERS, type Namer, type ReferenceWorld, referenceWorld } from './referenceWorld.ts';
import { CALLS, rowsFor, type Tried } from './referenceBodies.ts';

/** Each reference of each write, with rows that the caller does not read: refused as a missing one, and nothing written. */

let world: ReferenceWorld;

beforeAll(async () => {
  world = await referenceWorld();
});
afterAll(() => world?.server.stop());

/** Where a field, or a field of its rows, names a row of another resource. */
interface Place {
  field: string;
  inner?: string;
  to: string;
  /** The value of the field that names this row. */
  naming: (id: string, others: Body) => unknown;
}

function placesIn(fields: Fields): Place[] {
  return Object.entries(fields).flatMap(([field, each]: [string, Field]): Place[] => {
    if ('to' in each && each.to !== undefined)
      return [{ field, to: each.to, naming: (id) => (each.kind === 'ref' ? id : [id]) }];
    if (each.kind !== 'json' || !each.rows) return [];
    return Object.entries(each.rows).flatMap(([inner, one]) =>
      'to' in one && one.to !== undefined
        ? [{ field, inner, to: one.to, naming: (id: string, others: Body) => [{ ...others, [inner]: id }] }]
        : [],
    );
  });
}

const mayUse = (who: Namer, code: string): boolean =>
  isFor(code, 'staff') && (who !== 'abroad' || isForTenants(code));

/** The definition as it is known to them. */
const viewOf = (who: Namer, resource: Resource): Resource =>
  who === 'abroad' ? tenantsOf(resource) : resource;

interface Outcome {
  /** Of a field that was refused, or of the input of a row. */
  refusal: unknown;
  code: number;
}

async function outcomeOf(
  who: Namer,
  path: string,
  { body, query, headers }: Tried,
  field: string,
): Promise<Outcome> {
  const address = query ? `${path}?${new URLSearchParams(query).toString()}` : path;
  const answer = await world.as[who].ask<{
    refused?: { code: string; field?: string; message: string }[];
  } | null>(address, body, { 'Idempotency-Key': randomUUID(), ...headers });
  const { code, message, result } = answer.body;
  const row = result?.refused?.[0];
  if (row) return { code: 400, refusal: row.field === field ? [row.code, row.message] : undefined };
  const fields = typeof message === 'object' ? (message as Record<string, unknown>) : {};
  return { code, refusal: fields[field] ?? (code === 404 ? 'not found' : undefined) };
}

/** What is wrong about a write that names rows out of reach; nothing where it is refused as it should be. */
async function faultsOf(
  who: Namer,
  path: string,
  { to, field, ...options }: Pick<Place, 'to' | 'field'> & { isTenantWide?: boolean; except?: unknown },
  bodyFor: (id: string) => Tried,
): Promise<unknown[]> {
  const faults: unknown[] = [];
  const table = path.split('/')[0]!;
  const missing = await outcomeOf(who, path, bodyFor(newId()), field);
  for (const id of await world.foreignTo(who, to, options)) {
    const digest = () => (resources.has(table) ? world.digestOf(table) : Promise.resolve(''));
    const before = await digest();
    const foreign = await outcomeOf(who, path, bodyFor(id), field);
    if (foreign.refusal === undefined || JSON.stringify(foreign) !== JSON.stringify(missing))
      faults.push([who, path, field, to, { foreign, missing }]);
    if ((await digest()) !== before) faults.push([who, path, field, 'wrote']);
  }
  return faults;
}

/** Fields of rows within a form that name rows: what else such a row must have. */
async function othersOf(who: Namer, resource: Resource, { field, inner }: Place): Promise<Body> {
  const json = resource.fields[field];
  if (inner === undefined || json?.kind !== 'json' || !json.rows) return {};
  const others: Body = {};
  for (const [name, each] of Object.entries(json.rows))
    if (name !== inner && 'to' in each && each.to !== undefined)
      others[name] = await world.ownOf(who, each.to);
  return others;
}

async function rowOf(who: Namer, { id }: Resource): Promise<Body | undefined> {
  const { items } = await world.as[who].call<{ items: Body[] }>(`${id}/page`, { page: 1, pageSize: 1 });
  return items[0];
}

/** What `add` takes, without what is unknown to them. */
async function addBody(who: Namer, resource: Resource): Promise<Body> {
  const known = viewOf(who, resource).fields;
  const body = await bodyOf(world.sql, resource);
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in known));
}

const covered = new Set<string>();

async function checkMode(who: Namer, resource: Resource, mode: WriteMode): Promise<unknown[]> {
  const { id, crud } = resource;
  if (!crud[mode] || !mayUse(who, `${id}:${mode}`)) return [];
  const view = viewOf(who, resource);
  const places = placesIn(view.fields).filter(({ field }) => writable(view.fields[field]!, mode));
  if (places.length === 0) return [];
  const row = mode === 'update' ? await rowOf(who, resource) : undefined;
  // What they have no row of they change none of.
  if (mode === 'update' && !row) return who === 'all' ? [[who, id, 'no row to change']] : [];
  const base = row ? { id: row.id, version: row.version ?? 0 } : await addBody(who, resource);
  const faults: unknown[] = [];
  for (const place of places) {
    const others = await othersOf(who, resource, place);
    const bodyFor = (named: string): Tried => ({
      body: { ...base, [place.field]: place.naming(named, others) },
    });
    faults.push(
      ...(await faultsOf(
        who,
        `${id}/${mode}`,
        { to: place.to, field: place.field, except: row?.[place.field] },
        bodyFor,
      )),
    );
    const name = `${id}.${place.field}`;
    if ((await world.foreignTo(who, place.to)).length > 0) covered.add(name);
    if (mode === 'update' || who !== 'all') continue;
    // The refusal is about whose row it is, not about the rest of the body.
    const own = await outcomeOf(who, `${id}/add`, bodyFor(await world.ownOf(who, place.to)), place.field);
    if (JSON.stringify(own.refusal)?.includes('does not exist'))
      faults.push([who, name, 'own row refused', own]);
  }
  return faults;
}

describe('fields of definitions', () => {
  const WITH = [...resources.values()].filter(({ fields }) => placesIn(fields).length > 0);

  it.each(WITH.map((resource) => [resource.id, resource] as const))(
    '%s names no row that its writer does not read',
    async (_id, resource) => {
      const faults: unknown[] = [];
      for (const who of NAMERS)
        for (const mode of ['add', 'update'] as const) faults.push(...(await checkMode(who, resource, mode)));
      expect(faults).toEqual([]);
    },
    60_000,
  );

  it('are all covered by somebody', () => {
    const all = WITH.flatMap(({ id, fields, crud }) =>
      placesIn(fields)
        .filter(({ field }) => (crud.add || crud.update) && writable(fields[field]!, 'add'))
        .map(({ field, to }) => ({ name: `${id}.${field}`, to })),
    );
    // Whoever may write these reads all rows that they can name.
    const platform = (to: string) => resources.get(to)?.scope === 'platform';
    expect(all.filter(({ name, to }) => !covered.has(name) && !platform(to))).toEqual([]);
    expect(covered.size).toBeGreaterThan(25);
  });
});

describe('inputs of actions', () => {
  const ACTIONS = [...resources.values()].flatMap((resource) =>
    Object.entries(resource.actions).flatMap(([name, action]) =>
      placesIn(action.input ?? {}).map(
        (place) => [`${resource.id}/${name}`, place.field, resource, place] as const,
      ),
    ),
  );

  it.each(ACTIONS)('%s %s', async (path, _field, resource, place) => {
    const faults: unknown[] = [];
    let asked = 0;
    for (const who of NAMERS) {
      const [, name] = path.split('/') as [string, string];
      if (!mayUse(who, `${resource.id}:${name}`)) continue;
      if ((await world.foreignTo(who, place.to)).length === 0) continue;
      const { on } = resource.actions[name]!;
      const rows = on === 'new' ? undefined : await rowsFor(world, who, path);
      if (on !== 'new' && rows === undefined) continue;
      asked += 1;
      const bodyFor = (id: string): Tried => ({
        body: { ...(rows && { ids: rows }), dryRun: true, input: { [place.field]: place.naming(id, {}) } },
      });
      faults.push(...(await faultsOf(who, path, { to: place.to, field: place.field }, bodyFor)));
    }
    expect(faults).toEqual([]);
    // Whoever moves entries of the menu reads them all.
    if (resource.scope !== 'platform') expect(asked, 'nobody could try it').toBeGreaterThan(0);
  });
});

interface Named {
  keys: string[];
  to: string;
  isTenantWide: boolean;
}
type Schema = z.core.$ZodTypes;

/** Every id of a body that is declared by its target, and every other one that is not the row's own address. */
function idsIn(schema: Schema, keys: string[] = []): { named: Named[]; undeclared: string[] } {
  const target = ID_TARGETS.get(schema);
  if (target)
    return {
      named:
        target.unchecked === undefined
          ? [{ keys, to: target.to, isTenantWide: target.tenantWide !== undefined }]
          : [],
      undeclared: [],
    };
  if ((schema as unknown) === idSchema) return { named: [], undeclared: [keys.join('.')] };
  const { def } = schema._zod;
  const inner: [Schema, string[]][] =
    def.type === 'object'
      ? Object.entries(def.shape).map(([key, each]) => [each as Schema, [...keys, key]])
      : def.type === 'array'
        ? [[def.element as Schema, [...keys, '[]']]]
        : 'innerType' in def
          ? [[def.innerType as Schema, keys]]
          : def.type === 'pipe'
            ? [[def.in as Schema, keys]]
            : def.type === 'union'
              ? def.options.map((each): [Schema, string[]] => [each as Schema, keys])
              : [];
  const found = inner.map(([each, at]) => idsIn(each, at));
  return {
    named: found.flatMap(({ named }) => named),
    undeclared: found.flatMap(({ undeclared }) => undeclared),
  };
}

/** Ids of the row itself, which its handler looks for under the caller's scope. */
const ADDRESS = /^(\[\]\.)?(id|ids|ids\.\[\]|ids\.\[\]\.id|\[\]|userId|noteId|base\.id)$/;

describe('calls that no definition derives', () => {
  it('declare what their ids are of, and refuse those out of reach', async () => {
    const undeclared: string[] = [];
    const faults: unknown[] = [];
    let tried = 0;
    for (const { method, url, permission, effect, body, query } of world.routes) {
      if (method !== 'POST' || permission === 'anonymous') continue;
      const path = url.slice('/api/'.length);
      for (const schema of [body, query].filter((each) => each !== undefined)) {
        const ids = idsIn(schema as unknown as Schema);
        if (effect !== 'none')
          undeclared.push(
            ...ids.undeclared.filter((key) => !ADDRESS.test(key)).map((key) => `${path} ${key}`),
          );
        for (const { keys, to, isTenantWide } of ids.named)
          for (const who of NAMERS) {
            if ('anyOf' in permission && !permission.anyOf.some((code) => mayUse(who, code))) continue;
            const made = await CALLS[path]?.(world, who);
            if (!made) {
              faults.push([who, path, keys.join('.'), 'no body to try it with']);
              continue;
            }
            tried += 1;
            const place = { to, field: keys[0]!, isTenantWide };
            faults.push(...(await faultsOf(who, path, place, (named) => made(keys, named))));
          }
      }
    }
    expect(undeclared).toEqual([]);
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(15);
  }, 60_000);
});

it('the super administrator, who reads all tenants, names rows of the tenant of the row alone', async () => {
  const { server, sql } = world;
  const admin = await server.signIn('admin', PASSWORD);
  const rows = await sql<{ resource: string; id: string; version: number }>(
    `select 'sysOrg' as resource, id::text, version from sys_org where name = 'Abroad'
     union all select 'merchant', m.id::text, m.version from merchant m join sys_tenant t on t.id = m.tenant_id where t.name = 'Theirs'
     union all select 'sysUser', id::text, version from sys_user where account = 'abroad'`,
  );
  const of = (resource: string) => rows.find((each) => each.resource === resource)!;
  const named = { sysOrg: 'pid', merchant: 'orgId', sysUser: 'orgId' };
  for (const [resource, field] of Object.entries(named)) {
    const { id, version } = of(resource);
    const body = { id, version, [field]: await world.ownOf('all', 'sysOrg') };
    const answer = await admin.ask(`${resource}/update`, body, { 'Idempotency-Key': randomUUID() });
    expect(answer.body.message, resource).toEqual({ [field]: [expect.stringContaining('does not exist')] });
  }
  const roleIds = [await world.ownOf('all', 'sysRole')];
  const { id, version } = of('sysUser');
  const answer = await admin.ask('sysUser/update', { id, version, roleIds });
  expect(answer.body.message).toEqual({ roleIds: [expect.stringContaining('do not exist')] });
});
