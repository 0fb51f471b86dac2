import type { LinkContext } from '../../kit/index.ts';
import type { Filters } from '../../resource/filters/model.ts';

const FOLLOWED = ['orderNo', 'merchantId'] as const;

/** Filters that a colour's context stands for: an order's own details, or a merchant's. */
export function filtersOf(context: LinkContext | null): Filters | undefined {
  if (!context) return undefined;
  if (context.orderNo) return { orderNo: context.orderNo };
  if (context.resource === 'merchant') return { merchantId: [context.id] };
  return context.merchantId ? { merchantId: [context.merchantId] } : undefined;
}

/** The panel's filters with the part that follows the colour replaced; what the person set beside it stays. */
export function follow(filters: Filters, context: LinkContext | null): Filters {
  const kept = Object.fromEntries(
    Object.entries(filters).filter(([name]) => !(FOLLOWED as readonly string[]).includes(name)),
  );
  return { ...kept, ...filtersOf(context) };
}

export const sameFilters = (a: Filters, b: Filters): boolean => {
  const sorted = (filters: Filters) =>
    JSON.stringify(Object.entries(filters).sort(([x], [y]) => x.localeCompare(y)));
  return sorted(a) === sorted(b);
};
