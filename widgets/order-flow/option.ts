import type { Tokens } from '../../src/kit/index.ts';

export interface HourFlow {
  hour: string;
  orders: number;
  success: number;
  ended: number;
  review: number;
  amount: string;
  fee: string;
}

export interface Flow {
  from: string;
  to: string;
  items: HourFlow[];
}

interface Words {
  orders: string;
  amount: string;
  rate: string;
  /** An hour as the axis writes it. */
  hour: (instant: string) => string;
  money: (amount: string) => string;
  count: (count: number) => string;
  /** A number as an axis writes it. */
  short: (value: number) => string;
}

/** Steps of an axis that read well, a line between the ground and the top. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Half the height of an axis on which a tenth stays free above the highest point: a whole number, of orders too. */
export function stepFor(max: number): number {
  const least = Math.max(1, (max * 1.1) / 2);
  const scale = 10 ** Math.floor(Math.log10(least));
  return STEPS.map((step) => step * scale).find((step) => step >= least && Number.isInteger(step))!;
}

interface Point {
  dataIndex: number;
}

const rateOf = ({ success, ended }: HourFlow): string =>
  ended === 0 ? '–' : `${((success / ended) * 100).toFixed(2)} %`;

/** Three lines of plain text; the chart library would take them for HTML, so what is special is escaped. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Orders as bars, the successful amount as a line; the running hour is brighter, since it is not over. */
export function flowOption(
  items: readonly HourFlow[],
  tokens: Tokens,
  words: Words,
): Record<string, unknown> {
  const last = items.length - 1;
  const step = stepFor(Math.max(0, ...items.map(({ orders }) => orders)));
  const tooltip = (points: Point | Point[]): string => {
    const row = items[(Array.isArray(points) ? points[0] : points)?.dataIndex ?? -1];
    if (!row) return '';
    const lines = [
      words.hour(row.hour),
      `${words.orders} ${words.count(row.orders)}`,
      `${words.amount} ${words.money(row.amount)}`,
      `${words.rate} ${rateOf(row)}`,
    ];
    return lines.map(escaped).join('<br>');
  };
  return {
    // Its own edges, or it would move aside for a longer number while people look at it.
    grid: { left: 34, right: 4, top: 24, bottom: 18, outerBoundsMode: 'none' },
    legend: { data: [words.orders, words.amount], selectedMode: false },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, formatter: tooltip, confine: true },
    xAxis: {
      type: 'category',
      data: items.map((row) => words.hour(row.hour)),
      axisLabel: { hideOverlap: true, margin: 4 },
    },
    yAxis: [
      {
        type: 'value',
        axisLabel: { formatter: words.short, margin: 6 },
        interval: step,
        min: 0,
        max: step * 2,
      },
      {
        type: 'value',
        axisLabel: { show: false },
        splitLine: { show: false },
        min: 0,
        max: ({ max }: { max: number }) => stepFor(max) * 2,
      },
    ],
    series: [
      {
        type: 'bar',
        name: words.orders,
        barCategoryGap: '22%',
        data: items.map((row, index) => ({
          value: row.orders,
          ...(index === last && { itemStyle: { color: tokens.primary } }),
        })),
        itemStyle: { color: tokens.series[0] },
      },
      // Read as a picture only: the exact amounts are in the tooltip and in the orders behind a bar.
      {
        type: 'line',
        name: words.amount,
        yAxisIndex: 1,
        data: items.map((row) => Number(row.amount)),
        itemStyle: { color: tokens.series[1] },
      },
    ],
  };
}
