import type { AlertTrial } from '../../../contract/alertTrial.ts';
import { edgeFor, stepFrom } from '../../kit/figures/axis.ts';
import { type Tokens, formatInstant } from '../../kit/index.ts';

/** Pixels between the chart's edges and its axes: the slider of the threshold is as long as the axis. */
export const CHART_EDGES = { top: 10, bottom: 20, right: 22 } as const;

export interface Scale {
  min: number;
  max: number;
  /** Of the slider of the threshold. */
  step: number;
  /** Between two lines of the axis. */
  tick: number;
}

const ROOM = 0.08;
const PLACES = 200;
const TICKS = 3;

/** The axis of the values, with the threshold on it whatever was typed, in even steps of whole numbers. */
export function scaleOf(
  { least, most }: Pick<AlertTrial, 'least' | 'most'>,
  threshold: number,
  /** What the measure cannot exceed. */
  limit = Infinity,
): Scale {
  const [low, high] = [Math.min(least ?? 0, threshold, 0), Math.max(most ?? 0, threshold, 1)];
  const top = high + (high - low) * ROOM;
  const size = (top - low) / TICKS;
  // Up to a limit the steps are parts of it: the last one is as high as the others.
  const tick = stepFrom(size, (each) => Number.isInteger(each) && limit % each === 0) ?? stepFrom(size)!;
  const up = (value: number) => Math.ceil(value / tick) * tick;
  const [min, max] = [-up(-low), Math.max(up(high), Math.min(limit, up(top)))];
  const step = 10 ** Math.max(-2, Math.ceil(Math.log10((max - min) / PLACES)) - 1);
  return { min, max, step, tick };
}

interface Drawn {
  trial: Pick<AlertTrial, 'places' | 'incidents' | 'to'>;
  threshold: number;
  scale: Scale;
  tokens: Tokens;
  names: { value: string; threshold: string; incident: string };
  /** A figure as it is read. */
  figure: (value: number) => string;
  /** A value as the axis writes it. */
  short: (value: number) => string;
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

const valueAxis = ({ min, max, tick }: Scale, short: Drawn['short']) => ({
  type: 'value',
  min,
  max,
  interval: tick,
  axisLabel: { margin: 6, hideOverlap: true, formatter: short },
});

/** Room for the longest text of the axis. */
const leftOf = ({ min, max, tick }: Scale, short: Drawn['short'], { font }: Tokens): number =>
  edgeFor([min, min + tick, max].map(short), font);

/** The values with what would have been incidents in red, and the threshold across them. */
export function trialOption({
  trial,
  threshold,
  scale,
  tokens,
  names,
  figure,
  short,
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
    grid: {
      ...CHART_EDGES,
      left: leftOf(scale, short, tokens),
      containLabel: false,
      outerBoundsMode: 'none',
    },
    tooltip: { trigger: 'axis', confine: true, formatter: tooltip },
    xAxis: {
      type: 'category',
      boundaryGap: true,
      data: places.map(({ at }) => placeOf(at)),
      axisLabel: { hideOverlap: true, margin: 4 },
    },
    yAxis: valueAxis(scale, short),
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
