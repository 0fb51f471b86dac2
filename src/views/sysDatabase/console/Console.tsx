import type { EditorView } from '@codemirror/view';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ConsoleAnswer, ConsoleState, ConsoleStatement } from '../../../../contract/sqlConsole.ts';
import {
  State,
  Unanswered,
  call,
  commands,
  copyText,
  formatCount,
  formatInstant,
  isCallError,
  saveFile,
  useCommands,
  useT,
} from '../../../kit/index.ts';
import { Toolbar } from '../../../resource/ui/Toolbar.tsx';
import { Editor } from './Editor.tsx';
import { OpenForm } from './OpenForm.tsx';
import { csvOf, placeIn, tabbedOf } from './plain.ts';
import { Result } from './Result.tsx';
import { type Ran, STATE_KEY, useRun } from './useRun.ts';
import './console.css';

const NOT_OFFERED = 403;

function useVerbs(tabId: string, work: ReturnType<typeof useRun>, statement: string): void {
  const t = useT('develop');
  const { busy, ran } = work;
  const answer = ran?.answer.columns.length ? ran.answer : undefined;
  useEffect(() => commands.refresh(tabId), [tabId, busy, answer]);
  const withRows = (run: (answer: ConsoleAnswer) => void | Promise<void>) => ({
    when: () => answer !== undefined || t('sysDatabase.console.nothing'),
    run: () => (answer ? run(answer) : undefined),
  });
  useCommands(tabId, [
    {
      id: 'sysDatabase.run',
      label: () => t('sysDatabase.console.run'),
      icon: 'next',
      keys: ['mod+enter'],
      when: () => !busy || t('sysDatabase.console.running'),
      run: () => work.run(statement),
    },
    {
      id: 'sysDatabase.cancel',
      label: () => t('sysDatabase.console.cancel'),
      icon: 'close',
      keys: ['mod+shift+x'],
      when: () => busy || t('sysDatabase.console.idle'),
      run: work.cancel,
    },
    {
      id: 'sysDatabase.copy',
      label: () => t('sysDatabase.console.copy'),
      icon: 'copy',
      ...withRows((rows) =>
        copyText(tabbedOf(rows), t('sysDatabase.console.copied', { count: rows.rows.length })),
      ),
    },
    {
      id: 'sysDatabase.csv',
      label: () => t('sysDatabase.console.csv'),
      icon: 'download',
      ...withRows((rows) => saveFile(new Blob([csvOf(rows)], { type: 'text/csv' }), 'statement.csv')),
    },
  ]);
}

function Failure({ ran: { statement, answer } }: { ran: Ran }) {
  const t = useT('develop');
  const { failure } = answer;
  if (!failure) return null;
  const own = { tooLarge: 'tooLarge', tooLong: 'tooLong', cancelled: 'cancelled', '57014': 'tooLong' }[
    failure.code
  ];
  return (
    <div className="sql-failure" role="alert">
      <p className="pd-down">
        {failure.at !== undefined && (
          <span className="pd-number">{t('sysDatabase.console.at', placeIn(statement, failure.at))} </span>
        )}
        {own ? t(`sysDatabase.console.${own}`) : failure.message}
      </p>
      {failure.hint && <p className="pd-muted">{failure.hint}</p>}
      {failure.code === '42501' && <p className="pd-muted">{t('sysDatabase.console.views')}</p>}
    </div>
  );
}

function Summary({ work: { busy, ran } }: { work: ReturnType<typeof useRun> }) {
  const t = useT('develop');
  if (busy) return <span role="status">{t('sysDatabase.console.running')}</span>;
  if (!ran || ran.answer.failure) return null;
  const { rows, ms, cut } = ran.answer;
  return (
    <span className="pd-muted pd-number" role="status">
      {t('sysDatabase.console.rows', { count: rows.length })} · {formatCount(ms)} ms
      {cut && <span className="pd-tag pd-tag-warning"> {t(`sysDatabase.console.cut.${cut}`)}</span>}
    </span>
  );
}

interface HistoryProps {
  lines: readonly ConsoleStatement[];
  take: (statement: string) => void;
}

function History({ lines, take }: HistoryProps) {
  const t = useT('develop');
  return (
    <aside className="sql-history" aria-label={t('sysDatabase.console.history')}>
      <h3>{t('sysDatabase.console.history')}</h3>
      {lines.length === 0 && <p className="pd-muted">{t('sysDatabase.console.noHistory')}</p>}
      <ul className="plain-list">
        {lines.map(({ id, statement, begunAt, rows, ms, failure }) => (
          <li key={id}>
            <button type="button" className="line-button" title={statement} onClick={() => take(statement)}>
              <span className="pd-mono">{statement}</span>
              <span className={`pd-number ${failure ? 'pd-down' : 'pd-muted'}`}>
                {formatInstant(begunAt, 'dateTime')} ·{' '}
                {failure ??
                  t('sysDatabase.console.took', { rows: formatCount(rows ?? 0), ms: formatCount(ms ?? 0) })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

interface ConsoleProps {
  tabId: string;
  visible: boolean;
  sides: ReactNode;
  statement: string;
  change: (statement: string) => void;
}

function Answer({ work: { ran, problem } }: { work: ReturnType<typeof useRun> }) {
  const t = useT('develop');
  return (
    <div className="sql-answer">
      {problem && (
        <p className="sql-failure pd-down" role="alert">
          {problem}
        </p>
      )}
      {ran && <Failure ran={ran} />}
      {ran && !ran.answer.failure && <Result answer={ran.answer} />}
      {!ran && !problem && <State kind="empty" text={t('sysDatabase.console.empty')} />}
    </div>
  );
}

interface PanesProps extends Pick<ConsoleProps, 'statement' | 'change'> {
  state: ConsoleState;
  work: ReturnType<typeof useRun>;
  opened: () => void;
}

function Panes({ state, work, opened, statement, change }: PanesProps) {
  const t = useT('develop');
  const editor = useRef<EditorView>(undefined);
  // What completes names is read once: another list would make another editor.
  const [tables] = useState(state.tables);
  const { ran } = work;
  useEffect(() => {
    const view = editor.current;
    const at = ran?.answer.failure?.at;
    if (!view || at === undefined || at >= view.state.doc.length) return;
    view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    view.focus();
  }, [ran]);
  const take = (text: string) => {
    change(text);
    editor.current?.focus();
  };
  return (
    <div className="view-body sql">
      <div className="sql-work">
        {state.openUntil === null && <OpenForm opened={opened} />}
        <Editor
          label={t('sysDatabase.console.statement')}
          hint={t('sysDatabase.console.hint')}
          value={statement}
          change={change}
          run={() => void work.run(statement)}
          tables={tables}
          handle={editor}
        />
        <Answer work={work} />
      </div>
      <History lines={state.history} take={take} />
    </div>
  );
}

/** Statements that read: the editor above, rows below, what one ran before at the right. */
export default function Console({ tabId, visible, sides, statement, change }: ConsoleProps) {
  const query = useQuery({
    queryKey: STATE_KEY,
    queryFn: ({ signal }) => call<ConsoleState>('sysDatabase/console', {}, { customCatch: true, signal }),
    enabled: visible,
    retry: false,
    staleTime: 0,
  });
  const { data, error, refetch } = query;
  const work = useRun();
  useVerbs(tabId, work, statement);
  return (
    <div className="view">
      <div className="view-bar">
        {sides}
        <Summary work={work} />
        <Toolbar
          tabId={tabId}
          primary="sysDatabase.run"
          buttons={['sysDatabase.run', 'sysDatabase.cancel', 'sysDatabase.copy', 'sysDatabase.csv']}
          more={[]}
        />
      </div>
      {isCallError(error) && error.code === NOT_OFFERED ? (
        <State kind="forbidden" text={error.message} />
      ) : !data ? (
        <Unanswered query={query} />
      ) : (
        <Panes state={data} work={work} opened={() => void refetch()} statement={statement} change={change} />
      )}
    </div>
  );
}
