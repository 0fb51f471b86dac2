import type { Tokens } from '../ui/tokens.ts';
import { edgeFor, escapedText, stepFor } from './axis.ts';

export type AxisKind = 'count' | 'money' | 'rate';

export interface ChartSeries {
  name: string;
  values: readonly (number | null)[];
  shape: 'bar' | 'line';
  /** Two scales have two axes: the second is at the right. */
  axis?: 0 | 1;
  stacked?: boolean;
  /** Of another period: a line to compare with. */
  former?: boolean;
  colour?: string;
  /** The figure at a place, as the tooltip says it. */
  textOf: (index: number) => string;
}

export interface ChartContent {
  /** Places along the axis, as it writes them. */
  labels: readonly string[];
  /** What the tooltip calls a place. */
  titleOf: (index: number) => string;
  series: readonly ChartSeries[];
  /** What each axis measures. */
  axes: readonly AxisKind[];
  tokens: Tokens;
  /** A number as an axis writes it. */
  short: (value: number) => string;
  /** Places that hold a part of their time alone: they are drawn fainter, and no line falls to them. */
  partial?: ReadonlySet<number>;
  /** What the tooltip says of such a place. */
  partialText?: string;
  /** Lines of the tooltip besides the series. */
  more?: (index: number) => readonly string[];
}

interface Point {
  dataIndex: number;
}

const EDGES = { top: 26, bottom: 20, containLabel: false, outerBoundsMode: 'none' } as const;
const BARE = 6;

const maxOf = (series: readonly ChartSeries[], axis: number, places: number): number => {
  const own = series.filter((each) => (each.axis ?? 0) === axis);
  const stacked = own.filter((each) => each.stacked);
  const tops = Array.from({ length: places }, (_, at) => [
    stacked.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
    ...own.filter((each) => !each.stacked).map(({ values }) => values[at] ?? 0),
  ]);
  return Math.max(0, ...tops.flat());
};

function axisOf(kind: AxisKind, max: number, second: boolean, short: ChartContent['short']) {
  const isRate = kind === 'rate';
  const step = isRate ? 0.5 : stepFor(max);
  const formatter = isRate ? (value: number) => `${value * 100} %` : short;
  return {
    type: 'value',
    min: 0,
    max: step * 2,
    interval: step,
    splitLine: { show: !second },
    axisLabel: { margin: 6, formatter },
  };
}

const edgeOf = ({ interval, max, axisLabel }: ReturnType<typeof axisOf>, fontSize: number): number =>
  edgeFor([0, interval, max].map(axisLabel.formatter), fontSize);

const FAINT = { opacity: 0.45 };

/** Values as the chart takes them: a sum that still grows is a fainter bar, and no point of a line. */
function drawnValues(
  { values, shape }: Pick<ChartSeries, 'values' | 'shape'>,
  kind: AxisKind | undefined,
  partial: ReadonlySet<number>,
): readonly unknown[] {
  const isLeft = shape === 'line' && kind !== 'rate' && values.length > partial.size;
  return values.map((value, at) => {
    if (!partial.has(at) || value === null) return value;
    if (shape === 'bar') return { value, itemStyle: FAINT };
    return isLeft ? null : value;
  });
}

const NONE: ReadonlySet<number> = new Set();

/** Bars and lines over places that are alike: hours, days, or the values of a field. */
export function chartOption(content: ChartContent): Record<string, unknown> {
  const { labels, titleOf, series, axes, tokens, short, more, partial = NONE, partialText = '' } = content;
  const tooltip = (points: Point | Point[]): string => {
    const index = (Array.isArray(points) ? points[0] : points)?.dataIndex ?? -1;
    if (labels[index] === undefined) return '';
    const lines = series.map(({ name, textOf }) => `${name} ${textOf(index)}`);
    const title = [titleOf(index), partial.has(index) ? partialText : ''].filter(Boolean).join(' · ');
    return [title, ...lines, ...(more?.(index) ?? [])].map(escapedText).join('<br>');
  };
  const scales = axes.map((kind, at) => axisOf(kind, maxOf(series, at, labels.length), at > 0, short));
  const [left = BARE, right = BARE] = scales.map((scale) => edgeOf(scale, tokens.font));
  return {
    // Its own edges, or it would move aside for every longer number while people look at it.
    grid: { ...EDGES, left, right },
    // A line of another period has the colour of what it is compared with, and needs no entry next to it.
    legend: {
      data: series.filter(({ former, colour }) => !former || !colour).map(({ name }) => name),
      selectedMode: false,
      type: 'scroll',
      left: 0,
      right: 0,
    },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: series.some(({ shape }) => shape === 'bar') ? 'shadow' : 'line' },
      formatter: tooltip,
      confine: true,
    },
    xAxis: { type: 'category', data: labels, axisLabel: { hideOverlap: true, margin: 4 } },
    yAxis: scales,
    series: series.map(({ name, values, shape, axis = 0, stacked, former, colour }, at) => ({
      type: shape,
      name,
      yAxisIndex: axis,
      data: drawnValues({ values, shape }, axes[axis], former ? NONE : partial),
      itemStyle: { color: colour ?? tokens.series[at % tokens.series.length] },
      ...(stacked && { stack: `axis ${axis}` }),
      ...(former && { lineStyle: { type: 'dashed', width: 1.5 }, symbol: 'none' }),
      ...(shape === 'bar' ? { barCategoryGap: '22%', barMaxWidth: 48 } : { connectNulls: true }),
      ...(shape === 'line' && labels.length < 3 && { symbol: 'circle', symbolSize: 6 }),
    })),
  };
}
