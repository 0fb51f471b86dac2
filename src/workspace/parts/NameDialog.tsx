import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../kit/index.ts';
import './dialog.css';

export interface NameRequest {
  title: string;
  /** The verb on the button. */
  action: string;
  value: string;
  taken: readonly string[];
  done: (name: string) => Promise<void>;
}

export interface ConfirmRequest {
  title: string;
  text: string;
  action: string;
  done: () => Promise<void>;
}

const MAX_NAME = 60;

function useModal(close: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return { ref: dialog, onClose: close, end: () => dialog.current?.close() };
}

export function NameDialog({ request, close }: { request: NameRequest; close: () => void }) {
  const t = useT('workspace');
  const { ref, onClose, end } = useModal(close);
  const [name, setName] = useState(request.value);
  const [busy, setBusy] = useState(false);
  const trimmed = name.trim();
  const clash = trimmed !== request.value && request.taken.includes(trimmed);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!trimmed || clash || busy) return;
    setBusy(true);
    await request.done(trimmed).finally(() => setBusy(false));
    end();
  }
  return (
    <dialog ref={ref} className="ws-dialog" onClose={onClose} aria-label={request.title}>
      <form onSubmit={submit}>
        <h2>{request.title}</h2>
        <label>
          {t('layout.name')}
          <input
            className="pd-input"
            value={name}
            maxLength={MAX_NAME}
            autoFocus
            aria-invalid={clash}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <p className="ws-dialog-problem" role="alert">
          {clash ? t('layout.taken', { name: trimmed }) : ''}
        </p>
        <footer>
          <button type="button" className="pd-button" onClick={end}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" className="pd-button pd-button-primary" disabled={!trimmed || clash || busy}>
            {request.action}
          </button>
        </footer>
      </form>
    </dialog>
  );
}

export function ConfirmDialog({ request, close }: { request: ConfirmRequest; close: () => void }) {
  const t = useT('workspace');
  const { ref, onClose, end } = useModal(close);
  const verb = useRef<HTMLButtonElement>(null);
  // Enter does what the question is about, and the ring shows it.
  useEffect(() => verb.current?.focus({ focusVisible: true } as FocusOptions), []);
  const run = async () => {
    await request.done();
    end();
  };
  return (
    <dialog ref={ref} className="ws-dialog" onClose={onClose} aria-label={request.title}>
      <h2>{request.title}</h2>
      <p>{request.text}</p>
      <footer>
        <button type="button" className="pd-button" onClick={end}>
          {t('dialog.cancel')}
        </button>
        <button ref={verb} type="button" className="pd-button pd-button-danger" onClick={() => void run()}>
          {request.action}
        </button>
      </footer>
    </dialog>
  );
}
