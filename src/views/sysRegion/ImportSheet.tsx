import { useRef, useState } from 'react';
import { FileButton, call, formatBytes, formatCount, isCallError, toast, useT } from '../../kit/index.ts';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { createSubmission } from '../../resource/form/submission.ts';
import { LineFaults } from '../../resource/ui/LineFaults.tsx';
import type { SheetPorts } from '../../resource/PanelAside.tsx';

const MOST_BYTES = 4 << 20;

interface Imported {
  added: number;
  updated: number;
}

/** Lines that have something in them, without that of the names. */
const linesIn = (csv: string): number =>
  Math.max(0, csv.split(/\r?\n/).filter((line) => line.trim() !== '').length - 1);

/** Regions from a file: all of its lines or none, and what is wrong with which line. */
export function ImportSheet({ close, refresh }: Pick<SheetPorts, 'close' | 'refresh'>) {
  const t = useT('platform');
  const [file, setFile] = useState<{ name: string; size: number; csv: string }>();
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [submission] = useState(createSubmission);
  const stop = useRef<AbortController>(undefined);

  async function take(picked: File): Promise<void> {
    setFile(undefined);
    if (picked.size > MOST_BYTES) return setFaults([t('sysRegion.import.large')]);
    setFaults([]);
    setFile({ name: picked.name, size: picked.size, csv: await picked.text() });
  }
  async function send(): Promise<void> {
    if (!file || busy) return;
    const body = { csv: file.csv };
    setBusy(true);
    setFaults([]);
    stop.current = new AbortController();
    try {
      const { added, updated } = await call<Imported>('sysRegion/import', body, {
        customCatch: true,
        idempotencyKey: submission.keyOf(body),
        signal: stop.current.signal,
      });
      toast.success(t('sysRegion.import.done', { added: formatCount(added), updated: formatCount(updated) }));
      refresh();
      close();
    } catch (refused) {
      submission.failed(refused);
      if (!isCallError(refused)) throw refused;
      setFaults(refused.fields?.csv ?? [refused.message]);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Sheet
      title={t('sysRegion.import.title')}
      verb={t('sysRegion.import.verb')}
      asks
      ready={file !== undefined}
      busy={busy}
      commit={() => void send()}
      close={close}
      cancel={() => (busy ? stop.current?.abort() : close())}
    >
      <p>{t('sysRegion.import.about')}</p>
      <pre className="pd-mono pd-muted">{'parent,code,name,zipCode,cityCode'}</pre>
      <FileButton
        label={t('sysRegion.import.pick')}
        accept=".csv,text/csv"
        take={(each) => void take(each)}
      />
      {file && (
        <p>
          <b>{file.name}</b>{' '}
          <span className="pd-muted pd-number">
            {formatBytes(file.size)} ·{' '}
            {t('sysRegion.import.lines', { count: linesIn(file.csv), shown: formatCount(linesIn(file.csv)) })}
          </span>
        </p>
      )}
      {busy && <progress aria-label={t('sysRegion.import.busy')} />}
      <LineFaults title={t('sysRegion.import.faults')} faults={faults} />
    </Sheet>
  );
}
