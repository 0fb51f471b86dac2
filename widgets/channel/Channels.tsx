import type { RowsResult } from '../../contract/calls.ts';
import type { MeasureAnswer } from '../../contract/measure.ts';
import { measureOf } from '../../contract/measures.ts';
import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { type FigureColumn, FigureTable } from '../../src/kit/figures/FigureTable.tsx';
import { HealthStrip } from '../../src/kit/figures/health.tsx';
import { measureColumn, nameColumn } from '../../src/kit/figures/measureColumns.tsx';
import { formatShare, linkedWhere } from '../../src/kit/figures/measureText.ts';
import { useMeasures } from '../../src/kit/figures/useMeasures.ts';
import {
  DictTag,
  State,
  Unanswered,
  type Translate,
  type WidgetProps,
  dictLabel,
  formatInstant,
  formatSpan,
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

/** The channels and how they are doing: service state, success by quarter of an hour, and the orders of the period. */
export default function Channels({ settings, openTab, link }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const { hours } = settings;
  const currency = String(settings.currency);
  const by = 'channelId';
  const where = {
    currency: [currency],
    ...(settings.linked && linkedWhere(link.context, collectOrder.fields)),
  };
  const channels = useLive<RowsResult<Channel>>('channel/rows', {
    currency: [currency],
    start: 0,
    end: CHANNELS_MOST,
  });
  const query = useMeasures({ measures: [ORDERS!.id, RATE!.id, COLLECTED!.id], by, where, hours, limit: 50 });
  const quarters = useMeasures({
    measures: [RATE!.id],
    by,
    where,
    hours: HOURS_OF_STRIP,
    step: 'quarter',
    limit: 50,
  });
  useWidgetNote(t('period', { currency, span: formatSpan(t, hours) }));
  const failed = [query, channels].find(({ data }) => !data);
  if (!query.data || !channels.data) return <Unanswered query={failed!} />;
  const rows = channelRows(channels.data.items, query.data, quarters.data);
  if (rows.length === 0) return <State kind="empty" />;
  const { from, to } = query.data;
  const shown = { by, currency, from, to, where, openTab };
  const stepTitle = (answer: MeasureAnswer | undefined) => (index: number, rate: number | null) =>
    `${formatInstant(answer?.steps[index]?.at, 'brief')} · ${formatShare(rate)}`;
  return (
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
        {
          id: 'quarters',
          title: t('channel.quarters', { n: HOURS_OF_STRIP }),
          from: 440,
          render: ({ quarters: steps = [] }) => (
            <HealthStrip steps={steps} measure={RATE!.id} titleOf={stepTitle(quarters.data)} />
          ),
        },
      ]}
      rows={rows}
      keyOf={({ key }) => key ?? ''}
    />
  );
}
