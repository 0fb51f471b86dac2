import type { UseQueryResult } from '@tanstack/react-query';
import type { MeasureAnswer, MeasureRequest } from '../../../contract/measure.ts';
import type { PeriodRequest } from '../../../contract/period.ts';
import { useDaysOf, useLive, useLiveList } from '../widgetHost.ts';
import { hasDays } from './steps.ts';
import type { FigureScope } from './useFigureScope.ts';

/** Figures of a list, kept fresh while they can be seen. */
export const useMeasures = (request: MeasureRequest, everyMs?: number): UseQueryResult<MeasureAnswer> =>
  useLive<MeasureAnswer>('measure/read', { ...request }, everyMs);

/** Several questions at once; undefined where an answer has not come yet. */
export const useManyMeasures = (
  requests: readonly MeasureRequest[],
  everyMs?: number,
): readonly (MeasureAnswer | undefined)[] =>
  useLiveList<MeasureAnswer>(
    'measure/read',
    requests.map((request) => ({ ...request })),
    everyMs,
  );

export type Question = Omit<MeasureRequest, keyof PeriodRequest | 'before'>;

interface ScopedMeasures {
  query: UseQueryResult<MeasureAnswer>;
  /** Of the period that it is compared with; undefined where there is none, or no answer yet. */
  before: MeasureAnswer | undefined;
}

/** Periods that end where days do. */
const isOfDays = ({ days, month, calendar }: PeriodRequest): boolean =>
  (days ?? month ?? calendar) !== undefined;

/** The figures of a period, and of the one that it is compared with. */
export function useScopedMeasures(
  question: Question,
  { period, compared }: Pick<FigureScope, 'period' | 'compared'>,
  everyMs?: number,
): ScopedMeasures {
  const query = useMeasures({ ...question, ...period }, everyMs);
  useDaysOf(hasDays(question.step) || isOfDays(period) ? query.data?.zone : undefined);
  const [before] = useManyMeasures(compared ? [{ ...question, ...compared }] : [], everyMs);
  return { query, before };
}
