import type { Field } from '../../../contract/field.ts';
import { Amount } from '../../../contract/money.ts';
import { cellText } from './columns.ts';
import type { GridModel } from './model.ts';

/** The known places around one, and what the sort key is there. */
interface Around {
  below: number;
  above: number;
  low: string;
  high: string;
}

function around(samples: ReadonlyMap<number, string>, index: number): Around | undefined {
  let [below, above] = [-1, Number.POSITIVE_INFINITY];
  for (const at of samples.keys()) {
    if (at <= index && at > below) below = at;
    if (at >= index && at < above) above = at;
  }
  const [low, high] = [samples.get(below), samples.get(above)];
  return low === undefined || high === undefined ? undefined : { below, above, low, high };
}

/**
 * What the sort key is about at a place between two known ones: times and figures pass evenly from the one to the other,
 * which is near enough for a label that the next answer corrects; of texts the one before it is as near as can be known.
 */
export function estimate(
  field: Field,
  samples: ReadonlyMap<number, string>,
  index: number,
): string | undefined {
  const found = around(samples, index);
  if (!found) return undefined;
  const { below, above, low, high } = found;
  if (below === above || low === high) return low;
  const share = (index - below) / (above - below);
  if (field.kind === 'instant' || field.kind === 'date') {
    const [a, b] = [Date.parse(low), Date.parse(high)];
    const text = new Date(a + (b - a) * share).toISOString();
    return field.kind === 'date' ? text.slice(0, 10) : text;
  }
  if (field.kind !== 'money' && field.kind !== 'int' && field.kind !== 'rate') return low;
  const [a, b] = [new Amount(low), new Amount(high)];
  // With no more digits than those around it: more would be made up.
  const digits = Math.max(a.decimalPlaces(), b.decimalPlaces());
  return a.plus(b.minus(a).times(share)).toFixed(digits);
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
      const value = estimate(field, samples, index);
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
      if (typeof value === 'string' || typeof value === 'number') samples.set(index, String(value));
      came();
    },
  };
}
