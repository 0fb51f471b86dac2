import { useRef, useState } from 'react';
import { call, formatBytes, useT } from '../../kit/index.ts';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import './files.css';

const ACCEPT = '.jpg,.jpeg,.png,.bmp,.gif,.txt,.pdf,.xlsx,.docx';

interface Item {
  file: File;
  key: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  problem?: string;
}

const itemOf = (file: File): Item => ({ file, key: crypto.randomUUID(), state: 'waiting' });

async function send({ file, key }: Item, isPublic: boolean, signal: AbortSignal): Promise<void> {
  const form = new FormData();
  form.append('File', file, file.name);
  form.append('IsPublic', String(isPublic));
  await call('sysFile/uploadFile', form, { customCatch: true, signal, idempotencyKey: key });
}

function Picker({ add }: { add: (files: readonly File[]) => void }) {
  const t = useT('platform');
  return (
    <label
      className="files-drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add([...event.dataTransfer.files]);
      }}
    >
      <input
        type="file"
        multiple
        accept={ACCEPT}
        onChange={(event) => add([...(event.target.files ?? [])])}
      />
      <b>{t('sysFile.upload.drop')}</b>
      <span className="pd-muted">{t('sysFile.upload.kinds')}</span>
    </label>
  );
}

interface UploadSheetProps extends Pick<SheetPorts, 'close' | 'refresh'> {
  /** What was dropped on the list. */
  dropped: readonly File[];
}

/** Files go in one after the other; one that is refused says why, and the others go on. */
export function UploadSheet({ dropped, close, refresh }: UploadSheetProps) {
  const t = useT('platform');
  const [items, setItems] = useState(() => dropped.map(itemOf));
  const [isPublic, setPublic] = useState(false);
  const [busy, setBusy] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const waiting = items.filter(({ state }) => state !== 'done');
  const note = (key: string, change: Partial<Item>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...change } : item)));

  const sendAll = async () => {
    const { signal } = (stop.current = new AbortController());
    setBusy(true);
    let failed = 0;
    for (const item of waiting) {
      if (signal.aborted) break;
      note(item.key, { state: 'sending', problem: '' });
      try {
        await send(item, isPublic, signal);
        note(item.key, { state: 'done' });
      } catch (error) {
        failed += 1;
        const problem = signal.aborted || !(error instanceof Error) ? '' : error.message;
        note(item.key, { state: signal.aborted ? 'waiting' : 'failed', problem });
      }
    }
    setBusy(false);
    refresh();
    if (failed === 0 && !signal.aborted) close();
  };

  return (
    <Sheet
      title={t('sysFile.actions.upload')}
      verb={t('sysFile.actions.upload')}
      asks
      ready={waiting.length > 0}
      busy={busy}
      commit={() => void sendAll()}
      close={close}
      cancel={() => (busy ? stop.current?.abort() : close())}
    >
      <Picker add={(files) => setItems((all) => [...all, ...files.map(itemOf)])} />
      <label className="files-public">
        <input type="checkbox" checked={isPublic} onChange={(event) => setPublic(event.target.checked)} />
        {t('sysFile.upload.public')}
      </label>
      <ul className="files-queue" aria-live="polite">
        {items.map(({ key, file, state, problem }) => (
          <li key={key}>
            <b>{file.name}</b>
            <span className="pd-muted pd-number">
              {formatBytes(file.size)} · {t(`sysFile.upload.${state}`)}
            </span>
            {problem && <span className="pd-down">{problem}</span>}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
