import { measureOf } from '../../contract/measures.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import { FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { type FigureRow, measureColumn, nameColumn } from '../../src/kit/figures/measureColumns.tsx';
import { NoFigures } from '../../src/kit/figures/NoFigures.tsx';
import { WithTrend } from '../../src/kit/figures/WithTrend.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import { useScopedMeasures } from '../../src/kit/figures/useMeasures.ts';
import { Unanswered, type WidgetProps, formatCount, useT, useWidgetNote } from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

const SIDES = {
  collect: { resource: 'collectOrder', done: 'collected', stuck: 'review' },
  pay: { resource: 'payOrder', done: 'paid', stuck: 'unknown' },
} as const;

/** What each upstream was given and what it made of it, on one side of the business. */
export default function UpstreamOrders({ settings, height, openTab, link }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const currency = String(settings.currency);
  const { resource, done, stuck } = SIDES[settings.side === 'pay' ? 'pay' : 'collect'];
  const by = 'upstreamId';
  const names = ['rows', 'open', stuck, 'rate', done];
  const [orders, open, held, rate, amount] = names.map((name) => measureOf(`${resource}.${name}`)!);
  const scope = useFigureScope({
    fields: resourceOf(resource).fields,
    period: { hours: settings.hours },
    compares: true,
    context: settings.linked ? link.context : null,
    by,
  });
  const where = { currency: [currency], ...scope.where };
  const { query, before } = useScopedMeasures(
    {
      measures: names.map((name) => `${resource}.${name}`),
      by,
      where,
      limit: 50,
    },
    scope,
  );
  const { data } = query;
  const { span } = scope;
  useWidgetNote(`${t(`upstream-orders.choices.side.${settings.side}`)} · ${t('period', { currency, span })}`);
  if (!data) return <Unanswered query={query} />;
  if (data.groups.length === 0) return <NoFigures resource={resource} currency={currency} scope={scope} />;
  const shown = { by, currency, from: data.from, to: data.to, where, openTab, before };
  const openUpstream =
    ({ key, label }: FigureRow) =>
    () => {
      if (key) link.publish({ resource: 'upstream', id: key, ...(label && { label }) });
      openTab(resource, { ...where, [by]: [key], createdAt: { from: data.from, to: data.to } });
    };
  const table = (
    <FigureTable<FigureRow>
      label={t('upstream-orders.title')}
      columns={[
        nameColumn(
          resource,
          t('upstream-orders.upstream'),
          { by },
          t('measure.all', { count: formatCount(data.groupCount) }),
          openUpstream,
        ),
        measureColumn(orders!, shown, { title: t('measure.orders'), from: 240 }),
        measureColumn(open!, shown, { from: 520, muted: true }),
        measureColumn(held!, shown, { from: 440, muted: true }),
        measureColumn(amount!, shown, { from: 360 }),
        measureColumn(rate!, shown),
      ]}
      rows={data.groups}
      keyOf={({ key }) => key ?? ''}
      total={{ label: null, values: data.total }}
    />
  );
  const trend = { measure: amount!, by, where, scope, currency, openTab };
  return (
    <WithTrend height={height} lines={data.groups.length + 2} shape="stacked" {...trend}>
      {table}
    </WithTrend>
  );
}
