import { type MeasureValues, rateValue } from '../../contract/measure.ts';
import { measureOf } from '../../contract/measures.ts';
import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { type FigureColumn, FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { healthOf } from '../../src/kit/figures/health.tsx';
import {
  type FigureRow,
  measureColumn,
  nameColumn,
  openFigure,
  type Shown,
} from '../../src/kit/figures/measureColumns.tsx';
import { shareColumns } from '../../src/kit/figures/shareColumns.tsx';
import { stepOf } from '../../src/kit/figures/steps.ts';
import { NoFigures } from '../../src/kit/figures/NoFigures.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import { WithTrend } from '../../src/kit/figures/WithTrend.tsx';
import { useScopedMeasures } from '../../src/kit/figures/useMeasures.ts';
import {
  DictTag,
  Unanswered,
  type WidgetProps,
  formatCount,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import { GROUPINGS, groupingOf } from './groupings.ts';
import { sparkline } from './sparkline.ts';
import type { settings as manifest } from './index.ts';

const [ORDERS, RATE] = ['rows', 'rate'].map((name) => measureOf(`collectOrder.${name}`)!);
const MOST = 12;
const SPARK = { width: 72, height: 16 };

/** How the success rate went over the period, in the colour of the whole. */
function Trend({ steps, rate }: { steps: readonly MeasureValues[]; rate: number | null }) {
  const path = sparkline(
    steps.map((values) => rateValue(values[RATE!.id])),
    SPARK.width,
    SPARK.height,
  );
  return (
    <svg {...SPARK} aria-hidden="true" className={`fig-${healthOf(rate)}`}>
      {path && <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" />}
    </svg>
  );
}

const trendColumn = (title: string): FigureColumn<FigureRow> => ({
  id: 'trend',
  title,
  from: 300,
  render: ({ steps = [], values }) => <Trend steps={steps} rate={rateValue(values[RATE!.id])} />,
});

const statusColumn = (title: string, total: string, shown: Shown): FigureColumn<FigureRow> => ({
  ...nameColumn('collectOrder', title, shown, total),
  render: ({ key }) => (key === undefined ? total : <DictTag dict="collectStatusEnum" value={key} />),
  open: (row) => (row.key === undefined ? undefined : openFigure(ORDERS!, row, shown)),
});

/** Collection orders by status with its share, or by upstream, channel or merchant with how they succeed. */
export default function Grouped({ settings, height, openTab }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const grouping = groupingOf(settings.by);
  const by = GROUPINGS[grouping];
  const isStatus = grouping === 'status';
  const currency = String(settings.currency);
  const scope = useFigureScope({
    fields: collectOrder.fields,
    period: { hours: settings.hours },
    compares: true,
  });
  const { hours, span } = scope;
  const where = { currency: [currency], ...scope.where };
  const measures = (isStatus ? [ORDERS!] : [ORDERS!, RATE!]).map(({ id }) => id);
  const { query, before } = useScopedMeasures(
    { measures, by, where, limit: MOST, ...(!isStatus && { step: stepOf(hours) }) },
    scope,
  );
  const { data } = query;
  const title = t(`grouped-orders.choices.by.${grouping}`);
  useWidgetNote(`${title} · ${t('period', { currency, span })}`);
  if (!data) return <Unanswered query={query} />;
  if (data.groups.length === 0)
    return <NoFigures resource="collectOrder" currency={currency} scope={scope} />;
  const shown: Shown = { by, currency, from: data.from, to: data.to, where, openTab, before };
  const all = t('measure.all', { count: formatCount(data.groupCount) });
  const orders = measureColumn(ORDERS!, shown, { title: t('measure.orders') });
  const columns = isStatus
    ? [
        statusColumn(title, all, shown),
        orders,
        ...shareColumns({ measure: ORDERS!, data, by, title: t('report.share') }),
      ]
    : [
        nameColumn<FigureRow>('collectOrder', title, { by }, all, (row) => openFigure(ORDERS!, row, shown)),
        orders,
        measureColumn(RATE!, shown),
        trendColumn(t('grouped-orders.trend')),
      ];
  const trend = { measure: ORDERS!, by, where, scope, currency, openTab };
  return (
    <WithTrend height={height} lines={data.groups.length + 2} shape="stacked" {...trend}>
      <FigureTable<FigureRow>
        label={title}
        columns={columns}
        rows={data.groups}
        keyOf={({ key }) => key ?? ''}
        total={{ label: null, values: data.total }}
      />
    </WithTrend>
  );
}
