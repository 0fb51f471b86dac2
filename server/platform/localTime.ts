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

/** The wall time of an instant as if the wall hung in UTC, in milliseconds. */
const wallMs = (at: number, zone: string): number =>
  Date.parse(`${timeText(new Date(at), zone).replace(' ', 'T')}Z`);

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
  const near = wanted - (wallMs(wanted, zone) - wanted);
  return new Date(near - (wallMs(near, zone) - wanted));
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
