import type { AlignedRequest, Place, PlaceRequest } from '../../../contract/comparison.ts';
import { type Caller, demand } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { compiledOf, type Engine, readingAs } from '../engine.ts';
import { jsonObject, JsonText } from '../json.ts';
import { rowsByIds } from '../read.ts';
import { type Alignment, differsOf, isIn, placesOf } from './alignment.ts';

/** @throws Refused snapshotGone where it was dropped or is somebody else's */
function alignmentOf(engine: Engine, caller: Caller, token: string): Alignment {
  const found = engine.alignments.get(token);
  if (found?.userId !== caller.userId) throw new Refused('snapshotGone');
  return found;
}

/**
 * POST /api/comparison/rows: a block of aligned rows as they are now; which of them differ is as of the comparison. Each
 * side is read under the caller's scope once more.
 */
export async function readAligned(
  engine: Engine,
  caller: Caller,
  request: AlignedRequest,
): Promise<JsonText> {
  const { token, start, end, ...part } = request;
  const alignment = alignmentOf(engine, caller, token);
  const shown = placesOf(alignment, part);
  const total = shown?.length ?? alignment.marks.length;
  const count = Math.max(0, Math.min(end, total) - start);
  const places = Array.from({ length: count }, (_, at) => shown?.[start + at] ?? start + at);
  const ids = places.map((place) => alignment.ids.map((side) => (side[place] ? String(side[place]) : null)));
  const visible = await engine.scopes.visible(caller);
  const rows = await Promise.all(
    alignment.resources.map((resource, side) => {
      const compiled = compiledOf(engine, resource);
      demand(caller, [`${resource}:page`]);
      const wanted = ids.flatMap((each) => each[side] ?? []);
      return rowsByIds(readingAs(engine, compiled, caller).pool, { compiled, caller, visible }, wanted);
    }),
  );
  return jsonObject({
    start,
    total,
    ids,
    differs: places.map((place) => differsOf(alignment.marks[place]!)),
    rows: new JsonText(`[${rows.map(({ text }) => text).join(',')}]`),
  });
}

/** POST /api/comparison/place: where the next aligned row is that differs or that a side lacks, among those shown. */
export function nextPlace(engine: Engine, caller: Caller, request: PlaceRequest): Place {
  const { token, from, back, ...part } = request;
  const alignment = alignmentOf(engine, caller, token);
  const shown = placesOf(alignment, part);
  const total = shown?.length ?? alignment.marks.length;
  const sides = alignment.ids.length;
  const step = back ? -1 : 1;
  for (let at = Math.min(from, total) + step; at >= 0 && at < total; at += step)
    if (isIn({ show: 'apart' }, alignment.marks[shown?.[at] ?? at]!, sides)) return { at };
  return { at: null };
}
