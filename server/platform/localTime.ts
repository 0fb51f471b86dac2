import { timeText } from './http/zone.ts';

/** What a clock on the wall shows; `month` from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** No zone changes its clocks but at a quarter of an hour. */
const QUARTER_MS = 900_000;
const OFFSETS_KEPT = 10_000;
const offsets = new Map<string, number>();

/** How far a zone's clocks are ahead of UTC, in milliseconds; kept, since a file asks for the same days again and again. */
function offsetMs(at: number, zone: string): number {
  const quarter = Math.floor(at / QUARTER_MS);
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= OFFSETS_KEPT) offsets.clear();
  const from = quarter * QUARTER_MS;
  const ahead = Date.parse(`${timeText(new Date(from), zone).replace(' ', 'T')}Z`) - from;
  offsets.set(key, ahead);
  return ahead;
}

/** The instant at which a clock in the zone shows this time; undefined for a day no calendar has. */
export function instantAt(wall: WallTime, zone: string): Date | undefined {
  const { year, month, day, hour, minute, second } = wall;
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = new Date(wanted);
  const exists =
    read.getUTCFullYear() === year &&
    read.getUTCMonth() === month - 1 &&
    read.getUTCDate() === day &&
    read.getUTCHours() === hour &&
    read.getUTCMinutes() === minute;
  if (!exists) return undefined;
  // Twice, as the offset may be another one on the other side of a change of the clocks.
  const near = wanted - offsetMs(wanted, zone);
  return new Date(wanted - offsetMs(near, zone));
}

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;

/** A time as a client of the family types it, in the caller's zone; anything else is left to the filter to refuse. */
export function typedInstant(value: unknown, zone: string): unknown {
  const [, ...parts] = (typeof value === 'string' && LOCAL.exec(value)) || [];
  if (parts.length === 0) return value;
  const [year, month, day, hour, minute, second] = parts.map((part) => Number(part ?? 0));
  const wall = { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! };
  return instantAt(wall, zone)?.toISOString() ?? value;
}
