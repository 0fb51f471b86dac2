import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { type MeasureAnswer, rateValue, type Step } from '../../../contract/measure.ts';
import { measureOf } from '../../../contract/measures.ts';
import { useT } from '../i18n/i18n.ts';
import { currentLocale, localeAtom } from '../i18n/locale.ts';
import { zoneAtom } from '../preferences.ts';
import { formatCount, formatMoney } from '../ui/format.ts';
import { useTheme } from '../ui/theme.ts';
import type { Figures } from '../widgetHost.ts';
import { type ChartSeries, chartOption } from './chartOption.ts';
import { formatShare, groupTitle, heightOf, plainMeasure } from './measureText.ts';
import { partialSteps, stepLabel } from './steps.ts';

/** What a report on the flow of orders draws. */

const measure = (name: string) => measureOf(`collectOrder.${name}`)!;
export const [ORDERS, RATE, AMOUNT] = [measure('rows'), measure('rate'), measure('collected')];
export const FLOW = [ORDERS, AMOUNT, RATE];

export const ordersIn = (values: MeasureAnswer['total']): number => Number(values[ORDERS.id] ?? 0);

/** Orders of the largest groups and of all others, on each other, and the amount over them on an axis of its own. */
export function useFlowSeries(data: MeasureAnswer | undefined, by: string, currency: string): ChartSeries[] {
  const t = useT('widgets');
  const { tokens } = useTheme();
  return useMemo(() => {
    if (!data) return [];
    const bars = data.groups.map((group): ChartSeries => {
      const values = group.steps?.map(ordersIn) ?? [];
      return {
        name: groupTitle('collectOrder', by, group),
        values,
        shape: 'bar',
        stacked: true,
        textOf: (at) => formatCount(values[at] ?? 0),
      };
    });
    const rest = data.steps.map(
      ({ values }, at) => ordersIn(values) - bars.reduce((sum, bar) => sum + (bar.values[at] ?? 0), 0),
    );
    const others: ChartSeries = {
      name: t('flow.others', { count: data.groupCount - data.groups.length }),
      values: rest,
      shape: 'bar',
      stacked: true,
      colour: tokens.border,
      textOf: (at) => formatCount(rest[at] ?? 0),
    };
    const amounts = data.steps.map(({ values }) => values[AMOUNT.id]);
    const line: ChartSeries = {
      name: t('flow.amount'),
      // Read as a picture only: the exact amounts are in the tooltip and in the orders behind it.
      values: amounts.map(heightOf),
      shape: 'line',
      axis: 1,
      colour: tokens.series[1],
      textOf: (at) => formatMoney(String(amounts[at] ?? '0'), currency, { code: true }),
    };
    const hues = tokens.series.filter((colour) => colour !== tokens.series[1]);
    const coloured = bars.map((bar, at) => ({ ...bar, colour: hues[at % hues.length]! }));
    return [...coloured, ...(data.groupCount > data.groups.length ? [others] : []), line];
  }, [data, by, currency, t, tokens]);
}

interface FlowChart {
  data: MeasureAnswer | undefined;
  series: readonly ChartSeries[];
  step: Step;
  hours: number;
}

/** The chart of the series over the steps of the period. */
export function useFlowOption({ data, series, step, hours }: FlowChart): Record<string, unknown> {
  const t = useT('widgets');
  const { tokens } = useTheme();
  const locale = useAtomValue(localeAtom);
  const zone = useAtomValue(zoneAtom);
  return useMemo(() => {
    const { steps = [], zone: days = zone } = data ?? {};
    return chartOption({
      labels: steps.map(({ at }) => stepLabel(at, step, hours, days)),
      titleOf: (at) => stepLabel(steps[at]?.at ?? '', step, Number.POSITIVE_INFINITY, days),
      series,
      axes: ['count', 'money'],
      partial: data ? partialSteps(data, step) : new Set(),
      partialText: t('flow.soFar'),
      tokens,
      short: new Intl.NumberFormat(currentLocale(), { notation: 'compact' }).format,
      more: (at) => [`${t('flow.rate')} ${formatShare(rateValue(steps[at]?.values[RATE.id]))}`],
    });
    // The labels are of the zone and of the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, series, step, hours, tokens, t, locale, zone]);
}

/** The steps as rows, for whoever copies the chart. */
export function useFlowFigures(data: MeasureAnswer | undefined): Figures | undefined {
  const t = useT('widgets');
  return useMemo(
    () =>
      data && {
        head: [t('flow.time'), t('flow.rows'), t('flow.amount'), t('flow.rate')],
        rows: data.steps.map(({ at, values }) => [at, ...FLOW.map(({ id }) => plainMeasure(values[id]))]),
      },
    [data, t],
  );
}
