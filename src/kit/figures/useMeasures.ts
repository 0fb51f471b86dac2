import type { UseQueryResult } from '@tanstack/react-query';
import type { MeasureAnswer, MeasureRequest } from '../../../contract/measure.ts';
import { useLive, useLiveList } from '../widgetHost.ts';

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
