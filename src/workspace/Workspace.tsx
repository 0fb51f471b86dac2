import 'flexlayout-react/style/combined.css';
import '../kit/ui/flexlayout.css';
import './parts/docking.css';
import './workspace.css';
import { useAtom, useAtomValue } from 'jotai';
import {
  type RefObject,
  Suspense,
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  InWorkWindow,
  State,
  carriedAtom,
  commands,
  onScreen,
  part,
  unfinishedAtom,
  watchSize,
} from '../kit/index.ts';
import { activeTabAtom, activity } from './core/activity.ts';
import { modelAtom } from './core/current.ts';
import { workspace } from './core/workspace.ts';
import { leaveWindows } from './core/popouts.ts';
import { useWindowTitles } from './core/windows.ts';
import { followFocus, focusPanel } from './core/focus.ts';
import { followModifier } from './core/modifier.ts';
import { Banners } from './parts/Banners.tsx';
import { DockLayout } from './parts/DockLayout.tsx';
import { onDockDoubleClick, onDockFocus, onDockKey, onDockKeyUp } from './parts/dockKeys.ts';
import { ConfirmDialog, NameDialog } from './parts/NameDialog.tsx';
import { Phone } from './parts/Phone.tsx';
import { askedAtom } from './sync/dialogs.ts';
import { startLayouts } from './sync/layouts.ts';
import { startSaver } from './sync/saver.ts';
import { useAddress } from './useAddress.ts';
import { useWorkspaceCommands } from './workspaceCommands.ts';

const PHONE = '(max-width: 640px)';
const THEME = 'flexlayout__theme_paydesk';

const phoneQuery = globalThis.matchMedia?.(PHONE);
const watchPhone = (changed: () => void) => {
  phoneQuery?.addEventListener('change', changed);
  return () => phoneQuery?.removeEventListener('change', changed);
};

/** Whether one panel is shown at a time. Another shape draws every panel again: what is being filled in is waited for. */
function usePhone(): boolean {
  const asked = useSyncExternalStore(watchPhone, () => phoneQuery?.matches ?? false);
  const unfinished = useAtomValue(unfinishedAtom);
  const [phone, setPhone] = useState(asked);
  if (phone !== asked && !onScreen(unfinished)) setPhone(asked);
  return phone;
}

const RebaseDialog = part(async () => ({
  default: (await import('./manager/RebaseDialog.tsx')).RebaseDialog,
}));
const RowDrop = part(async () => ({ default: (await import('./parts/RowDrop.tsx')).RowDrop }));
const LayoutsDialog = part(async () => ({
  default: (await import('./manager/LayoutsDialog.tsx')).LayoutsDialog,
}));

function Dialogs() {
  const [asked, setAsked] = useAtom(askedAtom);
  const close = () => setAsked(null);
  if (!asked) return null;
  return (
    <InWorkWindow key={asked.kind} close={close}>
      {asked.kind === 'name' && <NameDialog request={asked.request} close={close} />}
      {asked.kind === 'confirm' && <ConfirmDialog request={asked.request} close={close} />}
      {asked.kind === 'manager' && (
        <Suspense fallback={null}>
          <LayoutsDialog close={close} />
        </Suspense>
      )}
      {asked.kind === 'rebase' && (
        <Suspense fallback={null}>
          <RebaseDialog close={close} />
        </Suspense>
      )}
    </InWorkWindow>
  );
}

/** The keys of a panel work while it is active, wherever it is. */
function useActiveScopeSync(): void {
  const active = useAtomValue(activeTabAtom);
  useEffect(() => commands.setActiveScope(active), [active]);
  useEffect(() => () => commands.setActiveScope(undefined), []);
}

/** Loads the person's layout; true when there is one to draw. */
function useWorkspace(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let current = true;
    const undos = [followFocus(document), followModifier(document), startSaver()];
    document.body.classList.add(THEME);
    const show = async (): Promise<void> => {
      await startLayouts();
      if (!current) return;
      setReady(true);
      const tabId = activity.active();
      if (tabId !== undefined) focusPanel(tabId);
    };
    void show();
    return () => {
      current = false;
      for (const undo of undos) undo();
      document.body.classList.remove(THEME);
      workspace.unload();
    };
  }, []);
  return ready;
}

/**
 * The library keeps a floating panel inside the workspace when it is first drawn and while it is dragged; not when the
 * workspace gets smaller, nor when an undo puts it elsewhere.
 */
function useFloatsInside(area: RefObject<HTMLElement | null>, phone: boolean): void {
  const model = useAtomValue(modelAtom);
  useEffect(() => {
    const element = area.current;
    if (!element || phone) return;
    const fit = () => workspace.fitFloats({ width: element.clientWidth, height: element.clientHeight });
    fit();
    return watchSize(element, fit);
  }, [area, model, phone]);
}

function Surface({ title }: { title: string }) {
  useWorkspaceCommands();
  useAddress(true);
  useActiveScopeSync();
  useWindowTitles(title);
  const phone = usePhone();
  const area = useRef<HTMLDivElement>(null);
  useFloatsInside(area, phone);
  const carried = useAtomValue(carriedAtom);
  return (
    <>
      <Banners />
      <div
        className="ws-desk"
        ref={area}
        // Before the library, which moves a splitter by a step that undo takes back one by one.
        onKeyDownCapture={onDockKey}
        onKeyUp={onDockKeyUp}
        onDoubleClick={onDockDoubleClick}
        onFocus={onDockFocus}
      >
        {phone ? <Phone /> : <DockLayout />}
      </div>
      <Dialogs />
      {carried && (
        <Suspense fallback={null}>
          <RowDrop carried={carried} />
        </Suspense>
      )}
    </>
  );
}

interface WorkspaceProps {
  /** What the product is called, at the end of the titles of its windows. */
  title: string;
}

/** Every open view as a tab that can be docked, split, floated or moved to a window of its own. */
export const Workspace = memo(function Workspace({ title }: WorkspaceProps) {
  const ready = useWorkspace();
  const model = useAtomValue(modelAtom);
  // Before the effects of the windows, which belong to descendants.
  useLayoutEffect(() => leaveWindows, []);
  return <div className="ws">{ready && model ? <Surface title={title} /> : <State kind="loading" />}</div>;
});
