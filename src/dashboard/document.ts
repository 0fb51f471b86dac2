import type { BoardValues, Variable } from '../kit/figures/board.ts';
import { heldOf, isVariable, only, readValues } from './values.ts';

/** What is stored of a dashboard: places in the canonical 24 columns, and each widget's settings. */

export const SCHEMA = 1;
export const COLUMNS = 24;
export const MAX_ITEMS = 40;
const MAX_ROW = 400;
const MAX_TEXT = 256_000;
/** Letters of a title that a tile can show. */
export const TITLE_MOST = 60;
const ID = /^[\w-]{1,40}$/;
const WIDGET = /^[a-z][a-z0-9-]{0,40}$/;

export interface Tile {
  id: string;
  widget: string;
  /** The widget version its settings were made for. */
  version: number;
  x: number;
  y: number;
  w: number;
  h: number;
  /** What its person calls it, where not as the widget is called. */
  title?: string;
  settings: Record<string, unknown>;
  /** Variables of the dashboard that it does not follow. */
  own?: readonly Variable[];
  /** What it has in their place; its own settings where nothing is here. */
  ownValues?: BoardValues;
}

type Place = Pick<Tile, 'x' | 'y' | 'w' | 'h'>;

export interface DashboardDocument {
  schema: number;
  tiles: Tile[];
  /** What the variables begin with for whoever has not set them. */
  values?: BoardValues;
}

export const emptyDocument = (): DashboardDocument => ({ schema: SCHEMA, tiles: [] });

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const whole = (value: unknown, low: number, high: number, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(Math.trunc(value), low), high)
    : fallback;

/** Settings are small flat data; anything else is left to the widget's defaults. */
function readSettings(raw: unknown): Record<string, unknown> {
  if (!isObject(raw)) return {};
  const kept = Object.entries(raw).filter(
    ([key, value]) =>
      /^[A-Za-z]\w{0,40}$/.test(key) &&
      key !== 'constructor' &&
      key !== 'prototype' &&
      (typeof value === 'boolean' ||
        (typeof value === 'number' && Number.isFinite(value)) ||
        (typeof value === 'string' && value.length <= 500)),
  );
  return Object.fromEntries(kept.slice(0, 40));
}

function readTitle(raw: unknown): { title?: string } {
  const title = typeof raw === 'string' ? raw.trim().slice(0, TITLE_MOST) : '';
  return title === '' ? {} : { title };
}

function readOwn(raw: Record<string, unknown>): Pick<Tile, 'own' | 'ownValues'> {
  const own = Array.isArray(raw.own) ? raw.own.filter(isVariable) : [];
  const ownValues = only(readValues(raw.ownValues), own);
  return { ...(own.length > 0 && { own }), ...(heldOf(ownValues).length > 0 && { ownValues }) };
}

function readTile(raw: unknown): Tile | undefined {
  if (!isObject(raw) || typeof raw.widget !== 'string' || !WIDGET.test(raw.widget)) return undefined;
  if (typeof raw.id !== 'string' || !ID.test(raw.id)) return undefined;
  const w = whole(raw.w, 1, COLUMNS, 6);
  return {
    id: raw.id,
    widget: raw.widget,
    version: whole(raw.version, 0, 10_000, 1),
    x: whole(raw.x, 0, COLUMNS - w, 0),
    y: whole(raw.y, 0, MAX_ROW, 0),
    w,
    h: whole(raw.h, 1, 100, 8),
    ...readTitle(raw.title),
    settings: readSettings(raw.settings),
    ...readOwn(raw),
  };
}

function parse(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  if (raw.length > MAX_TEXT) return undefined;
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return undefined;
  }
}

/** Takes whatever was stored; what cannot be read is left out. Undefined when nothing of it is a dashboard. */
export function readDocument(raw: unknown): DashboardDocument | undefined {
  try {
    const value = parse(raw);
    if (!isObject(value) || value.schema !== SCHEMA || !Array.isArray(value.tiles)) return undefined;
    const seen = new Set<string>();
    const tiles = value.tiles.slice(0, MAX_ITEMS * 4).flatMap((item: unknown) => {
      const tile = readTile(item);
      if (!tile || seen.has(tile.id) || seen.size >= MAX_ITEMS) return [];
      seen.add(tile.id);
      return [tile];
    });
    const values = readValues(value.values);
    return { schema: SCHEMA, tiles, ...(Object.keys(values).length > 0 && { values }) };
  } catch {
    // Throwing getters and the like are no dashboard.
    return undefined;
  }
}

/** The first free row below everything. */
export const bottomOf = (tiles: readonly Tile[]): number =>
  Math.max(0, ...tiles.map((tile) => tile.y + tile.h));

const overlap = (a: Place, b: Place): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Each tile as far up as those before it let it. */
function settledBy(tiles: readonly Tile[], order: (a: Tile, b: Tile) => number): Tile[] {
  const places = new Map<string, Tile>();
  for (const tile of [...tiles].sort(order)) {
    const done = [...places.values()];
    const free = (y: number) => !done.some((other) => overlap(other, { ...tile, y }));
    let y = Math.min(tile.y, bottomOf(done));
    while (!free(y)) y += 1;
    while (y > 0 && free(y - 1)) y -= 1;
    places.set(tile.id, { ...tile, y });
  }
  return tiles.map((tile) => places.get(tile.id)!);
}

/** Where tiles are on screen: each as far up as those above let it. */
export const settled = (tiles: readonly Tile[]): Tile[] => settledBy(tiles, (a, b) => a.y - b.y || a.x - b.x);

/** The first free place of that size, row by row; below everything where no row has one. */
export function freePlace(tiles: readonly Tile[], { w, h }: Pick<Place, 'w' | 'h'>): Place {
  const bottom = bottomOf(tiles);
  for (let y = 0; y < bottom; y += 1)
    for (let x = 0; x + w <= COLUMNS; x += 1) {
      const place = { x, y, w, h };
      if (!tiles.some((tile) => overlap(tile, place))) return place;
    }
  return { x: 0, y: bottom, w, h };
}

/** How much larger a tile becomes to fill the room next to it. */
const GROWN_MOST = 2;

/** As large as the room next to it allows: to the right, then down as far as the dashboard goes. */
function grown(tile: Tile, others: readonly Tile[], bottom: number): Tile {
  const fits = (place: Tile) =>
    place.x + place.w <= COLUMNS &&
    place.y + place.h <= bottom &&
    !others.some((other) => overlap(other, place));
  let place = tile;
  for (const side of ['w', 'h'] as const)
    for (;;) {
      const next: Tile = { ...place, [side]: place[side] + 1 };
      if (next[side] > tile[side] * GROWN_MOST || !fits(next)) break;
      place = next;
    }
  return place;
}

/** Without gaps: each in the first free place in reading order, and then over what is left next to it. */
export function compacted(tiles: readonly Tile[]): Tile[] {
  const placed: Tile[] = [];
  for (const tile of settled(tiles).sort((a, b) => a.y - b.y || a.x - b.x))
    placed.push({ ...tile, ...freePlace(placed, tile) });
  const bottom = bottomOf(placed);
  for (const [at, tile] of placed.entries())
    placed[at] = grown(
      tile,
      placed.filter((other) => other !== tile),
      bottom,
    );
  const byId = new Map(placed.map((tile) => [tile.id, tile]));
  return tiles.map(({ id }) => byId.get(id)!);
}

/** A step of one tile: its place, or its size. */
export type Shift = Partial<Record<'x' | 'y' | 'w' | 'h', number>>;

/** Tiles each as far up as those above let it, of which this one comes before those it meets. */
function settledAround(tiles: readonly Tile[], id: string, up: boolean): Tile[] {
  const before = up ? 0.5 : -0.5;
  const order = (tile: Tile) => tile.y - (tile.id === id ? before : 0);
  return settledBy(tiles, (a, b) => order(a) - order(b) || a.x - b.x);
}

const placesOf = (tiles: readonly Tile[]): string =>
  JSON.stringify(tiles.map(({ id, x, y, w, h }) => [id, x, y, w, h]));

/**
 * One step of a tile by the arrows. Tiles close ranks upwards, so a step up or down goes as far as something changes:
 * past the tile that is in the way.
 */
export function shifted(
  tiles: readonly Tile[],
  id: string,
  shift: Shift,
  least: Pick<Place, 'w' | 'h'>,
): Tile[] {
  const now = settled(tiles);
  const { y = 0 } = shift;
  const moved = (rows: number): Tile[] =>
    now.map((tile) => {
      if (tile.id !== id) return tile;
      const w = whole(tile.w + (shift.w ?? 0), Math.min(least.w, COLUMNS), COLUMNS - tile.x, tile.w);
      const h = whole(tile.h + (shift.h ?? 0), least.h, 100, tile.h);
      const x = whole(tile.x + (shift.x ?? 0), 0, COLUMNS - w, tile.x);
      return { ...tile, x, w, h, y: tile.y + rows * Math.sign(y) };
    });
  if (y === 0) return settledAround(moved(0), id, true);
  const from = now.find((tile) => tile.id === id)?.y ?? 0;
  const most = y < 0 ? from : bottomOf(now) - from;
  for (let rows = 1; rows <= most; rows += 1) {
    const next = settledAround(moved(rows), id, y < 0);
    if (placesOf(next) !== placesOf(now)) return next;
  }
  return now;
}

export const PLACE = ['x', 'y', 'w', 'h'] as const;
export const CONTENT = ['widget', 'version', 'title', 'settings', 'own', 'ownValues'] as const;
const part = (tile: Tile, keys: readonly (keyof Tile)[]): Partial<Tile> =>
  Object.fromEntries(keys.map((key) => [key, tile[key]]));
const isSame = (one: Tile, other: Tile, keys: readonly (keyof Tile)[]): boolean =>
  JSON.stringify(part(one, keys)) === JSON.stringify(part(other, keys));

/**
 * The tiles of now without the one step from `before` to `after`; whatever was done to them since stays. What comes
 * back is where it was, or where it fits.
 */
export function undone(now: readonly Tile[], before: readonly Tile[], after: readonly Tile[]): Tile[] {
  const [were, became] = [before, after].map((tiles) => new Map(tiles.map((tile) => [tile.id, tile])));
  const left = now.flatMap((tile) => {
    const [was, is] = [were!.get(tile.id), became!.get(tile.id)];
    if (!is) return [tile];
    if (!was) return [];
    const back = [PLACE, CONTENT].map((keys) => part(isSame(tile, is, keys) ? was : tile, keys));
    return [Object.assign({ ...tile }, ...back) as Tile];
  });
  const ids = new Set(now.map(({ id }) => id));
  for (const tile of before) {
    if (became!.has(tile.id) || ids.has(tile.id)) continue;
    const free = !left.some((other) => overlap(other, tile));
    left.push(free ? tile : { ...tile, ...freePlace(left, tile) });
  }
  return left;
}

/** The tile after this one in reading order; before it where it is the last. */
export function neighbourOf(tiles: readonly Tile[], id: string): string | undefined {
  const sorted = [...tiles].sort((a, b) => a.y - b.y || a.x - b.x);
  const at = sorted.findIndex((tile) => tile.id === id);
  return (sorted[at + 1] ?? sorted[at - 1])?.id;
}

/** Places for a narrower window, derived and never stored: reading order, full width or half. */
export function narrowed(tiles: readonly Tile[], columns: number): Tile[] {
  if (columns >= COLUMNS) return [...tiles];
  const sorted = [...tiles].sort((a, b) => a.y - b.y || a.x - b.x);
  let x = 0;
  let y = 0;
  let line = 0;
  return sorted.map((tile) => {
    const w =
      tile.w > COLUMNS / 2 || columns < COLUMNS / 2 ? columns : Math.max(tile.w, Math.ceil(columns / 2));
    if (x + w > columns) {
      x = 0;
      y += line;
      line = 0;
    }
    const placed = { ...tile, x, y, w };
    x += w;
    line = Math.max(line, tile.h);
    return placed;
  });
}
