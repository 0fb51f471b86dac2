import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { shownMenuAtom } from '../../kit/data/menuApps.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { localeAtom } from '../../kit/i18n/locale.ts';
import { AppSwitch } from './AppSwitch.tsx';
import { shown } from './EntryList.tsx';
import { MenuArea } from './MenuArea.tsx';

/** The first level as a column of icons with words, the second as a fly-out next to it. */
export function SideMenu({ activeView }: { activeView: string | undefined }) {
  const t = useT('app');
  const entries = useAtomValue(shownMenuAtom);
  useAtomValue(localeAtom);
  const [open, setOpen] = useState<string>();
  return (
    <nav className="sidemenu" data-region="menu" aria-label={t('bar.menu')}>
      <AppSwitch />
      <ul>
        {shown(entries).map((entry) => (
          <MenuArea
            key={entry.name}
            entry={entry}
            activeView={activeView}
            open={open === entry.name}
            setOpen={(next) => setOpen((now) => (next ? entry.name : now === entry.name ? undefined : now))}
          />
        ))}
      </ul>
    </nav>
  );
}
