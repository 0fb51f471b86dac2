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

/** A tenth of the height stays free above the highest point, on a number that an axis can bear. */
export function roomAbove({ max }: { max: number }): number {
  if (!(max > 0)) return 1;
  const step = 10 ** Math.floor(Math.log10(max * 1.1)) / 2;
  return Math.ceil((max * 1.1) / step) * step;
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
    grid: { left: 34, right: 4, top: 24, bottom: 18 },
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
        splitNumber: 2,
        min: 0,
        max: roomAbove,
      },
      { type: 'value', axisLabel: { show: false }, splitLine: { show: false }, min: 0, max: roomAbove },
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
