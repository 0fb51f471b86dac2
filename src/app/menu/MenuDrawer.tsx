import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { isLeaf, menuTitle } from '../../kit/data/menu.ts';
import { shownMenuAtom } from '../../kit/data/menuApps.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { AppSwitch } from './AppSwitch.tsx';
import { EntryList, shown } from './EntryList.tsx';
import { iconOf } from './icons.ts';

/** The same tree over the whole window, where there is no room for a column. */
export function MenuDrawer({ activeView, close }: { activeView: string | undefined; close: () => void }) {
  const t = useT('app');
  const entries = useAtomValue(shownMenuAtom);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} className="menu-drawer" aria-label={t('bar.menu')} onClose={close}>
      <div className="menu-drawer-top">
        <span>{t('bar.menu')}</span>
        <button type="button" className="pd-icon-button" aria-label={t('bar.closeMenu')} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <AppSwitch />
      <nav>
        {shown(entries).map((entry) => (
          <section key={entry.name}>
            {!isLeaf(entry) && (
              <h2>
                <Icon name={iconOf(entry)} size={16} /> {menuTitle(entry)}
              </h2>
            )}
            <EntryList
              entries={isLeaf(entry) ? [entry] : entry.children}
              activeView={activeView}
              onOpen={close}
              reachable
            />
          </section>
        ))}
      </nav>
    </dialog>
  );
}
