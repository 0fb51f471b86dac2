import { type Measure, type MeasureAnswer } from '../../contract/measure.ts';
import { FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { MeasureChart } from '../../src/kit/figures/MeasureChart.tsx';
import {
  type FigureRow,
  measureColumn,
  nameColumn,
  type Shown,
} from '../../src/kit/figures/measureColumns.tsx';
import { fieldTitle, measureTitle, resourceTitle } from '../../src/kit/figures/measureText.ts';
import { shareColumns } from '../../src/kit/figures/shareColumns.tsx';
import { NoFigures } from '../../src/kit/figures/NoFigures.tsx';
import { useChartedMeasure } from '../../src/kit/figures/useChartedMeasure.ts';
import {
  State,
  Unanswered,
  type WidgetProps,
  formatCount,
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

function ReportTable({ measure, shown, data }: TableProps) {
  const t = useT('widgets');
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
        ...shareColumns({ measure, data, by, title: t('report.share') }),
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
  const { shown: limit } = settings;
  const currency = String(settings.currency);
  const charted = useChartedMeasure(settings, link.context, { stepped: false, limit });
  const measure = charted?.measure;
  const parts = measure
    ? [
        `${resourceTitle(measure.resource)}: ${measureTitle(measure)}`,
        measure.kind === 'money' && charted.by !== 'currency' ? currency : '',
        charted.scope.span,
      ]
    : [];
  useWidgetNote(parts.filter(Boolean).join(' · '));
  if (!charted?.by || !measure)
    return <State kind="empty" text={t('charts.gone')} hint={t('charts.goneHint')} />;
  const { by, where, query, before } = charted;
  const { data } = query;
  if (!data) return <Unanswered query={query} />;
  if (data.groups.length === 0)
    return <NoFigures resource={measure.resource} currency={currency} scope={charted.scope} />;
  if (settings.shape === 'table') {
    const shown = { by, currency, from: data.from, to: data.to, where, openTab, before };
    return <ReportTable measure={measure} shown={shown} data={data} />;
  }
  return (
    <MeasureChart
      measure={measure}
      by={by}
      shape={settings.shape === 'pie' ? 'pie' : 'bar'}
      step={undefined}
      hours={charted.scope.hours}
      currency={currency}
      data={data}
      where={where}
      height={height}
      openTab={openTab}
    />
  );
}
