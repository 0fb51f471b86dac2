import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import type { Node } from 'flexlayout-react';
import { translate } from '../../kit/index.ts';
import { focusPanel, regainFocus, tabButtonOf } from '../core/focus.ts';
import { isTab } from '../core/model.ts';
import { endMove, moveByKey, sidesOf } from '../core/splitters.ts';
import { workspace } from '../core/workspace.ts';
import { panelTitle } from '../panelTitle.ts';
import { showTabMenu } from './menus.tsx';
import { renameTab } from './TabName.tsx';

/**
 * Keys of tabs and splitters, in addition to the library's own, which are arrows between tabs and Enter into the panel. What
 * is pressed on a tab is about that tab, so none of it reaches the panel.
 */

const SPLITTER = '.flexlayout__splitter';

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

const onSplitter = (target: EventTarget): HTMLElement | undefined => {
  const element = target as HTMLElement;
  return element.matches(SPLITTER) ? element : undefined;
};

const tabsNextTo = (tab: HTMLElement): HTMLElement[] => [
  ...(tab.closest('[role="tablist"]')?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []),
];

/** The tab next to it keeps the focus in the strip. */
function closeFocused(tab: HTMLElement, tabId: string): void {
  if (!workspace.node(tabId)?.isCloseable()) return;
  const tabs = tabsNextTo(tab);
  const at = tabs.indexOf(tab);
  (tabs[at + 1] ?? tabs[at - 1])?.focus();
  workspace.close(tabId);
  regainFocus();
}

/** What a key does on a tab; undefined where it is for the library or for whoever hears it next. */
function actionOnTab(event: KeyboardEvent, tab: HTMLElement, tabId: string): (() => void) | undefined {
  if (isMenuKey(event)) {
    const node = workspace.node(tabId);
    return () => node && showTabMenu(node, tab);
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  const actions: Readonly<Record<string, () => void>> = {
    Home: () => tabsNextTo(tab).at(0)?.focus(),
    End: () => tabsNextTo(tab).at(-1)?.focus(),
    F2: () => renameTab(tabId),
    Escape: () => focusPanel(tabId),
    // Of a locked tab too: the list behind it must not take the key for its own.
    Delete: () => closeFocused(tab, tabId),
  };
  return actions[event.key];
}

export function onDockKey(event: KeyboardEvent): void {
  const element = event.target as HTMLElement;
  const splitter = onSplitter(element);
  const tabId = element.getAttribute('role') === 'tab' ? tabButtonOf(element) : undefined;
  const action = tabId === undefined ? undefined : actionOnTab(event, element, tabId);
  if (action) action();
  if (action || (splitter && !event.altKey && moveByKey(splitter, event.key, event.shiftKey))) {
    event.preventDefault();
    event.stopPropagation();
  }
}

export function onDockKeyUp({ target }: KeyboardEvent): void {
  const splitter = onSplitter(target);
  if (splitter) endMove(splitter);
}

/** Two panes share their room evenly. */
export function onDockDoubleClick({ target }: MouseEvent): void {
  const splitter = onSplitter((target as HTMLElement).closest(SPLITTER) ?? target);
  if (splitter && moveByKey(splitter, 'Enter', false)) endMove(splitter);
}

/** What is shown of a pane or of a row of panes. */
function namesIn(node: Node): string {
  if (isTab(node)) return node.isSelected() ? panelTitle(node.getId()) : '';
  return node.getChildren().map(namesIn).filter(Boolean).join(', ');
}

/** The library calls all splitters alike: the one that gets the focus is named by its panels. */
export function onDockFocus({ target }: FocusEvent): void {
  const splitter = onSplitter(target);
  const [before, after] = (splitter && sidesOf(splitter)) ?? [];
  if (splitter && before && after)
    splitter.setAttribute(
      'aria-label',
      translate('workspace:splitter.name', { before: namesIn(before), after: namesIn(after) }),
    );
}
