import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { formatCount, translate } from '../../kit/index.ts';
import { cellText, labelOf } from './columns.ts';
import type { GridModel } from './model.ts';

/** Which row it is: its number, with its amount and its owner where it has them. */
export function describeRow(resource: Resource, row: Row): string {
  const { amount, merchantId } = resource.fields;
  const money = amount && `${cellText('amount', amount, row)} ${String(row.currency ?? '')}`.trim();
  const owner = merchantId && cellText('merchantId', merchantId, row);
  return [labelOf(resource, row), money, owner].filter(Boolean).join(' · ');
}

/** What a command would act on: the one row, the count of several, or that there is none and how one is chosen. */
export function describeTargets({ targets, resource }: GridModel): string {
  const count = targets.count();
  const [row] = count === 1 ? targets.rows() : [];
  if (row) return describeRow(resource, row);
  if (count === 0) return translate('grid:sight.none');
  return translate('grid:select.count', { count: formatCount(count) });
}
