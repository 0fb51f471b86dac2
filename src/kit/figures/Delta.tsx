import type { Measure, MeasureValue } from '../../../contract/measure.ts';
import { changeOf, changeText } from './change.ts';
import { formatMeasure } from './measureText.ts';

interface DeltaProps {
  measure: Measure;
  now: MeasureValue | undefined;
  before: MeasureValue | undefined;
  currency: string;
}

/** How a figure changed since the period it is compared with; what it was then is in the tooltip. */
export function Delta({ measure, now, before, currency }: DeltaProps) {
  const change = changeOf(measure, now, before);
  const tone = change && change.tone !== 'muted' ? `pd-${change.tone}` : 'pd-muted';
  return (
    <span className={`fig-delta pd-number ${tone}`} title={formatMeasure(measure, before, currency)}>
      {changeText(change)}
    </span>
  );
}
