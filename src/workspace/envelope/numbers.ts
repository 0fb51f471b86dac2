import type { PanelRecord } from './envelope.ts';

type Records = Readonly<Record<string, PanelRecord>>;

/** The smallest number that no tab of the view has among these. */
export function freeNumber(view: string, records: Iterable<PanelRecord>): number {
  const taken = new Set<number>();
  for (const record of records) if (record.view === view && record.nth) taken.add(record.nth);
  let nth = 1;
  while (taken.has(nth)) nth += 1;
  return nth;
}

/** Every tab with a number among those of its view: its own one, and where it has none, the next in the order given. */
export function numbered(ids: readonly string[], records: Records): Record<string, PanelRecord> {
  const out: Record<string, PanelRecord> = {};
  const waiting: string[] = [];
  const held = new Set<string>();
  for (const id of ids) {
    const record = records[id];
    if (!record) continue;
    const name = `${record.view} ${record.nth}`;
    out[id] = record;
    if (!record.nth || held.has(name)) waiting.push(id);
    else held.add(name);
  }
  for (const id of waiting) {
    const { nth: _lost, ...record } = out[id]!;
    out[id] = record;
  }
  for (const id of waiting) out[id] = { ...out[id]!, nth: freeNumber(out[id]!.view, Object.values(out)) };
  return out;
}
