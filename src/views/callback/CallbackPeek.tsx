import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallbackTimeline } from '../../../contract/callbackTimeline.ts';
import type { Row } from '../../../contract/calls.ts';
import {
  DictTag,
  State,
  VirtualList,
  call,
  events,
  formatInstant,
  isCallError,
  preferences,
  queryClient,
  serverNow,
  translate,
  useT,
  useVisible,
} from '../../kit/index.ts';
import { instantText } from '../../kit/ui/instantText.ts';
import type { PeekProps } from '../../resource/RowPeek.tsx';
import { DockBody } from '../../resource/ui/DockBody.tsx';
import { TraceText } from '../../resource/ui/TraceLink.tsx';
import { DockHead } from '../../resource/ui/DockHead.tsx';
import '../../resource/actions/sheet.css';
import '../../resource/orders/orders.css';

type CallbackRow = Row & { timeline?: CallbackTimeline };

function useTimeline(id: string | undefined) {
  const visible = useVisible();
  useEffect(() => {
    if (!visible) return;
    // Another attempt is another row, so any news may be of this event.
    return events.subscribe('callback', () => {
      void queryClient.invalidateQueries({ queryKey: ['callback', 'peek', id] });
    });
  }, [id, visible]);
  return useQuery({
    queryKey: ['callback', 'peek', id],
    enabled: visible && id !== undefined,
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<CallbackRow>('callback/detail', undefined, { query: { id: id! }, customCatch: true, signal }),
  });
}

/** A JSON text laid out; anything else as it came. */
function pretty(text: unknown): string {
  if (typeof text !== 'string') return JSON.stringify(text, null, 2);
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Attempts({ timeline }: { timeline: CallbackTimeline }) {
  const t = useT('orders');
  return (
    <VirtualList
      className="line"
      items={timeline.attempts}
      keyOf={({ id }) => id}
      row={() => ({ className: 'line-item' })}
    >
      {(each) => (
        <>
          <time
            className="pd-number pd-muted"
            dateTime={each.sentAt}
            title={formatInstant(each.sentAt, 'full')}
          >
            {instantText(each.sentAt, preferences().timeZone, serverNow())}
          </time>
          <i
            className={`line-dot line-${each.delivered ? 'success' : 'danger'} line-callback`}
            aria-hidden="true"
          />
          <span>
            {[
              t(each.manual ? 'peek.manual' : 'peek.attempt', { count: each.attempt }),
              each.httpStatus === null ? '' : `HTTP ${each.httpStatus}`,
              `${each.milliseconds} ms`,
              each.failure,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      )}
    </VirtualList>
  );
}

function Progress({ row, timeline }: { row: CallbackRow; timeline: CallbackTimeline }) {
  const t = useT('orders');
  const label = (name: string) => t(`callback.fields.${name}`);
  return (
    <dl className="facts">
      <dt>{label('reported')}</dt>
      <dd>
        <DictTag dict="callbackReported" value={row.reported} />
      </dd>
      <dt>{label('state')}</dt>
      <dd>
        <DictTag dict="callbackStatusEnum" value={timeline.state} />
      </dd>
      <dt>{label('tries')}</dt>
      <dd className="pd-number">
        {timeline.tries} / {timeline.of}
      </dd>
      <dt>{label('nextTryAt')}</dt>
      <dd className="pd-number">{timeline.nextTryAt ? formatInstant(timeline.nextTryAt) : '–'}</dd>
      <dt>{label('merchantId')}</dt>
      <dd>{String(row.merchantName ?? '')}</dd>
      <dt>{label('url')}</dt>
      <dd className="pd-mono">{String(row.url ?? '')}</dd>
      {typeof row.traceId === 'string' && (
        <>
          <dt>{translate('grid:fields.traceId')}</dt>
          <dd>
            <TraceText traceId={row.traceId} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** The event behind an attempt: its state, each try, what was asked and what came back. */
export function CallbackPeek({ row, close }: PeekProps) {
  const t = useT('orders');
  const { data, isPending, error, refetch } = useTimeline(row?.id);
  const title = row ? String(row.orderNo) : t('callback.title');
  const refused = isCallError(error) ? error : undefined;
  return (
    <aside className="dock" aria-label={title}>
      <DockHead title={row ? <span className="pd-mono">{title}</span> : title} close={close} />
      <DockBody>
        {!row && <State kind="empty" text={t('callback.peek.none')} />}
        {row && isPending && <State kind="loading" />}
        {row && !isPending && !data?.timeline && (
          <State
            kind={refused?.code === 403 ? 'forbidden' : 'error'}
            text={refused?.message}
            traceId={refused?.traceId}
            retry={() => void refetch()}
          />
        )}
        {data?.timeline && (
          <>
            <Progress row={data} timeline={data.timeline} />
            <h3 className="line-title">{t('callback.peek.attempts')}</h3>
            <Attempts timeline={data.timeline} />
            <h3 className="line-title">{t('callback.peek.request')}</h3>
            <pre className="peek-json">
              POST {String(data.url ?? '')}
              {'\n'}
              {pretty(data.timeline.request)}
            </pre>
            <h3 className="line-title">{t('callback.peek.answer', { count: Number(data.attempt) })}</h3>
            <pre className="peek-json">{pretty(data.answer ?? data.failure ?? '–')}</pre>
          </>
        )}
      </DockBody>
    </aside>
  );
}
