import { Icon, useT } from '../../kit/index.ts';

/** How many fields a form or a sheet was sent back for; it stands above what scrolls, so the first of them hides nothing. */
export function FaultBanner({ count }: { count: number }) {
  const t = useT('grid');
  if (count === 0) return null;
  return (
    // Each field says by itself what is wrong with it.
    <p className="dock-faults" role="status">
      <Icon name="warning" /> {t('form.banner', { count })}
    </p>
  );
}
