/**
 * Dates as people type them. A wall clock is text, `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm`, of the zone that the person
 * chose; instants are made of it elsewhere.
 */

const DAY_MS = 86_400_000;
/** A month and day without a year is the next to come only this near, else the last one: lists are of what was. */
const AHEAD_MS = 31 * DAY_MS;

const UNITS: Readonly<Record<string, number>> = {
  m: 60_000,
  分: 60_000,
  h: 3_600_000,
  时: 3_600_000,
  時: 3_600_000,
  d: DAY_MS,
  天: DAY_MS,
  w: 7 * DAY_MS,
  周: 7 * DAY_MS,
  週: 7 * DAY_MS,
};

const WORDS: Readonly<Record<string, number>> = {
  '': 0,
  today: 0,
  今天: 0,
  今日: 0,
  yesterday: -1,
  昨天: -1,
  昨日: -1,
  tomorrow: 1,
  明天: 1,
  明日: 1,
};

const wallOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
/** A wall clock as if it were UTC's. */
export const msOf = (wall: string): number => Date.parse(`${wall.length === 10 ? `${wall}T00:00` : wall}Z`);

/** A wall clock moved by whole days, hours or minutes. */
export function moveWall(wall: string, by: number, unit: 'd' | 'h'): string {
  return wallOf(msOf(wall) + by * (UNITS[unit] ?? 0)).slice(0, wall.length);
}

/** The same day of another month, or that month's last. */
export function moveMonth(wall: string, by: number): string {
  const [year = 0, month = 1, day = 1] = wall.slice(0, 10).split('-').map(Number);
  const last = new Date(Date.UTC(year, month + by, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + by, Math.min(day, last)));
  return moved.toISOString().slice(0, 10) + wall.slice(10);
}

/** Where PageUp and PageDown lead: a month back and on. */
export function monthStep(key: string, wall: string): string | undefined {
  if (key === 'PageUp') return moveMonth(wall, -1);
  return key === 'PageDown' ? moveMonth(wall, 1) : undefined;
}

function dayMs(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month - 1, day);
  const made = new Date(ms);
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day && year > 1999 && year < 2100
    ? ms
    : undefined;
}

/** Month and day as ISO has them, turned round where only that makes a date. */
function nearDay(now: number, first: number, second: number): number | undefined {
  const [month, day] = first > 12 ? [second, first] : [first, second];
  const year = new Date(now).getUTCFullYear();
  const at = dayMs(year, month, day);
  return at !== undefined && at > now + AHEAD_MS ? dayMs(year - 1, month, day) : at;
}

function dayOf(text: string, now: number): number | undefined {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const word = WORDS[text];
  if (word !== undefined) return today + word * DAY_MS;
  const joined = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const parts = joined ? joined.slice(1) : text.replace(/[./]$/, '').split(/[-./]/);
  if (parts.some((part) => !/^\d{1,4}$/.test(part))) return undefined;
  const [first = 0, second = 0, third = 0] = parts.map(Number);
  if (parts.length === 2) return nearDay(now, first, second);
  if (parts.length !== 3) return undefined;
  return parts[0]?.length === 4 ? dayMs(first, second, third) : dayMs(third, second, first);
}

export interface TypedRules {
  /** The wall clock of now. */
  now: string;
  /** With a time of day, else days alone. */
  time: boolean;
  /** The end of a range that leaves its end out: a day alone is meant whole. */
  end?: boolean;
}

/**
 * The wall clock that a typed text names: `2026-11-25 14:30`, `11-25`, `25.11.2026`, `20261125`, `11月25日`, `14:30`,
 * `yesterday 9:00`, `now`, `-3d`, `-90m`; undefined where it names none.
 */
export function readTyped(text: string, { now, time, end = false }: TypedRules): string | undefined {
  const at = msOf(now);
  const shape = (ms: number) => wallOf(ms).slice(0, time ? 16 : 10);
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s*[年月]\s*/g, '-')
    .replace(/(?<=\d)日/, ' ')
    .trim();
  if (plain === '') return undefined;
  if (plain === 'now' || plain === '现在' || plain === '現在') return shape(at);
  const moved = /^([+-]\d{1,5})\s*([mhdw分时時天周週])$/.exec(plain);
  if (moved) return shape(at + Number(moved[1]) * (UNITS[moved[2] ?? ''] ?? 0));
  const clock = /(?:^|[\st])(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(plain);
  const day = dayOf(clock ? plain.slice(0, clock.index).trim() : plain, at);
  if (day === undefined || (clock && !time)) return undefined;
  if (!clock) return shape(end && time ? day + DAY_MS : day);
  const minutes = Number(clock[1]) * 60 + Number(clock[2]);
  return Number(clock[2]) > 59 || minutes > 24 * 60 ? undefined : shape(day + minutes * 60_000);
}

/** A wall clock as the box shows it; an end at midnight is the day before at 24:00, so that the day is the one meant. */
export function typedText(wall: string, end = false): string {
  if (end && wall.endsWith('T00:00')) return `${moveWall(wall, -1, 'd').slice(0, 10)} 24:00`;
  return wall.replace('T', ' ');
}

/** The days of a month from the Monday before its first, in whole weeks. */
export function weeksOf(month: string): string[][] {
  const first = msOf(`${month.slice(0, 7)}-01`);
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  // Six weeks in every month: the panel never changes its height.
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => wallOf(start + (week * 7 + day) * DAY_MS).slice(0, 10)),
  );
}
