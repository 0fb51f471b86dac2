import type { Resource } from '../../../contract/resource.ts';
import type { LinkContext } from '../../kit/index.ts';
import type { Filters } from '../filters/model.ts';

const FOLLOWED = ['orderNo', 'merchantId'] as const;

/** Filters that a colour's context stands for here: an order's own rows, or a merchant's. */
export function filtersOf({ fields }: Resource, context: LinkContext | null): Filters | undefined {
  if (!context) return undefined;
  if (context.orderNo && fields.orderNo?.filter) return { orderNo: context.orderNo };
  if (!fields.merchantId?.filter) return undefined;
  if (context.resource === 'merchant') return { merchantId: [context.id] };
  return context.merchantId ? { merchantId: [context.merchantId] } : undefined;
}

/** The panel's filters with the part that follows the colour replaced; what the person set beside it stays. */
export function follow(resource: Resource, filters: Filters, context: LinkContext | null): Filters {
  const kept = Object.fromEntries(
    Object.entries(filters).filter(([name]) => !(FOLLOWED as readonly string[]).includes(name)),
  );
  return { ...kept, ...filtersOf(resource, context) };
}

export const sameFilters = (a: Filters, b: Filters): boolean => {
  const sorted = (filters: Filters) =>
    JSON.stringify(Object.entries(filters).sort(([x], [y]) => x.localeCompare(y)));
  return sorted(a) === sorted(b);
};
