import {
  drillDown,
  groupFilter,
  type Measure,
  type MeasureAnswer,
  type MeasureValues,
  rateValue,
} from '../../../contract/measure.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { Delta } from './Delta.tsx';
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
  /** The same figures of the period that they are compared with. */
  before?: MeasureAnswer | undefined;
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

/** The same row in the period that it is compared with; nothing, where it has none there. */
const formerOf = (before: MeasureAnswer, { key }: FigureRow): MeasureValues =>
  key === undefined ? before.total : (before.groups.find((group) => group.key === key)?.values ?? {});

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
    render: (row) => {
      const now = row.values[measure.id];
      const currency = currencyOf(row, shown);
      const figure = <span className={toneOf(row)}>{formatMeasure(measure, now, currency)}</span>;
      if (!shown.before) return figure;
      const before = formerOf(shown.before, row)[measure.id];
      return (
        <>
          {figure}
          <Delta measure={measure} now={now} before={before} currency={currency} />
        </>
      );
    },
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
