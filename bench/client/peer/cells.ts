import { FEED } from './size.ts';

/** Text of a cell, computed in place; the column `2` counts the changes of its row. */
const changes = new Map<number, number>();
export const LIVE_COLUMN = 2;

export const textOf = (row: number, column: number): string =>
  column === LIVE_COLUMN ? `${row} · ${changes.get(row) ?? 0}` : `${row} · ${column}`;

const FLUSH_MS = 100;

interface Change {
  id: string;
}

/** Reads the feed as any page would: lines of server-sent events, one row of JSON each time, ten paints a second. */
export async function follow(paint: (rows: ReadonlySet<number>) => void): Promise<void> {
  if (!FEED) return;
  const response = await fetch(FEED);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const changed = new Set<number>();
  setInterval(() => {
    if (changed.size === 0) return;
    for (const row of changed) changes.set(row, (changes.get(row) ?? 0) + 1);
    paint(changed);
    changed.clear();
  }, FLUSH_MS);
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: [')) continue;
      for (const { id } of JSON.parse(line.slice(6)) as Change[]) changed.add(Number(id));
    }
  }
}
