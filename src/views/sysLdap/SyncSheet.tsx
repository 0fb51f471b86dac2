import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import {
  SYNC_LISTS,
  type SyncChange,
  type SyncKind,
  type SyncLine,
  type SyncList,
  type SyncPreview,
} from '../../../contract/directorySync.ts';
import { State, call, formatCount, recountJobs, toast, useT } from '../../kit/index.ts';
import { message } from '../../resource/actions/pending.ts';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import './directory.css';

const VERB = { user: 'syncUser', dept: 'syncDept' } as const;
const PREVIEW = { user: 'sysLdap/previewUser', dept: 'sysLdap/previewDept' } as const;
const TONE: Readonly<Record<SyncList, string>> = {
  added: 'pd-up',
  changed: '',
  disabled: 'pd-down',
  left: 'pd-muted',
};

function Change({ kind, field, before, after }: SyncChange & { kind: SyncKind }) {
  const t = useT('system');
  const label = t(`${kind === 'user' ? 'sysUser' : 'sysOrg'}.fields.${field}`);
  return (
    <li>
      <span className="pd-muted">{label}</span> {before !== null && <s className="pd-muted">{before}</s>}{' '}
      {after ?? t('sysLdap.sync.empty')}
    </li>
  );
}

interface LineProps {
  kind: SyncKind;
  list: SyncList;
  line: SyncLine;
}

/** What is new has no value of before: all of it is in one line. */
function Line({ kind, list, line: { key, name, reason, changes } }: LineProps) {
  return (
    <li className="sync-line">
      <span className="pd-mono">{key}</span> <span>{name}</span>
      {reason && <p className="pd-muted">{reason}</p>}
      {changes && list === 'added' && (
        <p className="pd-muted">{changes.map(({ after }) => after).join(' · ')}</p>
      )}
      {changes && list !== 'added' && (
        <ul>
          {changes.map((change) => (
            <Change key={change.field} kind={kind} {...change} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Lists({ kind, preview: { lists, counts } }: { kind: SyncKind; preview: SyncPreview }) {
  const t = useT('system');
  return SYNC_LISTS.filter((list) => counts[list] > 0).map((list) => (
    <section key={list} aria-label={t(`sysLdap.sync.${list}`)}>
      <h3 className="dock-section">
        {t(`sysLdap.sync.${list}`)}{' '}
        <span className={`pd-number ${TONE[list]}`}>{formatCount(counts[list])}</span>
      </h3>
      <ul className="sync-lines">
        {lists[list].map((line) => (
          <Line key={`${line.key}/${line.name}`} kind={kind} list={list} line={line} />
        ))}
      </ul>
      {counts[list] > lists[list].length && (
        <p className="pd-muted">{t('sysLdap.sync.first', { count: lists[list].length })}</p>
      )}
    </section>
  ));
}

/** What there is of each, in one line that does not scroll away with the lists. */
function Counts({ counts }: Pick<SyncPreview, 'counts'>) {
  const t = useT('system');
  return (
    <dl className="sync-counts">
      {([...SYNC_LISTS, 'same'] as const).map((list) => (
        <div key={list}>
          <dt>{t(`sysLdap.sync.${list}`)}</dt>
          <dd className={`pd-number ${list === 'same' || counts[list] === 0 ? 'pd-muted' : TONE[list]}`}>
            {formatCount(counts[list])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TypedCountProps {
  count: number;
  value: string;
  set: (value: string) => void;
}

/** So many would be disabled that a filter may be too narrow: the count is typed. */
function TypedCount({ count, value, set }: TypedCountProps) {
  const t = useT('system');
  const id = useId();
  return (
    <div className="sheet-field">
      <label htmlFor={id} className="pd-down">
        {t('sysLdap.sync.typed', { count })}
      </label>
      <input
        id={id}
        className="pd-input pd-number"
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    </div>
  );
}

interface SyncProps {
  row: Row;
  kind: SyncKind;
  close: () => void;
}

/** What a synchronisation would do; it is started from here and goes on in the background. */
export function SyncSheet({ row, kind, close }: SyncProps) {
  const t = useT('system');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [typed, setTyped] = useState('');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sysLdap', kind, row.id, row.version],
    queryFn: ({ signal }) => call<SyncPreview>(PREVIEW[kind], { id: row.id }, { customCatch: true, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const todo = data ? data.counts.added + data.counts.changed + data.counts.disabled : 0;
  async function run() {
    setBusy(true);
    setProblem(undefined);
    try {
      const seen = {
        id: row.id,
        digest: data?.digest,
        ...(data?.typed != null && { confirmed: data.typed }),
      };
      await call(`sysLdap/${VERB[kind]}`, seen, { customCatch: true });
      toast.info(t('sysLdap.sync.started'));
      void recountJobs();
      close();
    } catch (failed) {
      setProblem(message(failed));
      setBusy(false);
    }
  }
  const isTyped = !data || data.typed === null || typed.trim() === String(data.typed);
  // What could not be compared is compared again by the same key.
  const failed = error !== null && !isFetching;
  return (
    <Sheet
      title={t(`sysLdap.sync.${kind}`, { host: String(row.host) })}
      verb={t(failed ? 'sysLdap.sync.again' : `sysLdap.sync.run_${kind}`)}
      ready={!isFetching && (failed || (todo > 0 && isTyped))}
      busy={busy}
      danger={!failed && (data?.counts.disabled ?? 0) > 0}
      commit={() => void (failed ? refetch() : run())}
      close={close}
    >
      {isFetching ? (
        <State kind="loading" text={t('sysLdap.sync.asking')} />
      ) : failed ? (
        <p className="directory-wrong pd-down" role="alert">
          {error.message}
        </p>
      ) : (
        data && (
          <>
            <Counts counts={data.counts} />
            {problem && (
              <p className="directory-wrong pd-down" role="alert">
                {problem}
              </p>
            )}
            {data.typed !== null && <TypedCount count={data.typed} value={typed} set={setTyped} />}
            {todo === 0 && <p>{t('sysLdap.sync.nothing')}</p>}
            <p className="pd-muted">{t(`sysLdap.sync.note_${kind}`)}</p>
            <Lists kind={kind} preview={data} />
          </>
        )
      )}
    </Sheet>
  );
}
