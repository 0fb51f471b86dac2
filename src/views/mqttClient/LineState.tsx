import { type Tone, useT } from '../../kit/index.ts';
import type { Line } from './useConnection.ts';

const TONES: Readonly<Record<Line['state'], Tone | undefined>> = {
  none: undefined,
  connecting: 'info',
  connected: 'success',
  reconnecting: 'warning',
  ended: 'danger',
};

/** How the connection is, and why. */
export function LineState({ line: { state, reason, detail, problem } }: { line: Line }) {
  const t = useT('platform');
  const tone = TONES[state];
  const why = problem ?? (reason && t(`mqttClient.reasons.${reason}`));
  return (
    <span className="mqtt-state" role="status" data-state={state}>
      <span className={tone ? `pd-tag pd-tag-${tone}` : 'pd-muted'}>{t(`mqttClient.states.${state}`)}</span>
      {why && (
        <span
          className={state === 'ended' ? 'pd-down' : 'pd-muted'}
          title={detail ? `${why} (${detail})` : why}
        >
          {why}
          {detail && <span className="pd-mono"> {detail}</span>}
        </span>
      )}
    </span>
  );
}
