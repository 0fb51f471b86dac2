import './grouped.css';
import {
  DictTag,
  State,
  Unanswered,
  type WidgetProps,
  formatCount,
  formatMoney,
  formatSpan,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import {
  type Group,
  type Grouped as Answer,
  type Grouping,
  filterOf,
  rateOf,
  sparkline,
  toneOf,
} from './groups.ts';
import type { settings as manifest } from './index.ts';

const SPARK = { width: 72, height: 16 };

function Trend({ group }: { group: Group }) {
  const path = sparkline(group.trend, SPARK.width, SPARK.height);
  return (
    <svg {...SPARK} aria-hidden="true" className={`grouped-${toneOf(rateOf(group))}`}>
      {path && <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" />}
    </svg>
  );
}

function Share({ part, whole }: { part: number; whole: number }) {
  const t = useT('widgets');
  const share = whole === 0 ? 0 : part / whole;
  return (
    <>
      <td className="pd-number" title={t('grouped-orders.shareBase')}>{`${(share * 100).toFixed(1)} %`}</td>
      <td className="grouped-wide" aria-hidden="true">
        <i className="grouped-bar" style={{ width: `${Math.max(share * 100, 1)}%` }} />
      </td>
    </>
  );
}

interface RowProps {
  group: Group;
  by: Grouping;
  currency: string;
  /** Orders of all groups. */
  whole: number;
  open: () => void;
}

function Row({ group, by, currency, whole, open }: RowProps) {
  const t = useT('widgets');
  const rate = rateOf(group);
  const amount = formatMoney(group.amount, currency, { code: true });
  return (
    <tr title={t('grouped-orders.hint', { amount })}>
      <th scope="row">
        <button type="button" onClick={open}>
          {by === 'status' ? (
            <DictTag dict="collectStatusEnum" value={group.key} />
          ) : (
            (group.label ?? t('grouped-orders.none'))
          )}
        </button>
      </th>
      <td className="pd-number">{formatCount(group.orders)}</td>
      {by === 'status' ? (
        <Share part={group.orders} whole={whole} />
      ) : (
        <>
          <td className={`pd-number grouped-${toneOf(rate)}`}>
            {rate === null ? '–' : `${(rate * 100).toFixed(2)} %`}
          </td>
          <td>
            <Trend group={group} />
          </td>
        </>
      )}
    </tr>
  );
}

export default function Grouped({ settings, openTab }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const by = settings.by as Grouping;
  const { hours } = settings;
  const currency = String(settings.currency);
  const query = useLive<Answer>('dashboard/grouped', { by, currency, hours });
  const { data } = query;
  useWidgetNote(
    `${t(`grouped-orders.choices.by.${by}`)} · ${t('period', { currency, span: formatSpan(t, hours) })}`,
  );
  if (!data) return <Unanswered query={query} />;
  if (data.items.length === 0) return <State kind="empty" />;
  const whole = data.items.reduce((sum, group) => sum + group.orders, 0);
  const open = (group: Group) =>
    openTab('collectOrder', { currency: [currency], createdAt: { from: data.from }, ...filterOf(by, group) });
  return (
    <div className="tile-rows">
      <table className="grouped">
        <thead className="pd-hidden">
          <tr>
            <th scope="col">{t(`grouped-orders.choices.by.${by}`)}</th>
            <th scope="col">{t('grouped-orders.orders')}</th>
            <th scope="col">{by === 'status' ? t('grouped-orders.share') : t('grouped-orders.rate')}</th>
            <th scope="col">{t('grouped-orders.trend')}</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((group) => (
            <Row
              key={group.key ?? ''}
              group={group}
              by={by}
              currency={currency}
              whole={whole}
              open={() => open(group)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
