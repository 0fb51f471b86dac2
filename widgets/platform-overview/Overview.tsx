import './overview.css';
import type { ReactNode } from 'react';
import { dictValue } from '../../contract/dicts.ts';
import {
  Unanswered,
  type WidgetProps,
  currentLocale,
  formatCount,
  formatMoney,
  formatSpan,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import { type Overview as Answer, change, compactMoney, percent, points, successRate } from './figures.ts';
import type { settings as manifest } from './index.ts';

/** Arrow, word and colour together: never colour alone. */
function Change({
  value,
  unit,
  good = 'up',
}: {
  value: number | null;
  unit: '%' | 'pp';
  good?: 'up' | 'down';
}) {
  if (value === null) return <span className="ov-change pd-muted">–</span>;
  const flat = Math.abs(value) < 0.0005;
  const tone = flat ? 'pd-muted' : value > 0 === (good === 'up') ? 'pd-up' : 'pd-down';
  const shown = `${(Math.abs(value) * 100).toFixed(1)} ${unit}`;
  return (
    <span className={`ov-change pd-number ${tone}`}>
      {flat ? '=' : value > 0 ? '▲' : '▼'} {shown}
    </span>
  );
}

interface FigureProps {
  label: string;
  value: string;
  exact?: string;
  tone?: 'warning';
  open: () => void;
  children?: ReactNode;
}

function Figure({ label, value, exact, tone, open, children }: FigureProps) {
  return (
    <button type="button" className="ov-figure" title={exact} onClick={open}>
      <span className="pd-muted">{label}</span>
      <strong className={`pd-number${tone ? ` ov-${tone}` : ''}`}>{value}</strong>
      {children}
    </button>
  );
}

interface FiguresProps extends Pick<WidgetProps<typeof manifest>, 'openTab'> {
  answer: Answer;
  currency: string;
}

/** The figures of a period, each with its change since the one before and the orders behind it. */
function Figures({ answer, currency, openTab }: FiguresProps) {
  const t = useT('widgets');
  const { now, before, from } = answer;
  const rate = successRate(now);
  const orders =
    (...names: string[]) =>
    () =>
      openTab('collectOrder', {
        currency: [currency],
        createdAt: { from },
        status: names.map((name) => dictValue('collectStatusEnum', name)),
      });
  const money = (amount: string) => ({
    value: compactMoney(amount, currency, currentLocale()),
    exact: formatMoney(amount, currency, { code: true }),
  });
  return (
    <div className="ov">
      <Figure label={t('platform-overview.collected')} {...money(now.amount)} open={orders('success')}>
        <Change value={change(now.amount, before.amount)} unit="%" />
      </Figure>
      <Figure label={t('platform-overview.fees')} {...money(now.fee)} open={orders('success')}>
        <Change value={change(now.fee, before.fee)} unit="%" />
      </Figure>
      <Figure
        label={t('platform-overview.rate')}
        value={percent(rate)}
        exact={t('platform-overview.rateBase', {
          success: formatCount(now.success),
          ended: formatCount(now.ended),
        })}
        open={orders('success', 'failed', 'expired', 'cancelled', 'reversed')}
      >
        <Change value={points(rate, successRate(before))} unit="pp" />
      </Figure>
      <Figure
        label={t('platform-overview.orders')}
        value={formatCount(now.orders)}
        open={() => openTab('collectOrder', { currency: [currency], createdAt: { from } })}
      >
        <Change value={change(now.orders, before.orders)} unit="%" />
      </Figure>
      <Figure
        label={t('platform-overview.review')}
        value={formatCount(now.review)}
        tone={now.review > 0 ? 'warning' : undefined}
        open={orders('review')}
      />
      <Figure
        label={t('platform-overview.open')}
        value={formatCount(now.orders - now.ended - now.review)}
        open={orders('created', 'paying')}
      />
    </div>
  );
}

export default function Overview({ settings, openTab }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const { hours } = settings;
  const currency = String(settings.currency);
  const query = useLive<Answer>('dashboard/overview', { currency, hours });
  const { data } = query;
  useWidgetNote(t('period', { currency, span: formatSpan(t, hours) }));
  if (!data) return <Unanswered query={query} />;
  return <Figures answer={data} currency={currency} openTab={openTab} />;
}
