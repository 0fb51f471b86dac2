/** Times of the grid's cells: Intl is asked once per quarter of an hour and zone, the rest is arithmetic. */

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const offsets = new Map<string, Map<number, number>>();
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetFromIntl(at: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset', hour: '2-digit' });
  formats.set(zone, format);
  const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}

/** Milliseconds to add to an instant to read the zone's wall clock as if it were UTC. */
export function zoneOffset(at: number, zone: string): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const quarter = Math.floor(at / QUARTER_MS);
  let offset = known.get(quarter);
  if (offset === undefined) {
    if (known.size > 20_000) known.clear();
    offset = offsetFromIntl(at, zone);
    known.set(quarter, offset);
  }
  return offset;
}

/** The instant at which the zone's day of `at` began, moved by whole days. */
export function startOfDay(at: number, zone: string, days = 0): number {
  const wall = at + zoneOffset(at, zone);
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS + days * DAY_MS;
  const guess = midnight - zoneOffset(at, zone);
  return midnight - zoneOffset(guess, zone);
}

/** `HH:mm:ss` for the current day, `MM-DD HH:mm:ss` within the year, the whole date otherwise. */
export function instantText(value: unknown, zone: string, now: number): string {
  if (typeof value !== 'string' || value === '') return '';
  // The system area's calls (wire.md) answer the wall clock of the chosen zone.
  if (value[10] === ' ') return value;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return value;
  const text = new Date(at + zoneOffset(at, zone)).toISOString();
  const today = new Date(now + zoneOffset(now, zone)).toISOString();
  const time = text.slice(11, 19);
  if (text.slice(0, 10) === today.slice(0, 10)) return time;
  return `${text.slice(text.startsWith(today.slice(0, 4)) ? 5 : 0, 10)} ${time}`;
}

/** `yyyy-MM-ddTHH:mm` of an instant in the zone, as date inputs want it. */
export function inputText(at: string | undefined, zone: string): string {
  if (!at) return '';
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? '' : new Date(ms + zoneOffset(ms, zone)).toISOString().slice(0, 16);
}

/** The instant a date input names in the zone. */
export function inputInstant(text: string, zone: string): string | undefined {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return undefined;
  const guess = wall - zoneOffset(wall, zone);
  return new Date(wall - zoneOffset(guess, zone)).toISOString();
}
