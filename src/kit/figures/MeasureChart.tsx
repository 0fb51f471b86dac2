import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import {
  drillDown,
  groupFilter,
  type Measure,
  type MeasureAnswer,
  type MeasureGroup,
  type MeasureValue,
  type Step,
} from '../../../contract/measure.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { translate, useT } from '../i18n/i18n.ts';
import { currentLocale, localeAtom } from '../i18n/locale.ts';
import { zoneAtom } from '../preferences.ts';
import { Chart } from '../ui/Chart.tsx';
import { useTheme } from '../ui/theme.ts';
import type { Tokens } from '../ui/tokens.ts';
import { type Figures, useFigures } from '../widgetHost.ts';
import { escapedText } from './axis.ts';
import { type ChartSeries, chartOption } from './chartOption.ts';
import { formatMeasure, groupTitle, heightOf, measureTitle, plainMeasure } from './measureText.ts';
import { partialSteps, stepEnds, stepLabel } from './steps.ts';

export type Shape = 'line' | 'bar' | 'stacked' | 'pie';

export interface MeasureChartProps {
  measure: Measure;
  /** Empty: the measure as a whole. */
  by: string;
  shape: Shape;
  step: Step | undefined;
  hours: number;
  currency: string;
  data: MeasureAnswer;
  /** Of the period that it is compared with. */
  before?: MeasureAnswer | undefined;
  where: Readonly<Record<string, unknown>>;
  height: number;
  /** It is below a table, whose figures are those that are copied. */
  below?: boolean;
  openTab: (view: string, args?: Record<string, unknown>) => void;
}

type Content = Pick<
  MeasureChartProps,
  'measure' | 'by' | 'shape' | 'step' | 'hours' | 'currency' | 'data' | 'before'
>;

const short = () => new Intl.NumberFormat(currentLocale(), { notation: 'compact' }).format;

/** One series over the steps: of a group, or of everything. */
function seriesOf(
  { measure, shape, currency }: Content,
  name: string,
  values: readonly (MeasureValue | undefined)[],
): ChartSeries {
  return {
    name,
    values: values.map(heightOf),
    shape: shape === 'line' ? 'line' : 'bar',
    stacked: shape === 'stacked',
    textOf: (at) => formatMeasure(measure, values[at], currency),
  };
}

/** The period that it is compared with, step by step over this one. */
function formerSeries(content: Content): ChartSeries[] {
  const { measure, before, data } = content;
  if (!before) return [];
  const values = data.steps.map((_, at) => before.steps[at]?.values[measure.id]);
  const series = seriesOf(content, translate('widgets:measure.former'), values);
  return [{ ...series, shape: 'line', stacked: false, former: true }];
}

/** The same of each group, in its colour; groups on each other are compared as a whole. */
function formerGroups(content: Content, colours: readonly string[]): ChartSeries[] {
  const { measure, by, shape, before, data } = content;
  if (!before) return [];
  if (shape === 'stacked') return formerSeries(content);
  return data.groups.map((group, at) => {
    const steps = before.groups.find(({ key }) => key === group.key)?.steps;
    const name = translate('widgets:measure.formerOf', { name: groupTitle(measure.resource, by, group) });
    const values = data.steps.map((_, index) => steps?.[index]?.[measure.id]);
    const colour = colours[at % colours.length]!;
    return { ...seriesOf(content, name, values), shape: 'line', stacked: false, former: true, colour };
  });
}

/** Each group as it was, next to what it is. */
function formerPlaces(content: Content): ChartSeries[] {
  const { measure, before, data } = content;
  if (!before) return [];
  const valueOf = ({ key }: MeasureGroup) =>
    before.groups.find((group) => group.key === key)?.values[measure.id];
  const series = seriesOf(content, translate('widgets:measure.former'), data.groups.map(valueOf));
  return [{ ...series, stacked: false }];
}

function seriesList(content: Content, colours: readonly string[]): ChartSeries[] {
  const { measure, by, step, data } = content;
  const { id } = measure;
  // Without steps the groups themselves are the places.
  if (!step)
    return [
      seriesOf(
        content,
        measureTitle(measure),
        data.groups.map(({ values }) => values[id]),
      ),
      ...formerPlaces(content),
    ];
  if (by === '')
    return [
      seriesOf(
        content,
        measureTitle(measure),
        data.steps.map(({ values }) => values[id]),
      ),
      ...formerSeries(content),
    ];
  const groups = data.groups.map((group) =>
    seriesOf(
      content,
      groupTitle(measure.resource, by, group),
      group.steps?.map((values) => values[id]) ?? [],
    ),
  );
  return [...groups, ...formerGroups(content, colours)];
}

const titlesOf = ({ measure, by, data }: Content): string[] =>
  data.groups.map((group) => groupTitle(measure.resource, by, group));

/** What the listed groups leave of the whole; rates are no parts of one. */
function restOf({ measure, data }: Content): Amount | undefined {
  if (measure.kind === 'rate') return undefined;
  const amount = (values: MeasureGroup['values']) => new Amount(plainMeasure(values[measure.id]) || 0);
  const rest = data.groups.reduce((left, { values }) => left.minus(amount(values)), amount(data.total));
  return rest.isZero() ? undefined : rest;
}

/** Parts of a whole: what the listed groups leave is a part too, which no list shows by itself. */
export function pieOption(content: Content, tokens: Tokens): Record<string, unknown> {
  const { measure, data, currency } = content;
  const titles = titlesOf(content);
  const parts = data.groups.map(({ values }, at) => ({
    name: titles[at],
    value: heightOf(values[measure.id]) ?? 0,
    text: formatMeasure(measure, values[measure.id], currency),
    itemStyle: { color: tokens.series[at % tokens.series.length] },
  }));
  const rest = restOf(content);
  if (rest)
    parts.push({
      name: translate('widgets:flow.others', { count: data.groupCount - data.groups.length }),
      value: rest.toNumber(),
      text: formatMeasure(measure, amountText(rest), currency),
      itemStyle: { color: tokens.border },
    });
  const textOf = ({ data: part, percent }: { data: (typeof parts)[number]; percent: number }) =>
    [part.name ?? '', part.text, `${percent.toFixed(1)} %`].map(escapedText).join('<br>');
  return {
    tooltip: { trigger: 'item', formatter: textOf, confine: true },
    legend: { show: false },
    series: [
      {
        type: 'pie',
        radius: ['48%', '76%'],
        data: parts,
        itemStyle: { borderColor: tokens.panel, borderWidth: 1 },
        label: { formatter: '{b} {d} %', overflow: 'truncate', color: tokens.text, textBorderWidth: 0 },
        labelLine: { length: 6, length2: 8 },
      },
    ],
  };
}

function useOption(content: Content): Record<string, unknown> {
  const { tokens } = useTheme();
  const locale = useAtomValue(localeAtom);
  const zone = useAtomValue(zoneAtom);
  const { measure, by, shape, step, hours, currency, data, before } = content;
  return useMemo(() => {
    const given = { measure, by, shape, step, hours, currency, data, before };
    if (shape === 'pie') return pieOption(given, tokens);
    const steps = data.steps;
    const groups = titlesOf(given);
    const titleOf = (at: number) =>
      step ? stepLabel(steps[at]?.at ?? '', step, Number.POSITIVE_INFINITY, data.zone) : (groups[at] ?? '');
    return chartOption({
      labels: step ? steps.map(({ at }) => stepLabel(at, step, hours, data.zone)) : groups,
      titleOf,
      series: seriesList(given, tokens.series),
      axes: [measure.kind],
      partial: partialSteps(data, step),
      partialText: translate('widgets:flow.soFar'),
      tokens,
      short: short(),
    });
    // Names and times are of the language and the zone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [measure, by, shape, step, hours, currency, data, before, tokens, locale, zone]);
}

function useChartFigures({ measure, by, step, shape, data }: Content): Figures {
  const t = useT('widgets');
  return useMemo(() => {
    const titles = data.groups.map((group) => groupTitle(measure.resource, by, group));
    const plain = (values: MeasureGroup['values'] | undefined) => plainMeasure(values?.[measure.id]);
    if (!step || shape === 'pie')
      return {
        head: ['', measureTitle(measure)],
        rows: data.groups.map(({ values }, at) => [titles[at] ?? '', plain(values)]),
      };
    return {
      head: [t('flow.time'), ...(by === '' ? [measureTitle(measure)] : titles)],
      rows: data.steps.map(({ at, values }, index) => [
        at,
        ...(by === '' ? [plain(values)] : data.groups.map(({ steps }) => plain(steps?.[index]))),
      ]),
    };
  }, [measure, by, step, shape, data, t]);
}

/** A measure as lines, bars, bars on each other or parts of a whole; each point opens its list. */
export function MeasureChart({ where, height, below = false, openTab, ...content }: MeasureChartProps) {
  const t = useT('widgets');
  const { measure, by, shape, step, currency, data } = content;
  const option = useOption(content);
  const figures = useChartFigures(content);
  useFigures(below ? undefined : figures);
  const open = ({ seriesIndex, dataIndex }: { seriesIndex: number; dataIndex: number }) => {
    const isPlace = step === undefined || shape === 'pie';
    const group = by === '' ? undefined : data.groups[isPlace ? dataIndex : seriesIndex];
    // What the others make up together is no list.
    if (by !== '' && !group) return;
    const resource = resourceOf(measure.resource);
    const { view, args } = drillDown(measure, {
      ...(isPlace ? { from: data.from, to: data.to } : stepEnds(data, dataIndex)),
      where: { ...where, ...(group && groupFilter(resource, by, group.key)) },
    });
    openTab(view, args);
  };
  const total = formatMeasure(measure, data.total[measure.id], currency);
  return (
    <Chart
      option={option}
      height={height}
      label={t('charts.label', { measure: measureTitle(measure), total })}
      onEvents={{ click: open as (event: never) => void }}
    />
  );
}
