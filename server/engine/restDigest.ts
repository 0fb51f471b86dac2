import { Refused } from '../platform/http/refused.ts';
import type { Actor } from './actOnRow.ts';
import type { Reader } from './read.ts';
import { questionOf, refusalSql } from './refusalSql.ts';
import { scopeClause } from './scope.ts';
import { OWN, type PreviewDigests, shortHash } from './previewDigest.ts';
import { and, named, Params, snake } from './sql.ts';

/**
 * What a dry run shows of the rows that it counts without running them: what they come to together, and which of them
 * could. A command that carries it does no other of them, nor any of them for other money.
 */

/** Its name among the digests. */
export const REST = 'rest';
/** So long at most: a bit for each row of the largest selection. */
export const REST_LENGTH = 50_000;

/** A dry run executes so many rows; the others are counted. */
const PREVIEW = 100;
/** So many where only the preview gives figures. */
const PREVIEW_ALONE = 500;

/** The rows of a command that its dry run executes, and those that it only counts. */
export function partsOf(
  { estimate }: Actor,
  ids: readonly string[],
): { run: readonly string[]; rest: readonly string[] } {
  const first = estimate.rowByRow ? PREVIEW_ALONE : PREVIEW;
  return { run: ids.slice(0, first), rest: ids.slice(first) };
}

const MONEY = [...OWN, 'commission'].map(snake);

/** The same order whoever asks: a place names a row. */
const placed = (ids: readonly string[]): string[] =>
  [...ids].sort((one, other) => one.length - other.length || (one < other ? -1 : 1));

/** What the rows come to, as one word; empty where they hold no money. */
async function digestOf({ engine, compiled }: Actor, ids: readonly string[]): Promise<string> {
  const columns = MONEY.filter((column) => compiled.all.has(column));
  if (columns.length === 0) return '';
  const text = `select string_agg(concat_ws('|', t.id, ${columns.map((name) => `t.${name}`).join(', ')}), ',' order by t.id) as all
    from ${compiled.table} t where t.id = any($1::bigint[])`;
  const { rows } = await engine.pool.query<{ all: string | null }>(named(text, [ids]));
  return shortHash(rows[0]?.all ?? '');
}

async function ableOf(actor: Actor, reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const { engine, compiled } = actor;
  const params = new Params();
  const all = params.add(ids);
  const scope = and(scopeClause(compiled, reader.caller, reader.visible, params));
  const why = refusalSql(questionOf(actor, reader), params);
  const text = `select t.id::text as id from ${compiled.table} t
    where t.id = any(${all}::bigint[]) and ${scope} and (${why}) is null`;
  const { rows } = await engine.pool.query<{ id: string }>(named(text, params.values));
  return new Set(rows.map(({ id }) => id));
}

/** Of the rows that are only counted; undefined where there are none. */
export async function restDigest(
  actor: Actor,
  reader: Reader,
  all: readonly string[],
): Promise<string | undefined> {
  const ids = partsOf(actor, all).rest;
  if (ids.length === 0) return undefined;
  const able = await ableOf(actor, reader, ids);
  const bits = Buffer.alloc(Math.ceil(ids.length / 8));
  for (const [at, id] of placed(ids).entries()) if (able.has(id)) bits[at >> 3]! |= 1 << (at & 7);
  return `${await digestOf(actor, ids)}.${bits.toString('base64url')}`;
}

/** The rows that were counted as refused. */
export function restRefused(
  actor: Actor,
  all: readonly string[],
  previewDigests: PreviewDigests | undefined,
): ReadonlySet<string> {
  const carried = previewDigests?.[REST];
  if (carried === undefined) return new Set();
  const ids = partsOf(actor, all).rest;
  const bits = Buffer.from(carried.split('.')[1] ?? '', 'base64url');
  return new Set(placed(ids).filter((_id, at) => ((bits[at >> 3] ?? 0) & (1 << (at & 7))) === 0));
}

/** True where what was shown of the counted rows has a bit for each of them. */
export function restCovers(actor: Actor, all: readonly string[], previewDigests: PreviewDigests): boolean {
  const { rest } = partsOf(actor, all);
  if (rest.length === 0) return previewDigests[REST] === undefined;
  const bits = Buffer.from(previewDigests[REST]?.split('.')[1] ?? '', 'base64url');
  return bits.length === Math.ceil(rest.length / 8);
}

/** @throws Refused figuresChanged where they hold other money by now */
export async function refuseOtherRest(
  actor: Actor,
  all: readonly string[],
  previewDigests: PreviewDigests | undefined,
): Promise<void> {
  const carried = previewDigests?.[REST];
  if (carried === undefined) return;
  const digest = await digestOf(actor, partsOf(actor, all).rest);
  if (digest !== carried.split('.')[0]) throw new Refused('figuresChanged');
}
