import { Icon, formatInstant, useT } from '../../kit/index.ts';

/** Says since when the rows have not been fed. */
export function Stale({ since }: { since: number }) {
  const t = useT('grid');
  const time = formatInstant(since, 'time');
  return (
    <span className="grid-stale" role="status" title={t('stale', { time })}>
      <Icon name="clock" size={12} /> {t('staleShort', { time })}
    </span>
  );
}
