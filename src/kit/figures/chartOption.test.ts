import { describe, expect, it } from 'vitest';
import { tokens } from '../ui/theme.ts';
import { type ChartSeries, chartOption } from './chartOption.ts';

const series = (name: string, values: number[], rest: Partial<ChartSeries> = {}): ChartSeries => ({
  name,
  values,
  shape: 'bar',
  textOf: (index) => String(values[index]),
  ...rest,
});
const option = (all: ChartSeries[], axes: ('count' | 'rate')[] = ['count']) =>
  chartOption({
    labels: ['08:00', '09:00'],
    titleOf: (index) => `at ${index}`,
    series: all,
    axes,
    tokens: tokens(),
    short: String,
    more: () => ['<more>'],
  });

describe('a chart', () => {
  it('has an axis for each scale, high enough for what is stacked on it', () => {
    const made = option(
      [
        series('A', [30, 10], { stacked: true }),
        series('B', [40, 10], { stacked: true }),
        series('Rate', [0.9, 0.8], { axis: 1, shape: 'line' }),
      ],
      ['count', 'rate'],
    );
    const [left, right] = made.yAxis as {
      max: number;
      axisLabel: { formatter: (value: number) => string };
    }[];
    expect(left!.max).toBeGreaterThanOrEqual(77);
    expect([right!.max, right!.axisLabel.formatter(0.5)]).toEqual([1, '50 %']);
  });
  it('has room for the whole text of an axis in any language', () => {
    const edgesOf = (short: (value: number) => string) => {
      const made = chartOption({
        labels: ['08:00'],
        titleOf: String,
        series: [series('A', [3])],
        axes: ['money'],
        tokens: tokens(),
        short,
      });
      return made.grid as { left: number; right: number };
    };
    // Four digits and an ideograph next to a gap of 6 px.
    expect(edgesOf(() => '3000万').left).toBeGreaterThanOrEqual(46);
    expect(edgesOf(() => '30M')).toMatchObject({ left: 40, right: 6 });
  });
  it('draws what still grows fainter, and lets no line fall to it', () => {
    const made = chartOption({
      labels: ['08:00', '09:00'],
      titleOf: (index) => `at ${index}`,
      series: [series('A', [5, 1]), series('B', [7, 2], { shape: 'line' })],
      axes: ['count'],
      tokens: tokens(),
      short: String,
      partial: new Set([1]),
      partialText: 'so far',
    });
    const [bars, line] = made.series as { data: unknown[] }[];
    expect(bars!.data).toEqual([5, { value: 1, itemStyle: { opacity: 0.45 } }]);
    expect(line!.data).toEqual([7, null]);
    const { formatter } = made.tooltip as { formatter: (points: object[]) => string };
    expect(formatter([{ dataIndex: 1 }])).toBe('at 1 · so far<br>A 1<br>B 2');
  });
  it('gives a place as plain text', () => {
    const { formatter } = option([series('A', [3, 5])]).tooltip as {
      formatter: (points: object[]) => string;
    };
    expect(formatter([{ dataIndex: 1 }])).toBe('at 1<br>A 5<br>&#60;more&#62;');
    expect(formatter([{ dataIndex: 9 }])).toBe('');
  });
});
