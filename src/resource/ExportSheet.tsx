import { useState } from 'react';
import { DEFAULT_EXPORT_FORMAT, EXPORT_FORMATS, type ExportFormat } from '../../contract/exportFormats.ts';
import { call, formatCount, isCallError, storage, useT } from '../kit/index.ts';
import { exportedOf } from './actions/exportedOf.ts';
import { Sheet } from './actions/Sheet.tsx';
import type { Words } from './actions/texts.ts';
import type { Jobs } from './actions/useJobs.ts';
import type { GridModel } from './grid/model.ts';

/** What was chosen last. */
const FORMAT = 'exportFormat';
const parseFormat = (stored: unknown): ExportFormat =>
  EXPORT_FORMATS.find((format) => format === stored) ?? DEFAULT_EXPORT_FORMAT;

interface ExportSheetProps {
  model: GridModel;
  words: Words;
  jobs: Jobs;
  close: () => void;
}

/** What is exported, and as what kind of file: the rows that are chosen, else exactly what the filter shows. */
export function ExportSheet({ model, words, jobs, close }: ExportSheetProps) {
  const t = useT('grid');
  const [asked] = useState(() => exportedOf(model));
  const [columns] = useState(() => model.screen.columns());
  const [format, setFormat] = useState(() => storage.get(FORMAT, parseFormat));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isChosen = model.selection.state().mode === 'all' || 'ids' in asked;
  const count = isChosen ? model.selection.count(model.state().total) : model.state().total;
  const isAbout = !('ids' in asked) && model.state().totalIs !== 'exact';
  const shown = `${isAbout ? '≈ ' : ''}${formatCount(count)}`;
  const title = t('export.title', { name: words.title() });

  async function commit(): Promise<void> {
    setBusy(true);
    setError(undefined);
    storage.set(FORMAT, format);
    const body = { ...asked, sort: [model.state().sort], format, ...(columns.length > 0 && { columns }) };
    try {
      const { jobId } = await call<{ jobId: string }>(`${model.resource.id}/export`, body, {
        customCatch: true,
      });
      jobs.followFile(jobId, title);
      close();
    } catch (failure) {
      setError(isCallError(failure) ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet
      title={title}
      verb={t('export.verb', { count: shown })}
      ready
      busy={busy}
      error={error}
      commit={() => void commit()}
      close={close}
    >
      <fieldset className="export-formats">
        <legend>{t('export.format')}</legend>
        {EXPORT_FORMATS.map((name) => (
          <label key={name}>
            <input type="radio" name="format" checked={format === name} onChange={() => setFormat(name)} />
            <b>{name.toUpperCase()}</b>
            <span className="pd-muted">{t(`export.${name}`)}</span>
          </label>
        ))}
      </fieldset>
      <ul className="sheet-list">
        <li>
          <span>{t(isChosen ? 'export.chosen' : 'export.matching')}</span>
          <span className="pd-number">{shown}</span>
        </li>
        <li>
          <span>{t('export.columns')}</span>
          <span className="pd-number">{formatCount(columns.length)}</span>
        </li>
      </ul>
    </Sheet>
  );
}
