import { useAtomValue } from 'jotai';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { KeyHost } from '../../kit/commands/KeyHost.tsx';
import { events } from '../../kit/data/events.ts';
import { watchVisibility } from '../../kit/data/visibility.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { part } from '../../kit/ui/part.tsx';
import { State } from '../../kit/ui/State.tsx';
import { zenAtom } from '../../kit/zen.ts';
import { keepPreferences } from '../boot/preferencesSync.ts';
import { followDicts, followInfo, followLocale, followMenu } from '../boot/start.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { startIdleLock } from '../lock/lockScreen.ts';
import { offerViews } from '../menu/goCommands.ts';
import { MenuDrawer } from '../menu/MenuDrawer.tsx';
import { openAddress } from '../menu/openAddress.ts';
import { SideMenu } from '../menu/SideMenu.tsx';
import { startRipple } from '../ripple.ts';
import { systemInfoAtom } from '../systemInfo.ts';
import { useTitle } from '../useTitle.ts';
import { useWatermark } from '../watermark.ts';
import { Overlay } from './Overlay.tsx';
import { Overlays } from './Overlays.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TopBar } from './TopBar.tsx';
import { useActiveView } from './useActiveView.ts';
import { leaveZen, useShellCommands } from './shellCommands.ts';

const Workspace = part(async () => ({ default: (await import('../discover/workspace.ts')).Workspace }));

function useServices(): void {
  useEffect(() => {
    const undos = [
      events.start(),
      watchVisibility(document),
      offerViews(),
      keepPreferences(),
      followLocale(),
      followDicts(),
      followMenu(),
      followInfo(),
      startIdleLock(),
      startRipple(document),
    ];
    return () => {
      for (const undo of undos) undo();
    };
  }, []);
}

/** Menu, top bar, workspace and status bar: what a signed-in person sees; `instead` takes the place of the panels. */
export function Shell({ instead }: { instead?: ReactNode }) {
  const t = useT('app');
  const zen = useAtomValue(zenAtom);
  const active = useActiveView();
  const system = useAtomValue(systemInfoAtom);
  const [drawer, setDrawer] = useState(false);
  useServices();
  useShellCommands();
  useWatermark();
  const whole = instead === undefined;
  useTitle(whole ? (active?.title ?? t('page.workspace')) : undefined);
  useEffect(
    () => (whole ? openAddress(location.pathname, location.search, history.state) : undefined),
    [whole],
  );
  const bars = zen === 'off';
  const openDrawer = useCallback(() => setDrawer(true), []);
  const closeDrawer = () => setDrawer(false);
  return (
    <div className={`shell${bars ? '' : ' shell-zen'}`}>
      <a className="shell-skip" href="#workspace">
        {t('bar.skip')}
      </a>
      {bars && <TopBar openMenu={openDrawer} />}
      {bars && <SideMenu activeView={active?.view} />}
      {drawer && (
        <Overlay close={closeDrawer}>
          <MenuDrawer activeView={active?.view} close={closeDrawer} />
        </Overlay>
      )}
      <main className="shell-main" id="workspace" tabIndex={-1} aria-label={t('page.workspace')}>
        {whole && <h1 className="pd-hidden">{active?.title ?? t('page.workspace')}</h1>}
        <ErrorBoundary>
          <Suspense fallback={<State kind="loading" />}>
            {instead ?? <Workspace title={system.title} />}
          </Suspense>
        </ErrorBoundary>
      </main>
      {bars ? (
        <StatusBar panel={active?.title} />
      ) : (
        <button
          type="button"
          className="shell-leave pd-icon-button"
          aria-label={t('command.leaveZen')}
          title={t('command.leaveZen')}
          onClick={leaveZen}
        >
          <Icon name="zen" />
        </button>
      )}
      <Overlays />
      <KeyHost />
    </div>
  );
}
