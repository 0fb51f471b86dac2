import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { connectionAtom, lineFaultAtom } from '../../kit/data/line.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Banner } from './Banner.tsx';

/** A short break is none of the operator's business; one that lasts is. */
const PATIENCE_MS = 1_500;

export function OfflineBanner() {
  const t = useT('app');
  const offline = useAtomValue(connectionAtom) === 'offline';
  const lacksDatabase = useAtomValue(lineFaultAtom) === 'database';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!offline) return setShown(false);
    const timer = setTimeout(setShown, PATIENCE_MS, true);
    return () => clearTimeout(timer);
  }, [offline]);
  if (!shown) return null;
  return <Banner text={t(lacksDatabase ? 'offline.database' : 'offline.text')} />;
}
