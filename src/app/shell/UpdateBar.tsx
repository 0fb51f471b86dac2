import { useEffect, useState } from 'react';
import { askLine } from '../../kit/data/line.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Banner } from './Banner.tsx';

/**
 * A part of this page that the server no longer has means that a new version was put in its place. A server that does
 * not answer at all says nothing of the kind.
 */
export function UpdateBar() {
  const t = useT('app');
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const show = async () => {
      if (await askLine()) setShown(true);
    };
    window.addEventListener('vite:preloadError', show);
    return () => window.removeEventListener('vite:preloadError', show);
  }, []);
  if (!shown) return null;
  return (
    <Banner text={t('update.text')}>
      <button type="button" className="pd-button" onClick={() => location.reload()}>
        {t('update.reload')}
      </button>
    </Banner>
  );
}
