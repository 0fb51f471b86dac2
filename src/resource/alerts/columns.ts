import type { ValueFormatterParams } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import { alertValue } from '../../kit/alertValue.ts';
import type { Column } from '../grid/columns.ts';

const FIGURES: ReadonlySet<string> = new Set(['threshold', 'resolveThreshold', 'peak']);

function figureOf({ data, value }: ValueFormatterParams<Row>): string {
  if (!data || value === null || value === undefined) return '';
  return alertValue(String(data.measure), String(value), data.currency as string | null);
}

/** Figures of alerts by what their measure is: per cent, an amount or a count. */
export const alertColumns = (columns: readonly Column[]): Column[] =>
  columns.map((column) =>
    FIGURES.has(column.colId ?? '') ? { ...column, valueFormatter: figureOf } : column,
  );
