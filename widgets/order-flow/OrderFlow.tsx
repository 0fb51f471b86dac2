import { useMemo } from 'react';
import {
  Chart,
  Unanswered,
  type WidgetProps,
  formatCount,
  formatInstant,
  currentLocale,
  formatMoney,
  formatSpan,
  preferencesAtom,
  useLive,
  useT,
  useTheme,
  useWidgetNote,
} from '../../src/kit/index.ts';
import { useAtomValue } from 'jotai';
import type { settings as manifest } from './index.ts';
import { type Flow, flowOption } from './option.ts';

const HOUR_MS = 3_600_000;

export default function OrderFlow({ settings, height, openTab, link }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const { tokens } = useTheme();
  const { timeZone } = useAtomValue(preferencesAtom);
  const { hours, linked } = settings;
  const currency = String(settings.currency);
  const merchantId = linked
    ? link.context?.resource === 'merchant'
      ? link.context.id
      : link.context?.merchantId
    : undefined;
  const body = merchantId ? { currency, hours, merchantId } : { currency, hours };
  const query = useLive<Flow>('dashboard/flow', body);
  const { data } = query;
  const total = data?.items.reduce((sum, row) => sum + row.orders, 0) ?? 0;
  useWidgetNote(
    data
      ? t('order-flow.note', { count: formatCount(total), currency, span: formatSpan(t, hours) })
      : t('period', { currency, span: formatSpan(t, hours) }),
  );
  const option = useMemo(
    () =>
      flowOption(data?.items ?? [], tokens, {
        orders: t('order-flow.orders'),
        amount: t('order-flow.amount'),
        rate: t('order-flow.rate'),
        // The year would say nothing here, nor the day within one.
        hour: (instant) => formatInstant(instant, 'dateTime', timeZone).slice(hours > 24 ? 5 : 11, 16),
        money: (amount) => formatMoney(amount, currency, { code: true }),
        count: formatCount,
        short: new Intl.NumberFormat(currentLocale(), { notation: 'compact' }).format,
      }),
    [data, tokens, t, hours, timeZone, currency],
  );
  if (!data) return <Unanswered query={query} />;
  const open = ({ dataIndex }: { dataIndex: number }) => {
    const from = data.items[dataIndex]?.hour;
    if (!from) return;
    // The first one may begin within an hour; each ends with its hour.
    const to = new Date((Math.floor(Date.parse(from) / HOUR_MS) + 1) * HOUR_MS).toISOString();
    openTab('collectOrder', {
      currency: [currency],
      createdAt: { from, to },
      ...(merchantId && { merchantId: [merchantId] }),
    });
  };
  return (
    <Chart
      option={option}
      height={height}
      label={t('order-flow.label', { count: total, span: formatSpan(t, hours) })}
      onEvents={{ click: open as (event: never) => void }}
    />
  );
}
