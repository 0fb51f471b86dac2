import { useState } from 'react';
import { HeatMap } from '../../src/kit/figures/HeatMap.tsx';
import { MeasureChart, type Shape } from '../../src/kit/figures/MeasureChart.tsx';
import { fieldTitle, formatMeasure, measureTitle, resourceTitle } from '../../src/kit/figures/measureText.ts';
import { NoFigures } from '../../src/kit/figures/NoFigures.tsx';
import { useChartedMeasure } from '../../src/kit/figures/useChartedMeasure.ts';
import { State, Unanswered, type WidgetProps, useT, useWidgetNote, watchSize } from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

/** As many as colours that can be distinguished. */
const GROUPS = 6;

/** Any measure over time, by the values of a field, or by hour and weekday. */
export default function Charts({ settings, height, openTab, link }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const [width, setWidth] = useState(0);
  const isHeat = settings.shape === 'heat';
  const isPie = settings.shape === 'pie';
  const chosen = { ...settings, by: isHeat ? '' : settings.by };
  const charted = useChartedMeasure(chosen, link.context, {
    stepped: isHeat ? 'weekHour' : !isPie,
    limit: GROUPS,
  });
  const data = charted?.query.data;
  const measure = charted?.measure;
  const currency = String(settings.currency);
  const parts = measure
    ? [
        `${resourceTitle(measure.resource)}: ${measureTitle(measure)}`,
        data && formatMeasure(measure, data.total[measure.id], currency),
        measure.kind === 'money' ? currency : '',
        charted.by && t('charts.by', { field: fieldTitle(measure.resource, charted.by) }),
        charted.scope.span,
      ]
    : [];
  useWidgetNote(parts.filter(Boolean).join(' · '));
  if (!charted || !measure) return <State kind="empty" text={t('charts.gone')} hint={t('charts.goneHint')} />;
  if (!data) return <Unanswered query={charted.query} />;
  if (isHeat && !charted.step)
    return <State kind="empty" text={t('charts.timeless')} hint={t('charts.goneHint')} />;
  if (isHeat)
    return (
      <div
        style={{ height }}
        ref={(box) => (box ? watchSize(box, ({ contentRect }) => setWidth(contentRect.width)) : undefined)}
      >
        <HeatMap
          label={measureTitle(measure)}
          measure={measure}
          currency={currency}
          data={data}
          height={height}
          width={width}
        />
      </div>
    );
  if ((charted.by || !charted.step) && data.groups.length === 0)
    return <NoFigures resource={measure.resource} currency={currency} scope={charted.scope} />;
  return (
    <MeasureChart
      measure={measure}
      by={charted.by}
      shape={settings.shape as Shape}
      step={charted.step}
      hours={charted.scope.hours}
      currency={currency}
      data={data}
      before={charted.before}
      where={charted.where}
      height={height}
      openTab={openTab}
    />
  );
}
