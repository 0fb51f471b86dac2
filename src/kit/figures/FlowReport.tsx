import { drillDown, groupFilter, type MeasureAnswer } from '../../../contract/measure.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { useT } from '../i18n/i18n.ts';
import type { LinkContext } from '../link.ts';
import { Chart } from '../ui/Chart.tsx';
import { formatCount } from '../ui/format.ts';
import { useTheme } from '../ui/theme.ts';
import { Unanswered } from '../ui/Unanswered.tsx';
import { useFigures, useWidgetNote } from '../widgetHost.ts';
import { FigureTable } from './FigureTable.tsx';
import {
  AMOUNT,
  FLOW,
  ORDERS,
  ordersIn,
  RATE,
  useFlowFigures,
  useFlowOption,
  useFlowSeries,
} from './flowChart.ts';
import { type FigureRow, measureColumn, nameColumn } from './measureColumns.tsx';
import { stepEnds, stepOf } from './steps.ts';
import { NoFigures } from './NoFigures.tsx';
import { useFigureScope } from './useFigureScope.ts';
import { useScopedMeasures } from './useMeasures.ts';

/** As many as colours that can be distinguished; the rest is one more. */
const GROUPS = 4;
/** Px from which a chart leaves room for the figures below it. */
const TALL = 300;
const TABLE = 0.42;

interface FlowReportProps {
  /** The field of collection orders whose values are distinguished. */
  by: 'merchantId' | 'upstreamId';
  settings: { currency: string | number; hours: number; linked: boolean };
  height: number;
  openTab: (view: string, args?: Record<string, unknown>) => void;
  link: { context: LinkContext | null; publish: (context: Omit<LinkContext, 'source'>) => void };
}

interface FlowTableProps extends Pick<FlowReportProps, 'by' | 'openTab' | 'link'> {
  data: MeasureAnswer;
  before: MeasureAnswer | undefined;
  currency: string;
  where: Readonly<Record<string, unknown>>;
}

/** The figures of the groups, which the chart shows over time. */
function FlowTable({ by, data, before, currency, where, openTab, link }: FlowTableProps) {
  const t = useT('widgets');
  const { from, to } = data;
  const shown = { by, currency, from, to, where, openTab, before };
  const open =
    ({ key, label }: FigureRow) =>
    () => {
      const isMerchant = by === 'merchantId';
      if (key)
        link.publish({
          resource: isMerchant ? 'merchant' : 'upstream',
          id: key,
          ...(label && { label }),
          ...(isMerchant && { merchantId: key }),
        });
      openTab('collectOrder', { ...where, [by]: [key], createdAt: { from, to } });
    };
  const all = t('measure.all', { count: formatCount(data.groupCount) });
  return (
    <FigureTable<FigureRow>
      label={t(`flow.${by}`)}
      columns={[
        nameColumn('collectOrder', t(`flow.${by}`), { by }, all, open),
        measureColumn(ORDERS, shown, { title: t('flow.rows') }),
        measureColumn(AMOUNT, shown, { from: 300 }),
        measureColumn(RATE, shown),
      ]}
      rows={data.groups}
      keyOf={({ key }) => key ?? ''}
      total={{ label: null, values: data.total }}
    />
  );
}

/** Collection orders over time, by merchant or by upstream; a tall tile has the figures below the chart. */
export function FlowReport({ by, settings, height, openTab, link }: FlowReportProps) {
  const t = useT('widgets');
  const { tokens } = useTheme();
  const currency = String(settings.currency);
  const scope = useFigureScope({
    fields: collectOrder.fields,
    period: { hours: settings.hours },
    compares: true,
    context: settings.linked ? link.context : null,
  });
  const { hours, span } = scope;
  const step = stepOf(hours);
  const isTall = height >= TALL;
  const where = { currency: [currency], ...scope.where };
  const { query, before } = useScopedMeasures(
    { measures: FLOW.map(({ id }) => id), by, where, step, limit: GROUPS },
    scope,
  );
  const { data } = query;
  const total = data ? ordersIn(data.total) : 0;
  useWidgetNote(
    data ? t('flow.note', { count: formatCount(total), currency, span }) : t('period', { currency, span }),
  );
  const series = useFlowSeries(data, by, currency);
  const option = useFlowOption({ data, series, step, hours });
  const figures = useFlowFigures(data);
  useFigures(isTall ? undefined : figures);
  if (!data) return <Unanswered query={query} />;
  if (total === 0) return <NoFigures resource="collectOrder" currency={currency} scope={scope} />;
  const open = ({ seriesIndex, dataIndex }: { seriesIndex: number; dataIndex: number }) => {
    const isLine = series[seriesIndex]?.shape === 'line';
    const group = isLine ? undefined : data.groups[seriesIndex];
    if (!isLine && !group) return;
    const { view, args } = drillDown(isLine ? AMOUNT : ORDERS, {
      ...stepEnds(data, dataIndex),
      where: { ...where, ...(group && groupFilter(collectOrder, by, group.key)) },
    });
    openTab(view, args);
  };
  const lines = data.groups.length + 2;
  const tableHeight = isTall ? Math.min(height * TABLE, lines * (tokens.row + 1)) : 0;
  return (
    <>
      <Chart
        option={option}
        height={height - tableHeight}
        label={t('flow.label', { count: total, span })}
        onEvents={{ click: open as (event: never) => void }}
      />
      {isTall && (
        <div style={{ height: tableHeight }}>
          <FlowTable
            by={by}
            data={data}
            before={before}
            currency={currency}
            where={where}
            openTab={openTab}
            link={link}
          />
        </div>
      )}
    </>
  );
}
