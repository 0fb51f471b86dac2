import { idText, isId } from '../../contract/id.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { anchoredNeighbours, anchoredBlock } from './anchored.ts';
import { type Compiled, viewOf } from './compile.ts';
import { elsewhereFilters } from './filter.ts';
import { ask, type Reading } from './engine.ts';
import { jsonObject, type JsonText } from './json.ts';
import { openScroll, resumeScroll, type Scroll } from './openScroll.ts';
import { type ListQuestion, listQuestion } from './plan.ts';
import { rowsByIds } from './read.ts';
import type { Snapshot } from './snapshots.ts';
import { sortsOf } from './sort.ts';

const BLOCK = 100;
const BLOCK_MOST = 1_000;
const IDS_MOST = 500;

export interface Window {
  start: number;
  limit: number;
  after?: string;
  before?: string;
}

function whole(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}

export function windowOf(body: Readonly<Record<string, unknown>>): Window {
  const start = whole(body.start, 0);
  const limit = whole(body.end, start + BLOCK) - start;
  if (limit > BLOCK_MOST) throw new Refused('tooManyRows', { max: BLOCK_MOST });
  const window: Window = { start, limit: Math.max(0, limit) };
  if (isId(body.after)) window.after = body.after;
  else if (isId(body.before)) window.before = body.before;
  return window;
}

function placeIn(snapshot: Snapshot, window: Window): number {
  const neighbour = window.after ?? window.before;
  if (neighbour === undefined) return window.start;
  const at = snapshot.ids.indexOf(BigInt(neighbour));
  if (at < 0) return window.start;
  return window.after === undefined ? Math.max(0, at - window.limit) : at + 1;
}

async function block(
  engine: Reading,
  question: ListQuestion,
  scroll: Scroll,
  window: Window,
): Promise<JsonText> {
  if ('snapshot' in scroll) {
    const { snapshot } = scroll;
    const start = placeIn(snapshot, window);
    const end =
      window.before !== undefined
        ? Math.min(start + window.limit, snapshot.ids.indexOf(BigInt(window.before)))
        : start + window.limit;
    const ids = Array.from(snapshot.ids.subarray(start, end < 0 ? start + window.limit : end), String);
    const items = await rowsByIds(engine.pool, question, ids);
    return jsonObject({
      items,
      start,
      total: snapshot.ids.length,
      totalIs: 'exact',
      snapshot: snapshot.token,
    });
  }
  const { anchored, token } = scroll;
  const neighbour = window.after ?? window.before;
  const items =
    neighbour === undefined
      ? await anchoredBlock(engine, anchored, window.start, window.limit)
      : await anchoredNeighbours(
          engine,
          anchored,
          { id: neighbour, side: window.after ? 'after' : 'before' },
          window.limit,
        );
  return jsonObject({ items, start: window.start, total: anchored.total, totalIs: 'exact', snapshot: token });
}

/** The ids of a snapshot that still is in memory, for a command on everything that was seen. */
export function seenIds(engine: Reading, question: ListQuestion, token: string): Snapshot['ids'] | undefined {
  return token.endsWith(`.${question.hash}`) ? engine.snapshots.get(token)?.ids : undefined;
}

/** POST /api/<resource>/rows */
export async function readRows(
  engine: Reading,
  compiled: Compiled,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<JsonText> {
  if (Array.isArray(body.ids)) {
    const ids = body.ids.map(idText).filter(isId);
    if (ids.length > IDS_MOST) throw new Refused('tooManyRows', { max: IDS_MOST });
    const items = await rowsByIds(
      engine.pool,
      { compiled, caller, visible: await engine.scopes.visible(caller) },
      ids,
      elsewhereFilters(viewOf(compiled, caller), body),
    );
    return jsonObject({ items, start: 0, total: ids.length, totalIs: 'exact', snapshot: '' });
  }
  const question = listQuestion(await ask(engine, compiled, caller, body), sortsOf(body.sort));
  const token = typeof body.snapshot === 'string' && body.snapshot !== '' ? body.snapshot : undefined;
  const scroll = token ? await resumeScroll(engine, question, token) : await openScroll(engine, question);
  return block(engine, question, scroll, windowOf(body));
}

/** A block of a list without a token, for pages past what an offset can reach. */
export async function readDeep(
  engine: Reading,
  question: ListQuestion,
  start: number,
  limit: number,
): Promise<JsonText> {
  const scroll = (await engine.totals.get(
    `open/${question.hash}`,
    () => openScroll(engine, question),
    10_000,
  )) as Scroll;
  if ('snapshot' in scroll) {
    const ids = Array.from(scroll.snapshot.ids.subarray(start, start + limit), String);
    return rowsByIds(engine.pool, question, ids);
  }
  return anchoredBlock(engine, scroll.anchored, start, limit);
}
