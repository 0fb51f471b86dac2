import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import {
  DictTag,
  Icon,
  Money,
  State,
  call,
  events,
  formatInstant,
  isCallError,
  preferences,
  queryClient,
  serverNow,
  useT,
} from '../../kit/index.ts';
import { copyText } from '../../resource/grid/copy.ts';
import { instantText } from '../../resource/grid/instantText.ts';
import { type Happening, timelineOf } from './timeline.ts';
import './orders.css';

const FACTS = [
  'merchantOrderNo',
  'upstreamOrderNo',
  'utr',
  'payerId',
  'upstreamName',
  'channelName',
  'paidAt',
  'settledAt',
  'callbackUrl',
  'remark',
] as const;

const NOT_CALLED = dictValue('callbackStatusEnum', 'none');

function Line({ what }: { what: Happening }) {
  return (
    <li className="line-item">
      <time className="pd-number pd-muted" dateTime={what.at} title={formatInstant(what.at, 'full')}>
        {instantText(what.at, preferences().timeZone, serverNow())}
      </time>
      <i className={`line-dot line-${what.tone} line-${what.kind}`} aria-hidden="true" />
      <span>
        {what.text}
        {what.by && <span className="pd-muted"> · {what.by}</span>}
      </span>
    </li>
  );
}

function useDetail(id: string, visible: boolean) {
  useEffect(() => {
    if (!visible) return;
    // Money and callbacks of an order change the order too, so its own events are enough.
    return events.subscribe('collectOrder', (list) => {
      if (list.some((event) => event.id === id))
        void queryClient.invalidateQueries({ queryKey: ['collectOrder', 'peek', id] });
    });
  }, [id, visible]);
  return useQuery({
    queryKey: ['collectOrder', 'peek', id],
    enabled: visible,
    queryFn: ({ signal }) =>
      call<Row>('collectOrder/detail', undefined, { query: { id }, customCatch: true, signal }),
  });
}

/** How the order stands, in three lines: what happened follows at once. */
function Standing({ order }: { order: Row }) {
  const t = useT('orders');
  const currency = String(order.currency);
  return (
    <dl className="facts">
      <dt>{t('collectOrder.fields.status')}</dt>
      <dd>
        <DictTag dict="collectStatusEnum" value={order.status} />{' '}
        {order.callbackStatus !== NOT_CALLED && (
          <DictTag dict="callbackStatusEnum" value={order.callbackStatus} />
        )}
      </dd>
      <dt>{t('collectOrder.fields.amount')}</dt>
      <dd className="facts-main">
        <Money amount={order.amount as string} currency={currency} code />
      </dd>
      <dt>{t('collectOrder.fields.fee')}</dt>
      <dd>
        <Money amount={order.fee as string} currency={currency} />
      </dd>
    </dl>
  );
}

function Facts({ order }: { order: Row }) {
  const t = useT('orders');
  const show = (name: (typeof FACTS)[number]): string => {
    const value = order[name];
    if (value === null || value === undefined || value === '') return '';
    return name.endsWith('At') ? formatInstant(String(value)) : String(value);
  };
  const label = (name: string) => t(`collectOrder.fields.${name.replace(/Name$/, 'Id')}`);
  return (
    <dl className="facts">
      {FACTS.filter((name) => show(name) !== '').map((name) => [
        <dt key={`${name}.label`}>{label(name)}</dt>,
        <dd key={name} className={/No$|utr|Id$/.test(name) ? 'pd-mono' : ''}>
          {show(name)}
        </dd>,
      ])}
    </dl>
  );
}

/** One order beside the grid: how it stands, one line of what happened to state, money, upstream and callbacks, the rest. */
export function OrderDetail({ id, visible }: { id: string; visible: boolean }) {
  const { data, isPending, error, refetch, isStale, isError } = useDetail(id, visible);
  const t = useT('orders');
  if (isPending) return <State kind="loading" />;
  if (!data || (isError && isCallError(error) && error.code === 404)) {
    const refused = isCallError(error) ? error : undefined;
    return (
      <State
        kind={refused?.code === 403 ? 'forbidden' : 'error'}
        text={refused?.message}
        traceId={refused?.traceId}
        retry={() => void refetch()}
      />
    );
  }
  return (
    <>
      {isError && isStale && <State kind="stale" inline retry={() => void refetch()} />}
      <Standing order={data} />
      <h3 className="line-title">{t('collectOrder.peek.timeline')}</h3>
      <ol className="line">
        {timelineOf(data, t).map((what) => (
          <Line key={what.id} what={what} />
        ))}
      </ol>
      <h3 className="line-title">{t('collectOrder.peek.details')}</h3>
      <Facts order={data} />
    </>
  );
}

export function OrderPeek({
  row,
  visible,
  close,
}: {
  row: Row | undefined;
  visible: boolean;
  close: () => void;
}) {
  const t = useT('orders');
  const g = useT('grid');
  const orderNo = row ? String(row.orderNo) : '';
  return (
    <aside className="dock" aria-label={t('collectOrder.peek.title')}>
      <header className="dock-head">
        <b className="pd-mono">{orderNo || t('collectOrder.peek.title')}</b>
        <span>
          {orderNo && (
            <button
              type="button"
              className="pd-icon-button"
              aria-label={g('keys.copy')}
              title={g('keys.copy')}
              onClick={() => void copyText(orderNo)}
            >
              <Icon name="copy" />
            </button>
          )}
          <button
            type="button"
            className="pd-icon-button"
            aria-label={g('close')}
            title={g('close')}
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </span>
      </header>
      <div className="dock-body">
        {row ? (
          <OrderDetail id={row.id} visible={visible} />
        ) : (
          <State kind="empty" text={t('collectOrder.peek.none')} />
        )}
      </div>
    </aside>
  );
}
