import type { FastifyInstance } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { type Entry, loginMenuTree } from './menuRead.ts';

/**
 * Favourites as the family's clients keep them, by ids of the menu. They are what the widget of quick access has picked, kept
 * under its setting: entries by name, and commands, which the family does not have and these calls leave alone.
 */

const SETTING = 'quickAccess';
/** As many as the widget keeps. */
const MOST = 60;

interface Pick {
  kind: string;
  id: string;
}

const picks = z.array(z.looseObject({ kind: z.string(), id: z.string() })).catch([]);

async function stored(runner: Pool | PoolClient, { userId }: Caller): Promise<Pick[]> {
  const { rows } = await runner.query<{ value: unknown }>(
    'select value from user_setting where user_id = $1 and key = $2',
    [userId, SETTING],
  );
  return picks.parse(rows[0]?.value ?? []);
}

async function store(tx: PoolClient, { userId }: Caller, next: readonly Pick[]): Promise<void> {
  await tx.query(
    `insert into user_setting (user_id, key, value) values ($1, $2, $3::jsonb)
     on conflict (user_id, key) do update set value = excluded.value, version = user_setting.version + 1, updated_at = now()`,
    [userId, SETTING, JSON.stringify(next.slice(0, MOST))],
  );
}

const flat = (tree: readonly Entry[]): Entry[] => tree.flatMap((entry) => [entry, ...flat(entry.children)]);

/** What of the menu the caller has and can open. */
const openable = async (deps: AppDeps, caller: Caller): Promise<Entry[]> =>
  flat(await loginMenuTree(deps, caller)).filter(({ type, name }) => type === 2 && name);

/** Another person's are as absent as those of nobody. @throws Refused notFound */
function demandOwn(caller: Caller, userId: unknown): void {
  if (String(userId) !== caller.userId) throw new Refused('notFound');
}

async function favourites(deps: AppDeps, caller: Caller): Promise<Entry[]> {
  const byName = new Map((await openable(deps, caller)).map((entry) => [entry.name, entry]));
  return (await stored(deps.pool, caller)).flatMap(
    ({ kind, id }) => (kind === 'menu' && byName.get(id)) || [],
  );
}

const body = z.looseObject({
  userId: idSchema,
  menuIdList: z
    .array(idOf('sysMenu', { unchecked: 'what the caller does not have is left out' }))
    .max(5_000)
    .default([]),
});

function mountReads(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysUserMenu/userMenuList/:userId',
    permission: { session: EVERYONE },
    summary: "The caller's favourites of the menu",
    handler: async ({ caller, request }) => {
      demandOwn(caller, (request.params as { userId: string }).userId);
      return (await favourites(deps, caller)).map((entry) => ({ ...entry, children: [] }));
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/sysUserMenu/userMenuIdList/:userId',
    permission: { session: EVERYONE },
    summary: "Ids of the caller's favourites of the menu",
    handler: async ({ caller, request }) => {
      demandOwn(caller, (request.params as { userId: string }).userId);
      return (await favourites(deps, caller)).map(({ id }) => id);
    },
  });
}

export function mountUserMenus(app: FastifyInstance, deps: AppDeps): void {
  mountReads(app, deps);
  writeRoute(app, deps, {
    url: '/api/sysUserMenu/add',
    permission: { session: EVERYONE },
    body,
    summary: "Set the caller's favourites of the menu; what the caller does not have is left out",
    handler: async ({ caller, tx, body: { userId, menuIdList } }) => {
      demandOwn(caller, userId);
      const byId = new Map((await openable(deps, caller)).map((entry) => [entry.id, entry]));
      const names = new Set(menuIdList.flatMap((id) => byId.get(id)?.name ?? []));
      const commands = (await stored(tx, caller)).filter(({ kind }) => kind !== 'menu');
      const chosen = [...names].map((name): Pick => ({ kind: 'menu', id: name }));
      await store(tx, caller, [...chosen, ...commands]);
      return true;
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysUserMenu/delete',
    permission: { session: EVERYONE },
    body,
    summary: "Remove some of the caller's favourites of the menu",
    handler: async ({ caller, tx, body: { userId, menuIdList } }) => {
      demandOwn(caller, userId);
      const given = new Set(menuIdList);
      const entries = await openable(deps, caller);
      const gone = new Set(entries.filter(({ id }) => given.has(id)).map(({ name }) => name));
      const left = (await stored(tx, caller)).filter(({ kind, id }) => kind !== 'menu' || !gone.has(id));
      await store(tx, caller, left);
      return true;
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysUserMenu/deleteByUserId/:userId',
    permission: { session: EVERYONE },
    summary: "Remove all of the caller's favourites of the menu",
    asked: ({ request }) => request.params,
    handler: async ({ caller, tx, request }) => {
      demandOwn(caller, (request.params as { userId: string }).userId);
      const commands = (await stored(tx, caller)).filter(({ kind }) => kind !== 'menu');
      await store(tx, caller, commands);
      return true;
    },
  });
}
