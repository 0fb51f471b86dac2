import type { TraceItem } from '../../../contract/trace.ts';

/** Where a row stands on the axis, in hundredths of its length; one that took no time has a mark's width. */
export interface Span {
  left: number;
  width: number;
}

const MARK = 1;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ms = (at: string): number => Date.parse(at);

/** From the first beginning to the last end. */
export function rangeOf(items: readonly TraceItem[]): { from: number; length: number } {
  if (items.length === 0) return { from: 0, length: 0 };
  const from = Math.min(...items.map((item) => ms(item.from)));
  const until = Math.max(...items.map((item) => ms(item.at)));
  return { from, length: until - from };
}

export function spanOf(item: TraceItem, { from, length }: ReturnType<typeof rangeOf>): Span {
  if (length === 0) return { left: 0, width: 100 };
  const share = (at: number): number => (at / length) * 100;
  const width = Math.max(MARK, share(ms(item.at) - ms(item.from)));
  return { left: Math.min(share(ms(item.from) - from), 100 - width), width };
}

/** `+35 ms`, `+2.4 s`, `+3 min`, `+5 h`, `+2 d`: since the first beginning. */
export function sinceText(item: TraceItem, { from }: { from: number }): string {
  const since = ms(item.from) - from;
  if (since < 1_000) return `+${since} ms`;
  if (since < 2 * MINUTE) return `+${(since / 1_000).toFixed(1)} s`;
  if (since < 2 * HOUR) return `+${Math.round(since / MINUTE)} min`;
  return since < 2 * DAY ? `+${Math.round(since / HOUR)} h` : `+${Math.round(since / DAY)} d`;
}
