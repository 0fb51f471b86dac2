import type { AlertTrial } from '../../../contract/alertTrial.ts';
import { type Tokens, formatInstant } from '../../kit/index.ts';

/** Pixels between the chart's edges and its axes: the slider of the threshold is as long as the axis. */
export const CHART_EDGES = { top: 10, bottom: 20, left: 52, right: 22 } as const;

export interface Scale {
  min: number;
  max: number;
  step: number;
}

const ROOM = 0.08;
const PLACES = 200;

/** The axis of the values, with the threshold on it whatever was typed; whole numbers of a size that reads well. */
export function scaleOf(
  { least, most }: Pick<AlertTrial, 'least' | 'most'>,
  threshold: number,
  /** What the measure cannot exceed. */
  limit = Infinity,
): Scale {
  const [low, high] = [Math.min(least ?? 0, threshold, 0), Math.max(most ?? 0, threshold, 1)];
  const size = 10 ** Math.floor(Math.log10((high - low) / 4));
  const up = (value: number) => Math.ceil(value / size) * size;
  const [min, max] = [-up(-low), Math.max(high, Math.min(limit, up(high + (high - low) * ROOM)))];
  const step = 10 ** Math.max(-2, Math.ceil(Math.log10((max - min) / PLACES)) - 1);
  return { min, max, step };
}

interface Drawn {
  trial: Pick<AlertTrial, 'places' | 'incidents' | 'to'>;
  threshold: number;
  scale: Scale;
  tokens: Tokens;
  names: { value: string; threshold: string; incident: string };
  /** A figure as it is read. */
  figure: (value: number) => string;
  /** What a place is called on the axis. */
  placeOf?: (at: number) => string;
}

/** Which places are in an incident; a short one is in the place that holds it. */
function incidentPlaces({ places, incidents, to }: Drawn['trial']): boolean[] {
  return places.map(({ at }, index) => {
    const end = places[index + 1]?.at ?? Infinity;
    return incidents.some(
      ({ openedAt, resolvedAt }) => openedAt < end && (resolvedAt ?? to ?? Infinity) >= at,
    );
  });
}

interface Point {
  dataIndex: number;
}

/** The values with what would have been incidents in red, and the threshold across them. */
export function trialOption({
  trial,
  threshold,
  scale,
  tokens,
  names,
  figure,
  placeOf = (at) => formatInstant(at, 'date').slice(5),
}: Drawn): Record<string, unknown> {
  const { places } = trial;
  const isIncident = incidentPlaces(trial);
  const line = { type: 'line', symbol: 'none', connectNulls: false } as const;
  const tooltip = (points: Point[]): string => {
    const index = points[0]?.dataIndex ?? -1;
    const place = places[index];
    if (!place) return '';
    const value = place.value === null ? '–' : figure(place.value);
    return [
      formatInstant(place.at, 'brief'),
      `${names.value} ${value}`,
      ...(isIncident[index] ? [names.incident] : []),
    ].join('<br>');
  };
  return {
    animation: false,
    grid: { ...CHART_EDGES, containLabel: false, outerBoundsMode: 'none' },
    tooltip: { trigger: 'axis', confine: true, formatter: tooltip },
    xAxis: {
      type: 'category',
      boundaryGap: true,
      data: places.map(({ at }) => placeOf(at)),
      axisLabel: { hideOverlap: true, margin: 4 },
    },
    yAxis: {
      type: 'value',
      min: scale.min,
      max: scale.max,
      splitNumber: 3,
      axisLabel: { margin: 6, hideOverlap: true },
    },
    series: [
      {
        type: 'bar',
        name: names.incident,
        barWidth: '100%',
        data: isIncident.map((each) => (each ? scale.max : null)),
        itemStyle: { color: tokens.danger, opacity: 0.28 },
        silent: true,
      },
      {
        ...line,
        name: names.value,
        data: places.map(({ value }) => value),
        lineStyle: { width: 1.2 },
        itemStyle: { color: tokens.series[0] },
      },
      {
        ...line,
        name: names.threshold,
        data: places.map(() => threshold),
        lineStyle: { width: 1, type: 'dashed', color: tokens.danger },
        itemStyle: { color: tokens.danger },
        silent: true,
      },
    ],
  };
}
