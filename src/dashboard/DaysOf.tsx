import { useAtomValue } from 'jotai';
import { offsetOf, preferencesAtom, useT } from '../kit/index.ts';

/** Names the zone that the days of a tile are of, where the times on screen are of another. */
export function DaysOf({ zone }: { zone: string | undefined }) {
  const t = useT('widgets');
  const { timeZone } = useAtomValue(preferencesAtom);
  if (zone === undefined || offsetOf(zone) === offsetOf(timeZone)) return null;
  const offset = offsetOf(zone);
  return (
    <span className="tile-days pd-muted" title={t('tile.daysHint', { zone, offset })}>
      {t('tile.days', { offset })}
    </span>
  );
}
