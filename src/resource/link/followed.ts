import type { Resource } from '../../../contract/resource.ts';
import type { LinkContext } from '../../kit/index.ts';
import type { Filters } from '../filters/model.ts';

const FOLLOWED = ['orderNo', 'merchantId'] as const;

/** The field by which a list refers to rows of another one, if it can be filtered by it. */
const fieldTo = ({ fields }: Resource, resource: string): string | undefined =>
  Object.keys(fields).find((name) => {
    const field = fields[name]!;
    return field.kind === 'ref' && field.to === resource && field.filter === 'in';
  });

/**
 * Filters that a colour's context represents here: an order's own rows, those that refer to the row (an upstream's, a
 * channel's, a bank account's), or a merchant's.
 */
export function filtersOf(target: Resource, context: LinkContext | null): Filters | undefined {
  if (!context) return undefined;
  const { fields } = target;
  if (context.orderNo && fields.orderNo?.filter) return { orderNo: context.orderNo };
  const refers = context.resource === 'merchant' ? undefined : fieldTo(target, context.resource);
  if (refers) return { [refers]: [context.id] };
  if (!fields.merchantId?.filter) return undefined;
  if (context.resource === 'merchant') return { merchantId: [context.id] };
  return context.merchantId ? { merchantId: [context.merchantId] } : undefined;
}

/** The panel's filters with the part that follows the colour replaced; what the person set in addition stays. */
export function follow(
  resource: Resource,
  filters: Filters,
  context: LinkContext | null,
  before: LinkContext | null = null,
): Filters {
  const replaced = new Set<string>([...FOLLOWED, ...Object.keys(filtersOf(resource, before) ?? {})]);
  const kept = Object.fromEntries(Object.entries(filters).filter(([name]) => !replaced.has(name)));
  return { ...kept, ...filtersOf(resource, context) };
}

export const sameFilters = (a: Filters, b: Filters): boolean => {
  const sorted = (filters: Filters) =>
    JSON.stringify(Object.entries(filters).sort(([x], [y]) => x.localeCompare(y)));
  return sorted(a) === sorted(b);
};
