import type { RowsResult } from '../../contract/calls.ts';
import type { MeasureAnswer } from '../../contract/measure.ts';
import { measureOf } from '../../contract/measures.ts';
import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { type FigureColumn, FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { HealthStrip } from '../../src/kit/figures/health.tsx';
import { measureColumn, nameColumn } from '../../src/kit/figures/measureColumns.tsx';
import { formatShare } from '../../src/kit/figures/measureText.ts';
import { NoFigures } from '../../src/kit/figures/NoFigures.tsx';
import { WithTrend } from '../../src/kit/figures/WithTrend.tsx';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import { useMeasures, useScopedMeasures } from '../../src/kit/figures/useMeasures.ts';
import {
  DictTag,
  Unanswered,
  type Translate,
  type WidgetProps,
  dictLabel,
  formatInstant,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import { type Channel, channelRows, type ChannelRow, QUARTERS } from './channels.ts';
import type { settings as manifest } from './index.ts';

const [ORDERS, RATE, COLLECTED] = ['rows', 'rate', 'collected'].map(
  (name) => measureOf(`collectOrder.${name}`)!,
);
const CHANNELS_MOST = 100;
const HOURS_OF_STRIP = QUARTERS / 4;
const STRIP = { period: { hours: HOURS_OF_STRIP }, hours: HOURS_OF_STRIP };

/** Its service state, or that it is not offered at all. */
const stateColumn = (t: Translate): FigureColumn<ChannelRow> => ({
  id: 'state',
  title: t('channel.state'),
  start: true,
  from: 360,
  render: ({ channel: { enabled, serviceStatus } }) =>
    enabled ? (
      <DictTag dict="serviceStatusEnum" value={serviceStatus} />
    ) : (
      <span className="pd-tag pd-tag-info">{t('channel.off')}</span>
    ),
  plain: ({ channel: { enabled, serviceStatus } }) =>
    enabled ? dictLabel('serviceStatusEnum', serviceStatus) : t('channel.off'),
});

/** How each went of late, by quarter of an hour. */
function quartersColumn(t: Translate, answer: MeasureAnswer | undefined): FigureColumn<ChannelRow> {
  const titleOf = (index: number, rate: number | null) =>
    `${formatInstant(answer?.steps[index]?.at, 'brief')} · ${formatShare(rate)}`;
  return {
    id: 'quarters',
    title: t('channel.quarters', { n: HOURS_OF_STRIP }),
    from: 440,
    render: ({ quarters: steps = [] }) => <HealthStrip steps={steps} measure={RATE!.id} titleOf={titleOf} />,
  };
}

/** The channels and how they are doing: service state, success by quarter of an hour, and the orders of the period. */
export default function Channels({ settings, height, openTab, link }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const currency = String(settings.currency);
  const by = 'channelId';
  const scope = useFigureScope({
    fields: collectOrder.fields,
    period: { hours: settings.hours },
    compares: true,
    context: settings.linked ? link.context : null,
  });
  const where = { currency: [currency], ...scope.where };
  const channels = useLive<RowsResult<Channel>>('channel/rows', {
    currency: [currency],
    start: 0,
    end: CHANNELS_MOST,
  });
  const { query, before } = useScopedMeasures(
    { measures: [ORDERS!.id, RATE!.id, COLLECTED!.id], by, where, limit: 50 },
    scope,
  );
  const quarters = useMeasures({
    measures: [RATE!.id],
    by,
    where,
    hours: HOURS_OF_STRIP,
    step: 'quarter',
    limit: 50,
  });
  useWidgetNote(t('period', { currency, span: scope.span }));
  const failed = [query, channels].find(({ data }) => !data);
  if (!query.data || !channels.data) return <Unanswered query={failed!} />;
  const { channelId: chosen } = scope.where;
  const listed = channels.data.items.filter(({ id }) => chosen?.includes(id) ?? true);
  const rows = channelRows(listed, query.data, quarters.data);
  if (rows.length === 0) return <NoFigures resource="channel" currency={currency} scope={scope} />;
  const { from, to } = query.data;
  const shown = { by, currency, from, to, where, openTab, before };
  const table = (
    <FigureTable<ChannelRow>
      label={t('channel.title')}
      columns={[
        nameColumn<ChannelRow>(
          'collectOrder',
          t('channel.name'),
          { by },
          '',
          ({ channel }) =>
            () =>
              openTab('channel', { channelCode: channel.channelCode }),
        ),
        stateColumn(t),
        measureColumn(ORDERS!, shown, { title: t('measure.orders'), from: 300 }),
        measureColumn(COLLECTED!, shown, { from: 640 }),
        measureColumn(RATE!, shown),
        quartersColumn(t, quarters.data),
      ]}
      rows={rows}
      keyOf={({ key }) => key ?? ''}
    />
  );
  const trend = { measure: RATE!, by, where, scope: STRIP, currency, openTab };
  return (
    <WithTrend height={height} lines={rows.length + 1} shape="line" step="quarter" {...trend}>
      {table}
    </WithTrend>
  );
}
