import './traceLink.css';
import { Icon, openView, useCaller, useT } from '../../kit/index.ts';

export const TRACE_VIEW = 'logTrace';

/** Leads to what the same request did elsewhere; nothing for whoever may not look at it. */
export function TraceLink({ traceId }: { traceId: unknown }) {
  const t = useT('grid');
  const { can } = useCaller();
  if (typeof traceId !== 'string' || traceId === '' || !can(`${TRACE_VIEW}:page`)) return null;
  return (
    <button
      type="button"
      className="pd-icon-button"
      title={`${t('showTrace')} ${traceId}`}
      aria-label={t('showTrace')}
      onClick={() => void openView(TRACE_VIEW, { traceId })}
    >
      <Icon name="columns" size={12} />
    </button>
  );
}

/** A trace with its way, which stays next to the text where that takes several lines. */
export const TraceText = ({ traceId, text = String(traceId) }: { traceId: unknown; text?: string }) => (
  <span className="trace-text pd-mono">
    <span>{text}</span>
    <TraceLink traceId={traceId} />
  </span>
);
