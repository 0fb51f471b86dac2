import { groupingsOf, type Measure, type MeasureAnswer, type Step } from '../../../contract/measure.ts';
import { measureOf } from '../../../contract/measures.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkContext } from '../link.ts';
import { stepOf } from './steps.ts';
import { type FigureScope, useFigureScope } from './useFigureScope.ts';
import { useScopedMeasures } from './useMeasures.ts';

export interface Charted {
  measure: string;
  by: string;
  currency: string | number;
  hours: number;
  linked: boolean;
}

export interface ChartedMeasure {
  measure: Measure;
  /** Empty: the measure as a whole. */
  by: string;
  step: Step | undefined;
  scope: FigureScope;
  where: Readonly<Record<string, unknown>>;
  query: UseQueryResult<MeasureAnswer>;
  /** Of the period that it is compared with. */
  before: MeasureAnswer | undefined;
}

const HOURS_OF_DAY = 24;
/** What is asked for where the stored measure is gone; its answer is not shown. */
const ANY = 'collectOrder.rows';

interface Options {
  /** Over time, or of the period as a whole. */
  stepped: boolean | 'weekHour';
  limit: number;
}

/** The figures of a measure that a person chose; undefined where there is no such measure any more. */
export function useChartedMeasure(
  settings: Charted,
  context: LinkContext | null,
  { stepped, limit }: Options,
): ChartedMeasure | undefined {
  const known = measureOf(settings.measure);
  const measure = known ?? measureOf(ANY)!;
  const { fields } = resourceOf(measure.resource);
  const by = groupingsOf({ fields }).includes(settings.by) ? settings.by : '';
  const isTimeless = measure.time === undefined;
  const scope = useFigureScope({
    fields,
    compares: true,
    period: isTimeless ? undefined : { hours: settings.hours },
    context: settings.linked ? context : null,
    by,
  });
  const { hours } = scope;
  const isDate = measure.time !== undefined && fields[measure.time]?.kind === 'date';
  const finest = isDate ? stepOf(Math.max(hours, HOURS_OF_DAY * 3)) : stepOf(hours);
  const step = isTimeless || stepped === false ? undefined : stepped === true ? finest : stepped;
  const where = {
    ...('currency' in fields && by !== 'currency' && { currency: [String(settings.currency)] }),
    ...scope.where,
  };
  const { query, before } = useScopedMeasures(
    {
      measures: [measure.id],
      where,
      ...(by && { by }),
      ...(step && { step }),
      limit,
    },
    scope,
  );
  return known && { measure, by, step, scope, where, query, before };
}
