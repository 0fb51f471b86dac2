import type { OpenCounts } from '../../../contract/shiftHandover.ts';
import { formatCount, useT } from '../../kit/index.ts';

const NAMES = ['review', 'reviewItems', 'unknown', 'failedCallbacks'] as const;

/** What waits, as it was counted when the shift was offered. */
export function Counts({ counts }: { counts: OpenCounts }) {
  const t = useT('orders');
  return (
    <dl className="facts">
      {NAMES.map((name) => [
        <dt key={`${name}.label`}>{t(`shiftHandover.counts.${name}`)}</dt>,
        <dd key={name} className="pd-number">
          {formatCount(counts[name])}
        </dd>,
      ])}
    </dl>
  );
}
