import { useRef, useState } from 'react';
import { FIGURES } from '../../../contract/resources/reports/reportGaps.ts';
import { FileButton, call, drafts, formatCount, isCallError, toast, useT } from '../../kit/index.ts';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { draftKey } from '../../resource/form/drafts.ts';
import { createSubmission } from '../../resource/form/submission.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { LineFaults } from '../../resource/ui/LineFaults.tsx';
import './import.css';

const MOST_BYTES = 256 << 10;
const REASON_MOST = 300;
const PLACE = 'upstreamEntry.import';
const COLUMNS = ['reportDate', 'upstreamId', 'currency', ...FIGURES] as const;

type Imported = Record<'added' | 'updated' | 'same', number>;
interface Body {
  text: string;
  reason: string;
  /** The warnings were read. */
  confirmed?: boolean;
}

/** Sends what was pasted; a second try of the same text counts as the first. */
function useImport({ close, refresh }: Pick<SheetPorts, 'close' | 'refresh'>) {
  const t = useT('reports');
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [warned, setWarned] = useState<{ text: string; warnings: readonly string[] }>();
  const [busy, setBusy] = useState(false);
  const [submission] = useState(createSubmission);
  const stop = useRef<AbortController>(undefined);

  async function send(body: Body): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFaults([]);
    stop.current = new AbortController();
    try {
      const done = await call<Imported | { warnings: string[] }>('upstreamEntry/import', body, {
        customCatch: true,
        idempotencyKey: submission.keyOf(body),
        signal: stop.current.signal,
      });
      if ('warnings' in done) return setWarned({ text: body.text, ...done });
      const shown = Object.entries(done).map(([name, count]) => [name, formatCount(count)]);
      toast.success(t('upstreamEntry.import.done', Object.fromEntries(shown)));
      refresh();
      drafts.put(draftKey(PLACE, undefined), undefined);
      close();
    } catch (refused) {
      submission.failed(refused);
      if (!isCallError(refused)) throw refused;
      setFaults(Object.values(refused.fields ?? { text: [refused.message] }).flat());
    } finally {
      setBusy(false);
    }
  }
  const cancel = () => (busy ? stop.current?.abort() : close());
  return { faults, setFaults, warned, busy, send, cancel };
}

/** What was pasted is there again when the sheet was closed without sending it. */
function useTyped() {
  const key = draftKey(PLACE, undefined);
  const [typed, setTyped] = useState({ text: '', reason: '', ...drafts.get(key) });
  function type(change: Partial<typeof typed>): void {
    const next = { ...typed, ...change };
    setTyped(next);
    drafts.put(key, next.text === '' && next.reason === '' ? undefined : next);
  }
  return { ...typed, type };
}

/** Reports of several days from a spreadsheet: all lines or none, and what is wrong with which line. */
export function ImportSheet({ close, refresh }: Pick<SheetPorts, 'close' | 'refresh'>) {
  const t = useT('reports');
  const { text, reason, type } = useTyped();
  const { faults, setFaults, warned, busy, send, cancel } = useImport({ close, refresh });
  // What was said of a text is not of another one.
  const warnings = warned?.text === text ? warned.warnings : [];
  const isWarned = warnings.length > 0;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '').length;

  async function take(picked: File): Promise<void> {
    if (picked.size > MOST_BYTES) return setFaults([t('upstreamEntry.import.large')]);
    setFaults([]);
    type({ text: await picked.text() });
  }
  return (
    <Sheet
      title={t('upstreamEntry.import.title')}
      verb={t(isWarned ? 'upstreamEntry.import.anyway' : 'upstreamEntry.import.verb')}
      asks
      ready={text.trim() !== '' && reason.trim() !== ''}
      busy={busy}
      commit={() => void send({ text, reason: reason.trim(), ...(isWarned && { confirmed: true }) })}
      close={close}
      cancel={cancel}
    >
      <p>{t('upstreamEntry.import.about')}</p>
      <p className="pd-muted">{COLUMNS.map((name) => t(`upstreamEntry.fields.${name}`)).join(' · ')}</p>
      <label className="sheet-field">
        {t('upstreamEntry.import.lines', { count: lines, shown: formatCount(lines) })}
        <textarea
          className="pd-input pd-mono entry-lines"
          rows={8}
          wrap="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => type({ text: target.value })}
        />
      </label>
      <FileButton
        label={t('upstreamEntry.import.pick')}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        take={(each) => void take(each)}
      />
      <label className="sheet-field">
        {t('upstreamEntry.fields.reason')}
        <input
          className="pd-input"
          required
          maxLength={REASON_MOST}
          value={reason}
          onChange={({ target }) => type({ reason: target.value })}
        />
      </label>
      <LineFaults title={t('upstreamEntry.import.faults')} faults={faults} />
      <LineFaults title={t('upstreamEntry.import.warnings')} faults={warnings} />
    </Sheet>
  );
}
