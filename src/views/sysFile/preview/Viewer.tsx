import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Row } from '../../../../contract/calls.ts';
import { formatBytes, Key, Scrolled, useT } from '../../../kit/index.ts';
import { DownloadButton } from '../DownloadButton.tsx';
import { Preview } from './Preview.tsx';

interface ViewerProps {
  row: Row;
  /** Goes to the file before or after this one in the list; undefined where there is none. */
  step: (by: -1 | 1) => (() => void) | undefined;
  close: () => void;
}

const KEYS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** One file over the whole window, and the way to the next one. */
export function Viewer({ row, step, close }: ViewerProps) {
  const t = useT('platform');
  const box = useRef<HTMLDialogElement>(null);
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.showModal();
    // Its keys scroll what is looked at.
    view.current?.focus();
  }, []);
  const name = `${String(row.fileName)}${String(row.suffix)}`;
  const ways = { [-1]: step(-1), 1: step(1) };
  const key = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    // Within a sheet the arrows scroll.
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if ((event.target as Element).closest('.file-cells')) return;
    event.preventDefault();
    ways[by]?.();
  };
  return (
    <dialog ref={box} className="file-viewer" aria-label={name} onClose={close} onKeyDown={key}>
      <header>
        <h2 title={name}>{name}</h2>
        <span className="pd-muted pd-number">{formatBytes(Number(row.sizeKb) * 1024)}</span>
        <span className="file-ways">
          {([-1, 1] as const).map((by) => (
            <button
              key={by}
              type="button"
              className="pd-button"
              disabled={!ways[by]}
              onClick={() => ways[by]?.()}
            >
              {t(by < 0 ? 'sysFile.previous' : 'sysFile.next')} <Key keys={by < 0 ? 'left' : 'right'} />
            </button>
          ))}
          <DownloadButton id={row.id} name={name} />
          <button type="button" className="pd-button" onClick={() => box.current?.close()}>
            {t('sysFile.close')} <Key keys="escape" />
          </button>
        </span>
      </header>
      <Scrolled className="file-view" label={t('sysFile.preview')} ref={view}>
        <Preview key={row.id} id={row.id} suffix={String(row.suffix)} name={name} />
      </Scrolled>
    </dialog>
  );
}
