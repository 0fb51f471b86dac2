import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { resourceOf } from '../../../contract/resources/index.ts';
import { TRACE_LOGS, type Trace, type TraceItem, type TraceLog } from '../../../contract/trace.ts';
import {
  FindBox,
  State,
  Unanswered,
  type ViewProps,
  call,
  commands,
  formatInstant,
  openView,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import { LogPeek } from '../../resource/logs/LogPeek.tsx';
import { resourceTitle } from '../../resource/logs/resourceTitle.ts';
import { ShortRows } from '../../resource/ui/ShortRows.tsx';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { rangeOf, sinceText, spanOf } from './axis.ts';
import { describe, orderOf } from './describe.ts';
import './trace.css';

const TRACE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const keyOf = ({ log, id }: TraceItem): string => `${log}:${id}`;

interface FilterProps {
  items: readonly TraceItem[];
  off: ReadonlySet<TraceLog>;
  toggle: (log: TraceLog) => void;
}

/** Which logs are shown; each with the number of its rows. */
function LogFilter({ items, off, toggle }: FilterProps) {
  const t = useT('logs');
  const counts = Map.groupBy(items, ({ log }) => log);
  return (
    <div className="trace-logs" role="group" aria-label={t('logTrace.logs')}>
      {TRACE_LOGS.filter((log) => counts.has(log)).map((log) => (
        <button
          key={log}
          type="button"
          className="pd-button"
          aria-pressed={!off.has(log)}
          onClick={() => toggle(log)}
        >
          {resourceTitle(log)} <span className="pd-muted pd-number">{counts.get(log)!.length}</span>
        </button>
      ))}
    </div>
  );
}

interface AxisProps {
  items: readonly TraceItem[];
  chosen: string | undefined;
  choose: (key: string) => void;
}

/** Rows of all logs under each other, with where each is on one axis. */
function Axis({ items, chosen, choose }: AxisProps) {
  const t = useT('logs');
  const range = rangeOf(items);
  const column = (id: string, end = false, wide?: number) => ({
    id,
    end,
    wide,
    title: t(`logTrace.columns.${id}`),
  });
  const cells = (item: TraceItem): ReactNode[] => {
    const { what, who, result, tone } = describe(item, t);
    const { left, width } = spanOf(item, range);
    const place = { '--trace-left': `${left}%`, '--trace-width': `${width}%` } as CSSProperties;
    return [
      <span key="at" title={formatInstant(item.from, 'full')}>
        {formatInstant(item.from, 'short')}
      </span>,
      sinceText(item, range),
      resourceTitle(item.log),
      <span key="what" title={what}>
        {what}
      </span>,
      who,
      result && (
        <span key="result" className={`pd-tag pd-tag-${tone}`}>
          {result}
        </span>
      ),
      <i key="axis" className={`trace-bar trace-${tone}`} style={place} aria-hidden="true" />,
    ];
  };
  return (
    <ShortRows
      label={t('logTrace.title')}
      rows={items}
      keyOf={keyOf}
      chosen={chosen}
      choose={choose}
      head={[
        column('at'),
        column('since', true),
        column('log'),
        column('what', false, 50),
        column('who'),
        column('result'),
        column('axis', false, 50),
      ]}
      cells={cells}
    />
  );
}

interface VerbPorts {
  tabId: string;
  item: TraceItem | undefined;
  traceId: string;
  reread: () => void;
  find: () => void;
}

function useVerbs({ tabId, item, traceId, reread, find }: VerbPorts): void {
  const t = useT('logs');
  const order = item && orderOf(item);
  useEffect(() => commands.refresh(tabId), [tabId, item]);
  useCommands(tabId, [
    {
      id: 'logTrace.order',
      label: () => t('logTrace.actions.order'),
      icon: 'orders',
      keys: ['o'],
      shown: true,
      when: () => (order ? true : t('logTrace.noOrder')),
      run: () => order && openView(order.view, { orderNo: order.orderNo }),
    },
    {
      id: 'logTrace.rows',
      label: () => t('logTrace.actions.rows'),
      icon: 'log',
      keys: ['l'],
      when: () => (item ? true : t('logTrace.choose')),
      run: () => item && openView(item.log, { traceId }),
    },
    {
      id: 'logTrace.refresh',
      label: () => t('logTrace.actions.refresh'),
      icon: 'refresh',
      keys: ['r'],
      run: reread,
    },
    {
      id: 'logTrace.find',
      label: () => t('logTrace.find'),
      icon: 'search',
      keys: ['/'],
      guard: 0,
      run: find,
    },
  ]);
}

const traceIn = (args: Record<string, unknown>): string =>
  typeof args.traceId === 'string' ? args.traceId.trim().toLowerCase() : '';

function useTrace(traceId: string, visible: boolean) {
  return useQuery({
    queryKey: ['logTrace', traceId],
    queryFn: ({ signal }) => call<Trace>('logTrace/items', { traceId }, { customCatch: true, signal }),
    enabled: visible && TRACE.test(traceId),
    retry: false,
    staleTime: 0,
  });
}

function Notes({ trace }: { trace: Trace }) {
  const t = useT('logs');
  const names = (logs: readonly TraceLog[]) => logs.map(resourceTitle).join(', ');
  return (
    <p className="trace-notes pd-muted">
      {trace.cut.length > 0 && t('logTrace.cut', { logs: names(trace.cut) })}{' '}
      {trace.hidden.length > 0 && t('logTrace.hidden', { logs: names(trace.hidden) })}
    </p>
  );
}

/** Everything that one request led to, on one axis of time. */
export default function TraceView({ tabId, args, visible, setArgs }: ViewProps) {
  const t = useT('logs');
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => traceIn(args));
  const [off, setOff] = useState<ReadonlySet<TraceLog>>(new Set());
  const [chosen, setChosen] = useState<string>();
  const given = traceIn(args);
  useEffect(() => setTyped(given), [given]);
  const traceId = typed.trim().toLowerCase();
  const query = useTrace(traceId, visible);
  const { data } = query;
  const items = data?.items.filter(({ log }) => !off.has(log)) ?? [];
  const item = items.find((each) => keyOf(each) === chosen);
  const reread = () => void query.refetch();
  useVerbs({ tabId, item, traceId, reread, find: () => box.current?.select() });
  const type = (text: string) => {
    setTyped(text);
    if (TRACE.test(text.trim())) setArgs?.({ traceId: text.trim().toLowerCase() });
  };
  const toggle = (log: TraceLog) =>
    setOff((now) => new Set(now.has(log) ? [...now].filter((each) => each !== log) : [...now, log]));
  return (
    <div className="view">
      <div className="view-bar">
        <FindBox
          ref={box}
          className="trace-find pd-mono"
          label={t('logTrace.find')}
          value={typed}
          set={type}
        />
        {data && <LogFilter items={data.items} off={off} toggle={toggle} />}
        <Toolbar tabId={tabId} buttons={['logTrace.order', 'logTrace.rows']} more={['logTrace.refresh']} />
      </div>
      <div className="view-body traces">
        {!TRACE.test(traceId) ? (
          <State kind="empty" text={t('logTrace.none')} hint={t('logTrace.how')} />
        ) : !data ? (
          <Unanswered query={query} />
        ) : data.items.length === 0 ? (
          <State kind="empty" text={t('logTrace.empty')} hint={t('logTrace.kept')} />
        ) : (
          <>
            <div className="trace-list">
              <Axis items={items} chosen={chosen} choose={setChosen} />
              <Notes trace={data} />
            </div>
            {item && (
              <div className="trace-detail">
                <LogPeek
                  resource={resourceOf(item.log)}
                  row={{ ...item.row, id: item.id }}
                  words={wordsOf(resourceOf(item.log))}
                  close={() => setChosen(undefined)}
                />
              </div>
            )}
          </>
        )}
      </div>
    </div>
  );
}
