import { getDefaultStore } from 'jotai';
import { useEffect } from 'react';
import {
  type Command,
  EMBED,
  LINK_COLOURS,
  coloursOf,
  commands,
  link,
  menu,
  translate,
} from '../kit/index.ts';
import { activity } from './core/activity.ts';
import { reviveArgs } from '../kit/address.ts';
import { focusPanel, regainFocus } from './core/focus.ts';
import { historyAtom } from './core/history.ts';
import { isLocked, setLayoutLocked } from './core/locks.ts';
import { wantsAnother } from './core/modifier.ts';
import type { OpenHow } from './core/opening.ts';
import { enterPanel, walkRegions } from './core/regions.ts';
import { workspace } from './core/workspace.ts';
import { openHelp } from './helpPanel.ts';
import { toggleGroup } from './parts/groupMenu.ts';
import { renameTab } from './parts/TabName.tsx';
import { reopen, toggleLock } from './tabVerbs.ts';
import { exportCurrent } from './sync/backup.ts';
import { layoutActions, tell } from './sync/dialogs.ts';
import { currentAtom, layoutsAtom } from './sync/state.ts';
import { isView } from './views.tsx';

const store = getDefaultStore();
const label = (key: string) => () => translate(`workspace:command.${key}`);
const refusal = (key: string): string => translate(`workspace:refused.${key}`);

interface OpenArgs extends OpenHow {
  view: string;
  args?: Record<string, unknown>;
}

/** A menu entry may be called otherwise than the view that its component is. */
function viewNamed(name: string): string {
  const view = menu.byName(name)?.view ?? '';
  return !isView(name) && isView(view) ? view : name;
}

function open(given: unknown): void {
  const { view, args = {}, ...how } = given as OpenArgs;
  const another = how.another ?? (!how.byAddress && wantsAnother());
  const { link: page } = menu.byName(view) ?? {};
  const tabId = page?.embedded
    ? workspace.open(EMBED, { url: page.url }, { ...how, another })
    : workspace.open(viewNamed(view), reviveArgs(args), { ...how, another });
  focusPanel(tabId);
}

const showIncident = (given: unknown): Promise<void> =>
  tell(async () => {
    const { openIncident } = await import('./incident/openIncident.ts');
    await openIncident((given as { id: string }).id);
  });

const withActive = (run: (tabId: string) => void) => (): void => {
  const tabId = activity.active();
  if (tabId !== undefined) run(tabId);
};
/** A locked layout keeps its panels where they are. */
const movable = (): boolean | string => (isLocked() ? refusal('locked') : anyActive());
const anyActive = (): boolean | string => activity.active() !== undefined || refusal('noPanel');

function walk(ring: readonly string[], from: string, step: 1 | -1): void {
  const next = ring[(ring.indexOf(from) + step + ring.length) % ring.length];
  if (next === undefined) return;
  enterPanel(next);
}

/** Into a panel, or into the active one where none is named. */
function focus(given: unknown): void {
  const tabId = (given as { tabId?: string } | undefined)?.tabId ?? activity.active();
  if (tabId !== undefined) enterPanel(tabId);
}

/** Into the pane before or after its own, round the ends. */
function moveAlong(tabId: string, step: 1 | -1): void {
  if (workspace.moveAlong(tabId, step)) enterPanel(tabId);
}

function close(tabId: string): void {
  workspace.close(tabId);
  const now = activity.active();
  if (now !== undefined && now !== tabId) focusPanel(now);
}

function travel(step: 'undo' | 'redo'): void {
  workspace[step]();
  regainFocus();
}

function dock(tabId: string): void {
  const layoutId = workspace.node(tabId)?.getLayoutId();
  if (layoutId === undefined) return;
  workspace.dock(layoutId);
  focusPanel(tabId);
}

function nextColour(tabId: string): void {
  const [now, ...also] = coloursOf(store.get(link.panelsAtom)[tabId]);
  const at = now === undefined ? -1 : LINK_COLOURS.indexOf(now);
  const next = LINK_COLOURS[at + 1];
  workspace.setColours(tabId, next ? [next, ...also.filter((colour) => colour !== next)] : []);
}

const pauseLink = (tabId: string): void => link.setPaused(tabId, !store.get(link.panelsAtom)[tabId]?.paused);
const isLinked = (): boolean | string =>
  Boolean(store.get(link.panelsAtom)[activity.active() ?? '']) || refusal('notLinked');

function switchTo(index: number): void {
  const layout = store.get(layoutsAtom)[index];
  if (layout) void layoutActions.open(layout.id);
}

type Listed = Omit<Command, 'label'> & { text: string };
const panel = (
  id: string,
  text: string,
  keys: string[],
  run: (tabId: string) => void,
  more: Partial<Command> = {},
): Listed => ({
  id: `workspace.${id}`,
  text,
  keys,
  when: anyActive,
  run: withActive(run),
  guard: 0,
  ...more,
});

const PANELS: readonly Listed[] = [
  panel('close', 'close', ['alt+w'], close, { icon: 'close' }),
  panel('closeOthers', 'closeOthers', [], workspace.closeOthers),
  panel('nextTab', 'nextTab', ['alt+pagedown'], (tabId) => walk(workspace.siblings(tabId), tabId, 1)),
  panel('previousTab', 'previousTab', ['alt+pageup'], (tabId) => walk(workspace.siblings(tabId), tabId, -1)),
  panel('moveNext', 'moveNext', ['alt+shift+pagedown'], (tabId) => moveAlong(tabId, 1), { when: movable }),
  panel('movePrevious', 'movePrevious', ['alt+shift+pageup'], (tabId) => moveAlong(tabId, -1), {
    when: movable,
  }),
  panel('splitRight', 'splitRight', ['alt+\\'], (tabId) => workspace.split(tabId, 'right'), {
    icon: 'layout',
    when: movable,
  }),
  panel('splitDown', 'splitDown', ['alt+-'], (tabId) => workspace.split(tabId, 'bottom'), {
    icon: 'layout',
    when: movable,
  }),
  panel('maximize', 'maximize', ['alt+enter'], workspace.maximize, { icon: 'maximize' }),
  panel('popOut', 'popOut', ['alt+p'], (tabId) => workspace.popOut(tabId, 'window'), {
    icon: 'popout',
    when: movable,
  }),
  panel('float', 'float', ['alt+o'], (tabId) => workspace.popOut(tabId, 'float'), { when: movable }),
  panel('dock', 'dock', [], dock, {
    icon: 'layout',
    when: () => workspace.isOut(activity.active() ?? '') || refusal('notOut'),
  }),
  panel('pin', 'pinOrNot', [], (tabId) => workspace.setPinned(tabId, !workspace.node(tabId)?.isPinned()), {
    icon: 'pin',
    when: movable,
  }),
  panel('lock', 'lockOrNot', [], toggleLock, { icon: 'lock' }),
  panel('group', 'groupOrNot', [], toggleGroup, { when: movable }),
  panel('rename', 'renameTab', ['f2'], renameTab, { icon: 'edit' }),
  panel('link', 'link', ['alt+l'], nextColour, { icon: 'link' }),
  panel('pauseLink', 'pauseLink', ['alt+shift+l'], pauseLink, { when: isLinked }),
];

const LAYOUTS: readonly Listed[] = [
  { id: 'workspace.help', text: 'help', icon: 'help', keys: ['f1'], guard: 0, run: () => openHelp() },
  { id: 'workspace.focus', text: 'focus', hidden: true, guard: 0, run: focus },
  { id: 'workspace.next', text: 'next', keys: ['f6'], guard: 0, run: () => walkRegions(1) },
  { id: 'workspace.previous', text: 'previous', keys: ['shift+f6'], guard: 0, run: () => walkRegions(-1) },
  {
    id: 'workspace.reopen',
    text: 'reopen',
    icon: 'undo',
    keys: ['alt+shift+t'],
    guard: 0,
    repeat: true,
    when: () => workspace.closed().length > 0 || refusal('nothingClosed'),
    run: () => reopen(),
  },
  {
    id: 'layout.lock',
    text: 'lockLayout',
    icon: 'lock',
    run: () => setLayoutLocked(!isLocked()),
  },
  {
    id: 'workspace.undo',
    text: 'undo',
    icon: 'undo',
    keys: ['mod+alt+z'],
    guard: 0,
    repeat: true,
    when: () => store.get(historyAtom).undo > 0 || refusal('nothingToUndo'),
    run: () => travel('undo'),
  },
  {
    id: 'workspace.redo',
    text: 'redo',
    icon: 'redo',
    keys: ['mod+alt+shift+z', 'mod+alt+y'],
    guard: 0,
    repeat: true,
    when: () => store.get(historyAtom).redo > 0 || refusal('nothingToRedo'),
    run: () => travel('redo'),
  },
  {
    id: 'layout.save',
    text: 'save',
    icon: 'save',
    keys: ['mod+s'],
    overDialogs: true,
    run: layoutActions.save,
  },
  {
    id: 'layout.revert',
    text: 'revert',
    when: () => store.get(currentAtom)?.edited === true || refusal('notEdited'),
    run: layoutActions.revert,
  },
  { id: 'layout.restoreDefault', text: 'restoreDefault', icon: 'refresh', run: layoutActions.restoreDefault },
  { id: 'layout.manage', text: 'manage', icon: 'layout', keys: ['mod+alt+o'], run: layoutActions.manage },
  { id: 'layout.create', text: 'create', icon: 'plus', run: layoutActions.create },
  { id: 'layout.duplicate', text: 'duplicate', icon: 'copy', run: () => layoutActions.duplicate() },
  { id: 'layout.rename', text: 'rename', run: () => layoutActions.rename() },
  {
    id: 'layout.remove',
    text: 'remove',
    when: () => Boolean(store.get(currentAtom)?.id) || refusal('notSaved'),
    run: () => layoutActions.remove(),
  },
  { id: 'layout.export', text: 'export', icon: 'download', run: exportCurrent },
  ...Array.from(
    { length: 9 },
    (_, index): Listed => ({
      id: `layout.switch.${index + 1}`,
      text: 'switch',
      keys: [`mod+alt+${index + 1}`],
      hidden: true,
      run: () => switchTo(index),
    }),
  ),
];

/** The commands of the workspace; `workspace.open` is how everything else opens a view. */
export function useWorkspaceCommands(): void {
  useEffect(() => {
    const undos = [
      commands.register({ id: 'workspace.open', label: label('open'), hidden: true, guard: 0, run: open }),
      commands.register({
        id: 'workspace.incident',
        label: label('open'),
        hidden: true,
        guard: 0,
        run: showIncident,
      }),
      ...[...PANELS, ...LAYOUTS].map(({ text, ...command }) =>
        commands.register({ ...command, label: label(text) }),
      ),
    ];
    return () => {
      for (const undo of undos) undo();
    };
  }, []);
}
