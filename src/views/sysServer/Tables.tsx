import type { ReactNode } from 'react';
import type { ServerState } from '../../../contract/serverState.ts';
import { State, formatBytes, formatCount, middle, useT } from '../../kit/index.ts';
import { type FigureColumn, FigureTable } from '../../kit/figures/FigureTable.tsx';

const ms = (value: number): string =>
  value >= 10_000 ? `${(value / 1_000).toFixed(1)} s` : `${value.toFixed(1)} ms`;
const seconds = (value: number | null): string => (value === null ? '' : `${value.toFixed(1)} s`);
const count = (value: number, bad = false): ReactNode => (
  <span className={value === 0 ? 'pd-muted' : bad ? 'pd-down' : undefined}>{formatCount(value)}</span>
);

interface PartProps<T> {
  part: string;
  rows: readonly T[];
  keyOf: (row: T) => string;
  columns: readonly (Omit<FigureColumn<T>, 'title'> & { title?: string })[];
  /** What an empty one says; undefined where it never is. */
  empty?: boolean;
}

function Part<T>({ part, rows, keyOf, columns, empty = false }: PartProps<T>) {
  const t = useT('platform');
  const title = t(`sysServer.parts.${part}`);
  return (
    <section className="srv-part" data-part={part}>
      <h3>{title}</h3>
      {empty && rows.length === 0 ? (
        <State kind="empty" inline text={t(`sysServer.none.${part}`)} />
      ) : (
        <FigureTable
          label={title}
          rows={rows}
          keyOf={keyOf}
          columns={columns.map((column) => ({
            ...column,
            title: column.title ?? t(`sysServer.columns.${column.id}`),
          }))}
        />
      )}
    </section>
  );
}

function Work({ state: { queues, events, servers } }: { state: ServerState }) {
  const t = useT('platform');
  const lines = [
    { id: 'eventsWaiting', text: formatCount(events.waiting) },
    { id: 'eventLag', text: seconds(events.lagSeconds) },
    { id: 'callsWaiting', text: formatCount(events.callsWaiting) },
    { id: 'callsRunning', text: formatCount(events.callsRunning) },
  ];
  return (
    <>
      <Part
        part="queues"
        empty
        rows={queues}
        keyOf={({ task }) => task}
        columns={[
          { id: 'task', start: true, render: ({ task }) => <span className="pd-mono">{task}</span> },
          { id: 'ready', render: ({ ready }) => count(ready) },
          { id: 'later', render: ({ later }) => count(later) },
          { id: 'running', render: ({ running }) => count(running) },
          { id: 'failed', render: ({ failed }) => count(failed, true) },
          { id: 'waits', render: ({ waitsSeconds }) => seconds(waitsSeconds) },
        ]}
      />
      <Part
        part="events"
        rows={lines}
        keyOf={({ id }) => id}
        columns={[
          { id: 'name', start: true, render: ({ id }) => t(`sysServer.lines.${id}`) },
          { id: 'total', title: '', render: ({ text }) => text },
        ]}
      />
      <Part
        part="servers"
        rows={servers}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'name',
            start: true,
            render: ({ id, own }) => (
              <>
                <span className="pd-mono">{middle(id)}</span>{' '}
                {own && <span className="pd-muted">{t('sysServer.own')}</span>}
              </>
            ),
          },
          {
            id: 'state',
            render: ({ alive }) => (
              <span className={alive ? 'pd-up' : 'pd-down'}>
                {alive ? t('sysServer.alive') : t('sysServer.gone')}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}

const statementOf = ({ statement }: { statement: string | null }) => (
  <span className="srv-statement pd-mono" title={statement ?? ''}>
    {statement}
  </span>
);

function Statements({ database }: { database: ServerState['database'] }) {
  const t = useT('platform');
  return (
    <>
      <Part
        part="blocked"
        empty
        rows={database.blocked}
        keyOf={({ pid }) => String(pid)}
        columns={[
          { id: 'statement', start: true, render: statementOf },
          { id: 'seconds', render: (row) => <span className="pd-down">{seconds(row.seconds)}</span> },
          { id: 'pid', render: ({ pid }) => String(pid) },
          { id: 'blockedBy', render: ({ blockedBy }) => blockedBy.join(', ') },
        ]}
      />
      <Part
        part="slow"
        empty
        rows={database.slow}
        keyOf={({ statement, totalMs }) => `${statement}/${totalMs}`}
        columns={[
          { id: 'statement', start: true, render: statementOf },
          {
            id: 'calls',
            render: ({ calls }) => (calls === null ? t('sysServer.running') : formatCount(calls)),
          },
          { id: 'mean', render: ({ meanMs }) => ms(meanMs) },
          { id: 'total', render: ({ totalMs }) => ms(totalMs) },
        ]}
      />
    </>
  );
}

/** Queues, connections and statements, and what takes the room, as tables. */
export function Tables({ state }: { state: ServerState }) {
  const { database } = state;
  return (
    <div className="srv-parts">
      <div>
        <Work state={state} />
        <Part
          part="pools"
          rows={database.pools}
          keyOf={({ name }) => name}
          columns={[
            { id: 'pool', start: true, render: ({ name }) => <span className="pd-mono">{name}</span> },
            { id: 'open', render: ({ total }) => count(total) },
            { id: 'idle', render: ({ idle }) => count(idle) },
            { id: 'waiting', render: ({ waiting }) => count(waiting, true) },
          ]}
        />
        <Part
          part="replicas"
          empty
          rows={database.replicas}
          keyOf={({ name }) => name}
          columns={[
            { id: 'name', start: true, render: ({ name }) => name },
            { id: 'state', render: ({ state: now }) => now },
            { id: 'lag', render: ({ lagSeconds }) => seconds(lagSeconds) },
          ]}
        />
      </div>
      <div>
        <Statements database={database} />
        <Part
          part="tables"
          rows={database.tables}
          keyOf={({ name }) => name}
          columns={[
            { id: 'name', start: true, render: ({ name }) => <span className="pd-mono">{name}</span> },
            { id: 'rows', render: ({ rows }) => count(rows) },
            { id: 'indexes', render: ({ indexBytes }) => formatBytes(indexBytes) },
            { id: 'bytes', render: ({ bytes }) => formatBytes(bytes) },
          ]}
        />
      </div>
    </div>
  );
}
