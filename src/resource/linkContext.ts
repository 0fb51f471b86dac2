import type { Row } from '../../contract/calls.ts';
import type { Resource } from '../../contract/resource.ts';
import type { LinkContext } from '../kit/index.ts';
import { labelOf } from './grid/columns.ts';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What a row tells the panels of its colour: itself, and the merchant, order and currency it belongs to. */
export function contextOf(resource: Resource, row: Row): Omit<LinkContext, 'source'> {
  const merchantId = resource.id === 'merchant' ? row.id : text(row.merchantId);
  const orderNo = text(row.orderNo);
  const currency = text(row.currency);
  return {
    resource: resource.id,
    id: row.id,
    label: labelOf(resource, row),
    ...(merchantId && { merchantId }),
    ...(orderNo && resource.fields.orderNo?.kind === 'text' && { orderNo }),
    ...(currency && { currency }),
  };
}
