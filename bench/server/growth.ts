import type { Figure } from './figures.ts';

/** Milliseconds of one call each, medians; absent where that was not measured. */
export interface Cost {
  orders: number;
  page?: number;
  jump?: number;
  command?: number;
}

const LIMIT = 1.5;
const KINDS = ['page', 'jump', 'command'] as const;

/** How the cost of a call grows with the number of orders, relative to the smallest database of the run. */
export function growthOf(costs: readonly Cost[]): Figure[] {
  const sorted = costs.toSorted((a, b) => a.orders - b.orders);
  return KINDS.flatMap((kind) => {
    const known = sorted.flatMap(({ orders, [kind]: ms }) => (ms === undefined ? [] : [{ orders, ms }]));
    const [small, ...larger] = known;
    if (!small || larger.length === 0) return [];
    const ratio = Math.max(...larger.map(({ ms }) => ms / small.ms));
    return {
      budget: 'growth',
      what: `${kind}: ${known.map(({ orders }) => orders.toLocaleString('en')).join(' → ')} orders`,
      measured: `${known.map(({ ms }) => ms.toFixed(1)).join(' → ')} ms · ${ratio.toFixed(2)} ×`,
      peer: '',
      limit: `≤ ${LIMIT} ×`,
      met: ratio <= LIMIT,
    };
  });
}
