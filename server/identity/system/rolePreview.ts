import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { PreviewedList, PreviewedMenu, RolePreview } from '../../../contract/rolePreview.ts';
import { buttonsOf } from '../../../contract/familyCodes.ts';
import { resources } from '../../../contract/resources/index.ts';
import { idSchema } from '../../../contract/validate.ts';
import { ask, compiledOf, type Engine } from '../../engine/engine.ts';
import { engineOf } from '../../engine/shared.ts';
import { readCount } from '../../engine/totals.ts';
import { can, type Caller, isSuper } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { personWithRoles } from '../session/person.ts';
import { mayGiveRoles } from './authority.ts';
import { type Entry, loginMenuTree } from './menuRead.ts';

const body = z.strictObject({ roleIds: z.array(idSchema).min(1).max(50), orgId: idSchema });

const menuOf = (entries: readonly Entry[]): PreviewedMenu[] =>
  entries.map(({ id, name, meta, children }) => ({
    id,
    name: name ?? '',
    title: String((meta as { title?: unknown }).title ?? ''),
    children: menuOf(children),
  }));

async function countOf(engine: Engine, caller: Caller, resource: string): Promise<PreviewedList> {
  const { total, totalIs } = await readCount(
    engine,
    await ask(engine, compiledOf(engine, resource), caller, {}),
  );
  return { resource, total, totalIs };
}

/** One after the other: a preview is no reason to keep others waiting. */
async function listsOf(engine: Engine, caller: Caller): Promise<PreviewedList[]> {
  const lists: PreviewedList[] = [];
  for (const { id } of resources.values())
    if (can(caller, `${id}:page`)) lists.push(await countOf(engine, caller, id));
  return lists;
}

async function reachOf(
  { pool }: AppDeps,
  engine: Engine,
  caller: Caller,
  known: readonly PreviewedList[],
): Promise<RolePreview['reach']> {
  const total = async (resource: string): Promise<number> =>
    (known.find((each) => each.resource === resource) ?? (await countOf(engine, caller, resource))).total;
  const everything = caller.orgIds === 'all';
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from sys_org where tenant_id = $1 and ($2 or id = any($3::bigint[]))',
    [caller.tenantId, everything, everything ? [] : caller.orgIds],
  );
  return {
    everything,
    self: caller.selfOnly && !everything,
    orgs: rows[0]?.n ?? 0,
    merchants: await total('merchant'),
    orders: (await total('collectOrder')) + (await total('payOrder')),
  };
}

/**
 * The caller that a person with these roles would be: made as signing in makes it, in the language and the zone of whoever
 * asks. @throws Refused where the roles open more than the caller has, whose counts would then say what is there
 */
async function previewCaller(
  deps: AppDeps,
  caller: Caller,
  { roleIds, orgId }: z.infer<typeof body>,
): Promise<Caller> {
  const found = await deps.pool.query<{ tenantId: string }>(
    'select tenant_id::text as "tenantId" from sys_org where id = $1 and ($2 or tenant_id = $3)',
    [orgId, isSuper(caller), caller.tenantId],
  );
  const tenantId = found.rows[0]?.tenantId;
  if (tenantId === undefined) throw new Refused('notFound');
  if (!(await mayGiveRoles(deps.pool, caller, roleIds, [orgId]))) throw new Refused('forbidden');
  const { language: _language, ...person } = await personWithRoles(deps.pool, { tenantId, orgId, roleIds });
  const { locale, timeZone, ip } = caller;
  return { ...person, sessionId: '', locale, timeZone, ip };
}

async function preview(deps: AppDeps, caller: Caller, asked: z.infer<typeof body>): Promise<RolePreview> {
  const person = await previewCaller(deps, caller, asked);
  const engine = await engineOf(deps);
  const lists = await listsOf(engine, person);
  return {
    buttons: buttonsOf(person.permissions).sort(),
    menu: menuOf(await loginMenuTree(deps, person)),
    lists,
    reach: await reachOf(deps, engine, person, lists),
  };
}

export function mountRolePreview(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysRole/preview',
    permission: { anyOf: ['sysRole:page'] },
    body,
    summary: 'What a person with exactly these roles would see and may do',
    handler: ({ caller, body: asked }) => preview(deps, caller, asked),
  });
}
