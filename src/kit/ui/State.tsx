import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { connectionAtom } from '../data/line.ts';
import { useT } from '../i18n/i18n.ts';
import './state.css';

export type StateKind = 'empty' | 'loading' | 'error' | 'forbidden' | 'stale';

interface StateProps {
  kind: StateKind;
  /** Replaces the state's usual sentence. */
  text?: string;
  /** What to do next. */
  hint?: ReactNode;
  /** For support: the trace of a failure. */
  traceId?: string;
  retry?: () => void;
  /** A strip above content that is still shown, instead of in its place. */
  inline?: boolean;
}

const MARKS: Readonly<Record<StateKind, ReactNode>> = {
  empty: <path d="M5 8h14v11H5zM5 12h4l1.5 2.5h3L15 12h4M8 5h8" />,
  loading: <path d="M5 7h14M5 12h14M5 17h9" />,
  error: <path d="M12 4 3 20h18zM12 10v4.5M12 17v.4" />,
  forbidden: <path d="M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z" />,
  stale: <path d="M12 4a8 8 0 1 0 8 8M12 7.5V12l3 2M20 4v4h-4" />,
};

/** The five states of anything that shows data, drawn once for the whole product. */
export function State({ kind, text, hint, traceId, retry, inline = false }: StateProps) {
  const t = useT('app');
  const offline = useAtomValue(connectionAtom) === 'offline';
  // Nothing is on its way while nobody asks.
  const usual = kind === 'loading' && offline ? t('state.waiting') : (text ?? t(`state.${kind}`));
  const alert = kind === 'error' || kind === 'forbidden';
  return (
    <div
      className={`pd-state pd-state-${kind}${inline ? ' pd-state-inline' : ''}`}
      role={alert ? 'alert' : 'status'}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {MARKS[kind]}
      </svg>
      <p>{usual}</p>
      {hint !== undefined && <p className="pd-muted">{hint}</p>}
      {traceId && <p className="pd-muted pd-mono">{t('state.trace', { id: traceId })}</p>}
      {retry && (
        <button type="button" className="pd-button" onClick={retry}>
          {t(kind === 'stale' ? 'state.refresh' : 'state.retry')}
        </button>
      )}
    </div>
  );
}
