import { cellText } from './columns.ts';
import type { GridModel } from './model.ts';

/** Values of the sort key at known places of a snapshot; what lies between is reckoned where that makes sense. */
function interpolate(samples: ReadonlyMap<number, string>, index: number): string | undefined {
  let [below, above] = [-1, Number.POSITIVE_INFINITY];
  for (const at of samples.keys()) {
    if (at <= index && at > below) below = at;
    if (at >= index && at < above) above = at;
  }
  const [low, high] = [samples.get(below), samples.get(above)];
  if (low === undefined || high === undefined) return undefined;
  if (below === above) return low;
  const [a, b] = [Date.parse(low), Date.parse(high)];
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined;
  return new Date(a + ((b - a) * (index - below)) / (above - below)).toISOString();
}

/** What the sort key is at any place of a list, known or reckoned from the places that were asked for. */
export interface Samples {
  /** As a cell would show it; empty where nothing is known. */
  textAt(index: number): string;
  /** Asks for the value of a place, unless it is known or another one is on its way. */
  ask(index: number): Promise<void>;
}

/** `came` is told of every answer. */
export function createSamples(model: GridModel, came: () => void): Samples {
  let samples = new Map<number, string>();
  let snapshot: string | undefined;
  let asking = false;
  return {
    textAt(index) {
      const { sort } = model.state();
      const field = model.resource.fields[sort.field];
      if (!field) return '';
      const row = model.blocks.at(index);
      if (row) return cellText(sort.field, field, row);
      const value = interpolate(samples, index);
      return value === undefined ? '' : cellText(sort.field, field, { id: '', [sort.field]: value });
    },
    async ask(index) {
      if (snapshot !== model.blocks.snapshot()) {
        snapshot = model.blocks.snapshot();
        samples = new Map();
      }
      if (asking || samples.has(index) || model.blocks.at(index)) return;
      asking = true;
      const value = await model.sample(index).catch(() => undefined);
      asking = false;
      if (typeof value === 'string') samples.set(index, value);
      came();
    },
  };
}
