import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { CacheEntry, CacheValue } from '../../../../contract/cacheState.ts';
import { logDifference } from '../../../engine/differences.ts';
import { transact } from '../../../platform/db/transaction.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { CACHES, cachedValue, dropCached } from '../../../platform/cacheList.ts';
import { emit } from '../../../platform/events/outbox.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { type Call, route } from '../../../platform/http/route.ts';
import { readableEntries } from './readableKeys.ts';

const LONGEST = 4_000;
/** What stays hidden: figures of merchants and what people may do are behind their own rights. */
const HIDDEN = '******';
/** Names of values that nobody shows, wherever they are kept. */
const SECRET = /secret|password|token|private|apikey|api_key|credential/i;

const PERMISSION = { anyOf: ['sysCache:page'] } as const;
const DELETES = { anyOf: ['sysCache:delete'] } as const;

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, SECRET.test(name) ? HIDDEN : masked(each)]),
  );
}

const readableKeys = async (deps: AppDeps, caller: Caller): Promise<ReadonlySet<string>> =>
  new Set((await readableEntries(deps, caller)).map(({ key }) => key));

async function valueOf(deps: AppDeps, caller: Caller, key: string): Promise<CacheValue> {
  const found = (await readableKeys(deps, caller)).has(key) ? cachedValue(key) : undefined;
  if (!found) throw new Refused('notFound');
  const { leftMs, value } = found;
  return { key, leftMs, ...(value !== undefined && { value: masked(value) }) };
}

const paramOf = ({ request }: Call, name: string): string => {
  const value = (request.params as Record<string, string>)[name] ?? '';
  if (value === '' || value.length > LONGEST) throw new Refused('notFound');
  return value;
};

const byKey = z.strictObject({ key: z.string().min(1).max(LONGEST) });

function mountReads(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysCache/entries',
    permission: PERMISSION,
    summary: 'What this server keeps for a moment, and for how long',
    handler: ({ caller }): Promise<CacheEntry[]> => readableEntries(deps, caller),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysCache/entry',
    permission: PERMISSION,
    body: byKey,
    summary: 'One of them, with what may be seen of its value',
    handler: ({ caller, body }) => valueOf(deps, caller, body.key),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysCache/keyList',
    permission: PERMISSION,
    summary: 'Keys of what this server keeps',
    handler: async ({ caller }) => [...(await readableKeys(deps, caller))],
  });
  route(app, {
    method: 'GET',
    url: '/api/sysCache/keysByPrefixKey/:prefix',
    permission: PERMISSION,
    summary: 'Those that begin so',
    handler: async (call) => {
      const prefix = paramOf(call, 'prefix');
      return [...(await readableKeys(deps, call.caller))].filter((key) => key.startsWith(prefix));
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/sysCache/value/:key',
    permission: PERMISSION,
    summary: 'What may be seen of a value; null once it is gone',
    handler: async (call) => {
      const key = paramOf(call, 'key');
      const found = (await readableKeys(deps, call.caller)).has(key) ? cachedValue(key) : undefined;
      return found ? (found.value === undefined ? HIDDEN : masked(found.value)) : null;
    },
  });
}

/** What servers keep in memory for a moment: its keys, what may be seen of it, and having it forgotten everywhere. */
export function mountCaches(app: FastifyInstance, deps: AppDeps): void {
  mountReads(app, deps);
  /** Forgets here at once and on the other servers with the next change. Nothing is lost: it is read again. */
  const forget = async (caller: Caller, keys: string, accepts: (key: string) => boolean): Promise<number> => {
    const readable = await readableKeys(deps, caller);
    let dropped = 0;
    // All that match are forgotten, and those counted that the caller could have seen.
    dropCached((key) => {
      if (!accepts(key)) return false;
      if (readable.has(key)) dropped += 1;
      return true;
    });
    const change = { resource: 'sysCache', id: '0', name: keys, before: { keys } };
    await transact(deps.pool, async (tx) => {
      await logDifference(tx, change, caller, deps.clock.now());
      await emit(tx, CACHES, '0', 'delete');
    });
    return dropped;
  };

  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysCache/delete/:key',
    permission: DELETES,
    summary: 'Forgets a key on every server; answers how many this one had',
    handler: (call) => {
      const wanted = paramOf(call, 'key');
      return forget(call.caller, wanted, (key) => key === wanted);
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysCache/deleteByPreKey/:prefix',
    permission: DELETES,
    summary: 'Forgets the keys that begin so on every server',
    handler: (call) => {
      const prefix = paramOf(call, 'prefix');
      return forget(call.caller, `${prefix}*`, (key) => key.startsWith(prefix));
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysCache/clear',
    permission: { anyOf: ['sysCache:clear'] },
    summary: 'Forgets everything that servers keep for a moment',
    handler: async ({ caller }) => {
      await forget(caller, '*', () => true);
    },
  });
}
