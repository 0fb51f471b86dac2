import type { Pool } from 'pg';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import type { Connections } from '../platform/db/rowSecurity.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import type { Locales } from '../platform/http/locales.ts';
import { Refused } from '../platform/http/refused.ts';
import { AnchorStore } from './anchors.ts';
import { TtlCache } from '../platform/ttlCache.ts';
import { readCatalog } from './catalog.ts';
import { refuseUnknown } from './checkQuery.ts';
import { type Compiled, compile, viewOf } from './compile.ts';
import { type Alignment, bytesOf } from './comparison/alignment.ts';
import { withDrawn } from './drawnFilter.ts';
import type { Condition } from './filter.ts';
import { parseFilter } from './filterTree.ts';
import { matchMerchantNames } from './merchantNames.ts';
import { DEFAULTS, type EngineOptions } from './options.ts';
import { claimedElsewhere, ofMerchants, readsOf, scopeClause, Scopes, type Visible } from './scope.ts';
import { halfOf, type ServerHalves } from './serverHalf.ts';
import type { Snapshot } from './snapshots.ts';
import { Params } from './sql.ts';
import { TokenStore } from './tokenStore.ts';
import { whereOf } from './where.ts';

/** What the interpreters of one server read with; only commands need more. */
export interface Reading {
  /** Rows, sums and counts: for merchants' people behind row security. */
  pool: Connections;
  /** Walks of indexes for ids alone, under the conditions of the scope: row security would hinder them. */
  keyPool: Pool;
  locales: Locales;
  options: EngineOptions;
  compiled: ReadonlyMap<string, Compiled>;
  scopes: Scopes;
  snapshots: TokenStore<Snapshot>;
  alignments: TokenStore<Alignment>;
  anchors: AnchorStore;
  totals: TtlCache<unknown>;
}

export interface Engine extends Reading {
  pool: Pool;
  merchantPool: Pool;
  halves: ServerHalves;
}

export async function buildEngine(
  { pool, merchantPool, modules: { halves } }: Pick<AppDeps, 'pool' | 'merchantPool' | 'modules'>,
  locales: Locales,
  options: Partial<EngineOptions> = {},
): Promise<Engine> {
  const filled = { ...DEFAULTS, ...options };
  const site = { catalog: await readCatalog(pool), publicUrl: filled.publicUrl, locales };
  const compiled = new Map<string, Compiled>();
  for (const resource of resources.values())
    compiled.set(resource.id, compile(resource, site, halfOf(halves, resource)));
  return {
    pool,
    keyPool: pool,
    merchantPool,
    halves,
    locales,
    options: filled,
    compiled,
    scopes: new Scopes(pool),
    snapshots: new TokenStore(filled.snapshotBytes, filled.snapshotIdleMs, ({ ids }) => ids.byteLength),
    alignments: new TokenStore(filled.snapshotBytes, filled.snapshotIdleMs, bytesOf),
    anchors: new AnchorStore(pool, filled),
    totals: new TtlCache({ most: 2_000, from: 'answer', name: 'totals' }),
  };
}

/** What a caller reads this resource with. What belongs to no merchant has its scope alone. */
export function readingAs(engine: Engine, { resource }: Compiled, caller: Caller): Reading {
  const owned = resource.scope === 'merchantId' || resource.scope === 'id';
  if (caller.merchantId === null || !owned) return engine;
  return { ...engine, pool: readsOf(engine, engine.scopes, caller) };
}

export function compiledOf(engine: Pick<Reading, 'compiled'>, resource: Resource | string): Compiled {
  const found = engine.compiled.get(typeof resource === 'string' ? resource : resource.id);
  if (!found) throw new Refused('notFound');
  return found;
}

/** One question about a resource: who asks, what they may see, what they look for. */
export interface Question {
  compiled: Compiled;
  caller: Caller;
  visible: Visible;
  conditions: Condition[];
  /** Of the scope "self" only what the caller claimed of merchants that it does not see. */
  claimedOnly?: true;
}

export async function ask(
  engine: Reading,
  compiled: Compiled,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<Question> {
  const known = await withDrawn(engine.pool, viewOf(compiled, caller), body);
  refuseUnknown(known, body);
  const visible = await engine.scopes.visible(caller);
  const names = await matchMerchantNames(engine, { compiled: known, caller, visible }, body);
  return { compiled: known, caller, visible, conditions: parseFilter(known, body, names) };
}

/** Scope and filter as conditions over alias t. */
export function conditionsOf(question: Question, params: Params): string[] {
  const { compiled, caller, visible, conditions, claimedOnly } = question;
  const claimed = claimedOnly && claimedElsewhere(compiled, caller, visible, params);
  const scope = claimed ?? scopeClause(compiled, caller, visible, params);
  return [...scope, ...whereOf(compiled, conditions, params)];
}

/**
 * The question in parts that hold each row once and are counted by ways of their own: the rows of the merchants that the
 * caller sees, and with scope "self" the few it claimed of others. None where it sees nothing.
 */
export function partsOf<Q extends Question>(question: Q): Q[] {
  const { compiled, caller, visible } = question;
  if (visible === null || !ofMerchants(compiled)) return [question];
  const own = visible.length > 0 ? [{ ...question, caller: { ...caller, selfOnly: false } }] : [];
  const claims = claimedElsewhere(compiled, caller, visible, new Params()) !== undefined;
  return claims ? [...own, { ...question, claimedOnly: true }] : own;
}
