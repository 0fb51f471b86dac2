import { type Measure, type MeasureAnswer } from '../../contract/measure.ts';
import { type FigureColumn, FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { MeasureChart } from '../../src/kit/figures/MeasureChart.tsx';
import {
  type FigureRow,
  measureColumn,
  nameColumn,
  type Shown,
} from '../../src/kit/figures/measureColumns.tsx';
import { fieldTitle, heightOf, measureTitle, resourceTitle } from '../../src/kit/figures/measureText.ts';
import { useChartedMeasure } from '../../src/kit/figures/useChartedMeasure.ts';
import {
  State,
  Unanswered,
  type WidgetProps,
  formatCount,
  formatSpan,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

type Props = WidgetProps<typeof manifest>;

interface TableProps {
  measure: Measure;
  shown: Shown;
  data: MeasureAnswer;
}

/** How much of all each row has; rates and amounts of several currencies are no parts of a sum. */
function shareColumn({ measure, data, shown }: TableProps, title: string): FigureColumn<FigureRow>[] {
  const whole = heightOf(data.total[measure.id]) ?? 0;
  const isSum = measure.kind === 'count' || (measure.kind === 'money' && shown.by !== 'currency');
  if (!isSum || whole <= 0) return [];
  const shareOf = ({ values }: FigureRow) => (heightOf(values[measure.id]) ?? 0) / whole;
  return [
    {
      id: 'share',
      title,
      render: (row) => <span className="pd-muted">{`${(shareOf(row) * 100).toFixed(1)} %`}</span>,
      plain: (row) => String(shareOf(row)),
      from: 300,
    },
    {
      id: 'bar',
      title: '',
      start: true,
      render: (row) =>
        row.key === undefined ? null : (
          <i className="fig-bar" style={{ width: `${Math.max(shareOf(row) * 100, 0.5)}%` }} />
        ),
      from: 440,
    },
  ];
}

function ReportTable(props: TableProps) {
  const t = useT('widgets');
  const { measure, shown, data } = props;
  const { by, where, from, to, openTab } = shown;
  const open =
    ({ key }: FigureRow) =>
    () =>
      openTab(measure.resource, {
        ...where,
        [by]: [key],
        ...(measure.time && from && to && { [measure.time]: { from, to } }),
      });
  const all = t('measure.all', { count: formatCount(data.groupCount) });
  return (
    <FigureTable<FigureRow>
      label={measureTitle(measure)}
      columns={[
        nameColumn(measure.resource, fieldTitle(measure.resource, by), { by }, all, open),
        measureColumn(measure, shown),
        ...shareColumn(props, t('report.share')),
      ]}
      rows={data.groups}
      keyOf={({ key }) => key ?? ''}
      total={by === 'currency' && measure.kind === 'money' ? undefined : { label: null, values: data.total }}
    />
  );
}

/** Any list in figures: a measure by the values of a field, as a table or a chart. */
export default function Report({ settings, height, openTab, link }: Props) {
  const t = useT('widgets');
  const { hours, shown: limit } = settings;
  const currency = String(settings.currency);
  const charted = useChartedMeasure(settings, link.context, { stepped: false, limit });
  const measure = charted?.measure;
  const parts = measure
    ? [
        `${resourceTitle(measure.resource)}: ${measureTitle(measure)}`,
        measure.kind === 'money' && charted.by !== 'currency' ? currency : '',
        measure.time ? t('dashboard.last', { span: formatSpan(t, hours) }) : '',
      ]
    : [];
  useWidgetNote(parts.filter(Boolean).join(' · '));
  if (!charted?.by || !measure)
    return <State kind="empty" text={t('charts.gone')} hint={t('charts.goneHint')} />;
  const { by, where, query } = charted;
  const { data } = query;
  if (!data) return <Unanswered query={query} />;
  if (data.groups.length === 0) return <State kind="empty" />;
  if (settings.shape === 'table') {
    const shown = { by, currency, from: data.from, to: data.to, where, openTab };
    return <ReportTable measure={measure} shown={shown} data={data} />;
  }
  return (
    <MeasureChart
      measure={measure}
      by={by}
      shape={settings.shape === 'pie' ? 'pie' : 'bar'}
      step={undefined}
      hours={hours}
      currency={currency}
      data={data}
      where={where}
      height={height}
      openTab={openTab}
    />
  );
}
