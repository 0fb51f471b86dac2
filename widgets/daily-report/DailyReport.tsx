import { dictValue } from '../../contract/dicts.ts';
import { type Measure, type MeasureAnswer, type MeasureValue, drillDown } from '../../contract/measure.ts';
import { measureOf } from '../../contract/measures.ts';
import { dailyReport } from '../../contract/resources/reports/dailyReport.ts';
import { type FigureColumn, FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { Delta } from '../../src/kit/figures/Delta.tsx';
import { formatMeasure, plainMeasure } from '../../src/kit/figures/measureText.ts';
import { NoFigures } from '../../src/kit/figures/NoFigures.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import { useScopedMeasures } from '../../src/kit/figures/useMeasures.ts';
import { Unanswered, type WidgetProps, useT, useWidgetNote } from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

const EVERY_MS = 5 * 60_000;
/** What the reports of one side sum up: all orders, those that succeeded, and the fees. */
const SUMS = {
  collect: ['totalCollection', 'successCollection', 'collectionFee'],
  pay: ['totalPayment', 'successPayment', 'paymentFee'],
} as const;
const TITLES = ['ordered', 'done', 'fee'] as const;

interface Day {
  /** yyyy-MM-dd; undefined for all days. */
  at?: string;
  values: MeasureAnswer['total'];
}

interface SumProps {
  measure: Measure;
  muted: boolean;
  now: MeasureValue | undefined;
  /** Null where the period that it is compared with has none; undefined where there is no such period. */
  before: MeasureValue | null | undefined;
  currency: string;
}

function Sum({ measure, muted, now, before, currency }: SumProps) {
  return (
    <>
      <span className={muted ? 'pd-muted' : undefined}>{formatMeasure(measure, now, currency)}</span>
      {before !== undefined && (
        <Delta measure={measure} now={now} before={before ?? undefined} currency={currency} />
      )}
    </>
  );
}

/** What each day of the report calendar came to, the latest first. */
export default function DailyReport({ settings, openTab, link }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const side = settings.side === 'pay' ? 'pay' : 'collect';
  const currency = String(settings.currency);
  const measures = SUMS[side].map((name) => measureOf(`dailyReport.sum-${name}`)!);
  const scope = useFigureScope({
    fields: dailyReport.fields,
    period: { days: settings.days },
    compares: true,
    context: settings.linked ? link.context : null,
  });
  const where = {
    currency: [currency],
    type: [dictValue('reportTypeEnum', side)],
    ...scope.where,
  };
  const { query, before } = useScopedMeasures(
    { measures: measures.map(({ id }) => id), where, step: 'day' },
    scope,
    EVERY_MS,
  );
  const { data } = query;
  useWidgetNote(`${t(`daily-report.choices.side.${side}`)} · ${t('period', { currency, span: scope.span })}`);
  if (!data) return <Unanswered query={query} />;
  const isNothing = ({ values }: Day) => measures.every(({ id }) => Number(values[id] ?? 0) === 0);
  if (isNothing({ values: data.total }))
    return <NoFigures resource="dailyReport" currency={currency} scope={scope} />;
  const open = (measure: Measure, day: Day) => () => {
    const { view, args } = drillDown(measure, { from: day.at ?? data.from, to: day.at ?? data.to, where });
    openTab(view, args);
  };
  // Day by day in the order of the calendar, whatever the days are called.
  const former = ({ at }: Day) =>
    at === undefined ? before?.total : before?.steps[data.steps.findIndex((step) => step.at === at)]?.values;
  const column = (measure: Measure, at: number): FigureColumn<Day> => ({
    id: measure.id,
    title: t(`daily-report.${TITLES[at]}`),
    render: (day) => (
      <Sum
        measure={measure}
        muted={at !== 1}
        now={day.values[measure.id]}
        before={before && (former(day)?.[measure.id] ?? null)}
        currency={currency}
      />
    ),
    plain: ({ values }) => plainMeasure(values[measure.id]),
    open: (day) => (isNothing(day) ? undefined : open(measure, day)),
    ...(at === 0 && { from: 440 as const }),
    ...(at === 2 && { from: 300 as const }),
  });
  return (
    <FigureTable<Day>
      label={t('daily-report.title')}
      columns={[
        {
          id: 'day',
          title: t('daily-report.day'),
          start: true,
          render: ({ at }) => at ?? t('daily-report.all'),
          plain: ({ at }) => at ?? t('daily-report.all'),
        },
        ...measures.map(column),
      ]}
      rows={data.steps.toReversed()}
      keyOf={({ at }) => at ?? ''}
      total={{ values: data.total }}
    />
  );
}
