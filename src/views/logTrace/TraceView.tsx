import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { resourceOf } from '../../../contract/resources/index.ts';
import {
  TRACE,
  TRACE_DAYS,
  TRACE_LOGS,
  type Trace,
  type TraceItem,
  type TraceLog,
} from '../../../contract/trace.ts';
import {
  Choice,
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

/** Shorter texts name too many. */
const LEAST = 2;
const PAUSE_MS = 500;

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
  reread: () => void;
  find: () => void;
}

function useVerbs({ tabId, item, reread, find }: VerbPorts): void {
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
      run: () => item && openView(item.log, item.row.traceId ? { traceId: item.row.traceId } : {}),
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

/** What is looked for: a trace, or a person or an object within some days. */
interface Asked {
  find: string;
  days: number;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function askedIn(args: Record<string, unknown>): Asked {
  const days = TRACE_DAYS.find((each) => String(each) === String(args.days)) ?? TRACE_DAYS[1];
  return { find: textOf(args.traceId) || textOf(args.find), days };
}

const argsOf = ({ find, days }: Asked) =>
  TRACE.test(find) ? { traceId: find.toLowerCase() } : { find, days: String(days) };

const isWhole = (find: string): boolean => find.length >= LEAST;

function useTrace(asked: Asked, visible: boolean) {
  return useQuery({
    queryKey: ['logTrace', asked],
    queryFn: ({ signal }) => call<Trace>('logTrace/items', asked, { customCatch: true, signal }),
    enabled: visible && isWhole(asked.find),
    retry: false,
    staleTime: 0,
  });
}

/** What is typed is asked once it is whole: a trace at once, other things when the typing pauses. */
function useAsked(args: Record<string, unknown>, setArgs: ViewProps['setArgs']) {
  const given = askedIn(args);
  const [typed, setTyped] = useState(given.find);
  const [asked, setAsked] = useState(given);
  useEffect(() => {
    setTyped(given.find);
    setAsked({ find: given.find, days: given.days });
  }, [given.find, given.days]);
  const ask = (next: Asked): void => {
    setAsked(next);
    setArgs?.(argsOf(next));
  };
  const find = typed.trim();
  useEffect(() => {
    if (find === asked.find || (find !== '' && !isWhole(find))) return undefined;
    const pause = setTimeout(() => ask({ ...asked, find }), TRACE.test(find) ? 0 : PAUSE_MS);
    return () => clearTimeout(pause);
  });
  return { typed, setTyped, asked, ask };
}

interface DaysProps {
  asked: Asked;
  ask: (asked: Asked) => void;
}

function Days({ asked, ask }: DaysProps) {
  const t = useT('logs');
  return (
    <Choice
      label={t('logTrace.period')}
      value={String(asked.days)}
      options={TRACE_DAYS.map((days) => ({
        value: String(days),
        text: t('logTrace.days', { count: days }),
      }))}
      set={(days) => ask({ ...asked, days: Number(days) })}
    />
  );
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

interface FoundProps {
  asked: Asked;
  trace: Trace;
  items: readonly TraceItem[];
  item: TraceItem | undefined;
  choose: (key: string | undefined) => void;
}

function FoundRows({ asked, trace, items, item, choose }: FoundProps) {
  const t = useT('logs');
  if (trace.items.length === 0) {
    const text = TRACE.test(asked.find) ? 'logTrace.empty' : 'logTrace.nobody';
    return <State kind="empty" text={t(text, { find: asked.find })} hint={t('logTrace.kept')} />;
  }
  return (
    <>
      <div className="trace-list">
        <Axis items={items} chosen={item && keyOf(item)} choose={choose} />
        <Notes trace={trace} />
      </div>
      {item && (
        <div className="trace-detail">
          <LogPeek
            resource={resourceOf(item.log)}
            row={{ ...item.row, id: item.id }}
            words={wordsOf(resourceOf(item.log))}
            close={() => choose(undefined)}
          />
        </div>
      )}
    </>
  );
}

/** Everything that one request led to, or what all logs know of a person or an object, on one axis of time. */
export default function TraceView({ tabId, args, visible, setArgs }: ViewProps) {
  const t = useT('logs');
  const box = useRef<HTMLInputElement>(null);
  const { typed, setTyped, asked, ask } = useAsked(args, setArgs);
  const [off, setOff] = useState<ReadonlySet<TraceLog>>(new Set());
  const [chosen, setChosen] = useState<string>();
  const query = useTrace(asked, visible);
  const { data } = query;
  const items = data?.items.filter(({ log }) => !off.has(log)) ?? [];
  const item = items.find((each) => keyOf(each) === chosen);
  const reread = () => void query.refetch();
  useVerbs({ tabId, item, reread, find: () => box.current?.select() });
  const toggle = (log: TraceLog) =>
    setOff((now) => new Set(now.has(log) ? [...now].filter((each) => each !== log) : [...now, log]));
  return (
    <div className="view">
      <div className="view-bar">
        <FindBox
          ref={box}
          className={`trace-find${/\d/.test(typed) ? ' pd-mono' : ''}`}
          label={t('logTrace.find')}
          value={typed}
          set={setTyped}
        />
        {!TRACE.test(typed.trim()) && <Days asked={asked} ask={ask} />}
        {data && <LogFilter items={data.items} off={off} toggle={toggle} />}
        <Toolbar tabId={tabId} buttons={['logTrace.order', 'logTrace.rows']} more={['logTrace.refresh']} />
      </div>
      <div className="view-body traces">
        {!isWhole(asked.find) ? (
          <State kind="empty" text={t('logTrace.none')} hint={t('logTrace.how')} />
        ) : data ? (
          <FoundRows asked={asked} trace={data} items={items} item={item} choose={setChosen} />
        ) : (
          <Unanswered query={query} />
        )}
      </div>
    </div>
  );
}
