import {
  drillDown,
  groupFilter,
  type Measure,
  type MeasureValues,
  rateValue,
} from '../../../contract/measure.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import type { FigureColumn, From } from './FigureTable.tsx';
import { healthOf } from './health.tsx';
import { formatMeasure, groupTitle, measureTitle, plainMeasure } from './measureText.ts';

/** A row of figures: a group, or the total of all of them. */
export interface FigureRow {
  /** Undefined for the total. */
  key?: string | null;
  label: string | null;
  values: MeasureValues;
  steps?: readonly MeasureValues[] | undefined;
}

export interface Shown {
  /** The field of the groups. */
  by: string;
  currency: string;
  from: string | null;
  to: string | null;
  /** Filters of all figures. */
  where: Readonly<Record<string, unknown>>;
  openTab: (view: string, args?: Record<string, unknown>) => void;
}

const isNothing = (measure: Measure, value: MeasureValues[string] | undefined): boolean =>
  typeof value === 'object' ? value.whole === 0 : value === undefined || Number(value) === 0;

/** The filter of the rows that a row of figures is about. */
const whereOf = (measure: Measure, { key }: FigureRow, { by, where }: Shown) => ({
  ...where,
  ...(key !== undefined && groupFilter(resourceOf(measure.resource), by, key)),
});

/** Opens the list behind one figure; nothing has no list. */
export function openFigure(measure: Measure, row: FigureRow, shown: Shown): (() => void) | undefined {
  if (isNothing(measure, row.values[measure.id])) return undefined;
  const { view, args } = drillDown(measure, {
    from: shown.from,
    to: shown.to,
    where: whereOf(measure, row, shown),
  });
  return () => shown.openTab(view, args);
}

/** Rows of currencies are each in their own. */
const currencyOf = ({ key }: FigureRow, { by, currency }: Shown): string =>
  by === 'currency' ? (key ?? currency) : currency;

interface ColumnOptions {
  from?: From;
  title?: string;
  /** Next to others that matter more. */
  muted?: boolean;
}

/** A measure as a column: its figure, and the list behind it. */
export function measureColumn(
  measure: Measure,
  shown: Shown,
  { from, title = measureTitle(measure), muted = false }: ColumnOptions = {},
): FigureColumn<FigureRow> {
  const toneOf = ({ values }: FigureRow) =>
    measure.kind === 'rate'
      ? `fig-${healthOf(rateValue(values[measure.id]))}`
      : muted
        ? 'pd-muted'
        : undefined;
  return {
    id: measure.id,
    title,
    render: (row) => (
      <span className={toneOf(row)}>
        {formatMeasure(measure, row.values[measure.id], currencyOf(row, shown))}
      </span>
    ),
    plain: ({ values }) => plainMeasure(values[measure.id]),
    open: (row) => openFigure(measure, row, shown),
    ...(from && { from }),
  };
}

/** The names of groups, with what opening one does. */
export function nameColumn<T extends FigureRow>(
  resource: string,
  title: string,
  { by }: Pick<Shown, 'by'>,
  total: string,
  open?: (row: T) => (() => void) | undefined,
): FigureColumn<T> {
  const nameOf = (row: T) =>
    row.key === undefined ? total : groupTitle(resource, by, { key: row.key, label: row.label });
  return {
    id: 'name',
    title,
    render: nameOf,
    plain: nameOf,
    start: true,
    open: (row) => (row.key === undefined || row.key === null ? undefined : open?.(row)),
  };
}
