import type { Figure } from './figures.ts';

/** Milliseconds of one call each, medians. */
export interface Cost {
  orders: number;
  page: number;
  jump: number;
  command: number;
}

const LIMIT = 1.5;
const KINDS = ['page', 'jump', 'command'] as const;

/** How the cost of a call grows with the number of orders, beside the smallest database of the run. */
export function growthOf(costs: readonly Cost[]): Figure[] {
  const [small, ...larger] = costs.toSorted((a, b) => a.orders - b.orders);
  if (!small || larger.length === 0) return [];
  return KINDS.map((kind) => {
    const ratio = Math.max(...larger.map((cost) => cost[kind] / small[kind]));
    return {
      budget: 'growth',
      what: `${kind}: ${[small, ...larger].map((cost) => cost.orders.toLocaleString('en')).join(' → ')} orders`,
      measured: `${[small, ...larger].map((cost) => cost[kind].toFixed(1)).join(' → ')} ms · ${ratio.toFixed(2)} ×`,
      peer: '',
      limit: `≤ ${LIMIT} ×`,
      met: ratio <= LIMIT,
    };
  });
}
