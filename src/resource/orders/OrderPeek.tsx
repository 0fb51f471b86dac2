import { Suspense, useEffect, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import type { Field } from '../../../contract/field.ts';
import {
  DictTag,
  Icon,
  Money,
  State,
  VirtualList,
  formatInstant,
  isCallError,
  openView,
  part,
  preferences,
  serverNow,
  useStaleSince,
  useT,
  copyText,
} from '../../kit/index.ts';
import { wordsOf } from '../actions/texts.ts';
import { cellText } from '../grid/columns.ts';
import { Stale } from '../grid/Stale.tsx';
import { instantText } from '../../kit/ui/instantText.ts';
import { Address } from '../ui/Address.tsx';
import { Bills } from './Bills.tsx';
import type { OrderKind } from './kind.ts';
import { type NoteTarget, useNotes } from '../notes/useNotes.ts';
import { Next } from './Next.tsx';
import { Payments } from './Payments.tsx';
import { Proof } from './Proof.tsx';
import { TraceLink } from '../ui/TraceLink.tsx';
import { type Happening, timelineOf, withNotes } from './timeline.ts';
import { useDetail } from './useDetail.ts';
import './orders.css';
import { AskedNote } from '../ui/AskedNote.tsx';
import { DockBody } from '../ui/DockBody.tsx';

const Notes = part(async () => ({ default: (await import('../notes/Notes.tsx')).Notes }));

const NOT_CALLED = dictValue('callbackStatusEnum', 'none');

function Line({ what }: { what: Happening }) {
  return (
    <>
      <time className="pd-number pd-muted" dateTime={what.at} title={formatInstant(what.at, 'full')}>
        {instantText(what.at, preferences().timeZone, serverNow())}
      </time>
      <i className={`line-dot line-${what.tone} line-${what.kind}`} aria-hidden="true" />
      {what.raw === undefined ? (
        <span>
          {what.text}
          {what.by && <span className="pd-muted"> · {what.by}</span>}
        </span>
      ) : (
        <details className="line-raw">
          <summary>
            {what.text}
            {what.by && <span className="pd-muted"> · {what.by}</span>}
          </summary>
          <pre className="peek-json">{what.raw}</pre>
        </details>
      )}
      <TraceLink traceId={what.traceId} />
    </>
  );
}

/**
 * What an upstream answers to a question is what the peek was opened for: it comes into sight where it is.
 * @returns the place of the answer that came while the order was on screen
 */
function useAnswer(order: Row | undefined, happenings: readonly Happening[]): number | undefined {
  const known = useRef<{ order: string; answers: number }>(undefined);
  const [seen, setSeen] = useState<{ order: string; at: number }>();
  const answers = happenings.filter(({ answer }) => answer).length;
  const last = happenings.findLastIndex(({ answer }) => answer);
  const id = order?.id;
  useEffect(() => {
    if (id === undefined) return;
    const before = known.current;
    known.current = { order: id, answers };
    if (before?.order === id && answers > before.answers) setSeen({ order: id, at: last });
  }, [id, answers, last]);
  return seen?.order === id ? seen?.at : undefined;
}

/** The state of the order, in three lines: what happened follows at once. */
function OrderState({ order, kind }: { order: Row; kind: OrderKind }) {
  const words = wordsOf(kind.resource);
  const t = useT('orders');
  const currency = String(order.currency);
  return (
    <dl className="facts">
      <dt>{words.field('status')}</dt>
      <dd>
        <DictTag dict={kind.statusDict} value={order.status} />{' '}
        {order.callbackStatus !== NOT_CALLED && (
          <DictTag dict="callbackStatusEnum" value={order.callbackStatus} />
        )}{' '}
        {typeof order.reviewItems === 'number' && (
          <button
            type="button"
            className="pd-tag pd-tag-danger"
            title={t('peek.reviewOpen')}
            onClick={() => void openView('reviewItem', { anyId: order.orderNo })}
          >
            {t('peek.reviewItems', { count: order.reviewItems })}
          </button>
        )}
        <AskedNote row={order} />
      </dd>
      <dt>{words.field('amount')}</dt>
      <dd className="facts-main">
        <Money amount={order.amount as string} currency={currency} code />
      </dd>
      <dt>{words.field('fee')}</dt>
      <dd>
        <Money amount={order.fee as string} currency={currency} />
      </dd>
    </dl>
  );
}

const factText = (name: string, field: Field, order: Row): string =>
  field.kind === 'instant' && order[name]
    ? formatInstant(String(order[name]))
    : cellText(name, field, order, true);

function Facts({ order, kind }: { order: Row; kind: OrderKind }) {
  const words = wordsOf(kind.resource);
  const facts = kind.facts
    .map((name) => ({ name, field: kind.resource.fields[name]! }))
    .map((fact) => ({ ...fact, text: factText(fact.name, fact.field, order) }))
    .filter(({ text }) => text !== '');
  return (
    <dl className="facts">
      {facts.map(({ name, field, text }) => [
        <dt key={`${name}.label`}>{words.field(name)}</dt>,
        <dd key={name} className={field.mono || name === 'payerId' ? 'pd-mono' : ''}>
          {field.kind === 'url' ? <Address text={text} /> : text}
        </dd>,
      ])}
    </dl>
  );
}

interface DetailProps {
  kind: OrderKind;
  id: string;
  visible: boolean;
  /** Gives the keyboard back to the list. */
  leave?: (() => void) | undefined;
}

/** One order next to the grid: its state, one line of what happened to state, money, upstream and callbacks, the rest. */
export function OrderDetail({ kind, id, visible, leave }: DetailProps) {
  const detail = useDetail(kind.resource.id, id, visible);
  const { data, isPending, error, refetch, isError } = detail;
  const since = useStaleSince(detail, visible);
  const t = useT('orders');
  const target: NoteTarget = { subject: kind.subject, id };
  const notes = useNotes(target, visible);
  const happenings = data ? withNotes(timelineOf(data, t, kind.statusDict), notes, t) : [];
  const answer = useAnswer(data, happenings);
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
      {since !== undefined && !isError && (
        <p className="peek-stale pd-number">
          <Stale since={since} />
        </p>
      )}
      {isError && <State kind="stale" inline retry={() => void refetch()} />}
      <OrderState order={data} kind={kind} />
      <Next order={data} kind={kind} visible={visible} />
      <Suspense>
        <Notes target={target} visible={visible} leave={leave} />
      </Suspense>
      {typeof data.proof === 'string' && data.proof !== '' && <Proof url={data.proof} />}
      <Payments order={data} />
      <Bills order={data} direction={kind.bills} />
      <h3 className="line-title">{t('peek.timeline')}</h3>
      <VirtualList
        className="line"
        items={happenings}
        keyOf={({ id }) => id}
        row={() => ({ className: 'line-item' })}
        active={answer}
      >
        {(what) => <Line what={what} />}
      </VirtualList>
      <h3 className="line-title">{t('peek.details')}</h3>
      <Facts order={data} kind={kind} />
    </>
  );
}

interface OrderPeekProps {
  kind: OrderKind;
  row: Row | undefined;
  visible: boolean;
  leave: () => void;
  close: () => void;
}

export function OrderPeek({ kind, row, visible, leave, close }: OrderPeekProps) {
  const t = useT('orders');
  const g = useT('grid');
  const orderNo = row ? String(row.orderNo) : '';
  return (
    <aside className="dock" aria-label={t('peek.title')}>
      <header className="dock-head">
        <b className="pd-mono">{orderNo || t('peek.title')}</b>
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
      <DockBody>
        {row ? (
          <OrderDetail kind={kind} id={row.id} visible={visible} leave={leave} />
        ) : (
          <State kind="empty" text={t('peek.none')} />
        )}
      </DockBody>
    </aside>
  );
}
