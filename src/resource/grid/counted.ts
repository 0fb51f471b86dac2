import type { Resource } from '../../../contract/resource.ts';
import { formatCount } from '../../kit/index.ts';
import type { Column } from './columns.ts';

/** A count as the wire has it: one added up by the database comes as text. */
export const countText = (value: unknown): string =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? formatCount(Number(value)) : '';

/** Reports count in thousands; any other whole number is a place in an order or a setting. */
export const counted = (resource: Resource, columns: readonly Column[]): Column[] =>
  columns.map((column) =>
    resource.area === 'reports' && resource.fields[column.colId!]?.kind === 'int'
      ? { ...column, valueFormatter: ({ value }) => countText(value) }
      : column,
  );
