import {
  type Action,
  Actions,
  type IIcons,
  type IKeyMap,
  type ITabRenderValues,
  type ITabSetRenderValues,
  Layout,
  type Node,
  TabGroupNode,
  TabNode,
  TabSetNode,
} from 'flexlayout-react';
import { useAtomValue } from 'jotai';
import { type MouseEvent, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { Icon, localeAtom, menuAtom, translate, useT } from '../../kit/index.ts';
import { modelAtom } from '../core/current.ts';
import { workspace } from '../core/workspace.ts';
import { regainFocus } from '../core/focus.ts';
import { isRefused, isTabLocked } from '../core/locks.ts';
import { changesAtom, namesAtom, titlesAtom } from '../core/panels.ts';
import { giveBack, onPopoutClose, onPopoutOpen } from '../core/popouts.ts';
import { panelTitle } from '../panelTitle.ts';
import { LinkDot } from './LinkDot.tsx';
import { Panel } from './Panel.tsx';
import { StartCard } from './StartCard.tsx';
import { TabName } from './TabName.tsx';
import { showGroup } from './groupMenu.ts';
import { showTabMenu } from './menus.tsx';

const ICONS: IIcons = {
  close: <Icon name="close" size={12} />,
  pin: <Icon name="pin" size={12} />,
  popout: <Icon name="popout" size={14} />,
  maximize: <Icon name="maximize" size={14} />,
  restore: <Icon name="zen" size={14} />,
  // Drawn by the style: the name of the button says nothing of the count, which a reader would miss in it.
  more: (_node, hidden) => (
    <span className="ws-more" data-count={hidden.length || undefined}>
      <Icon name="down" size={14} />
    </span>
  ),
  closeFloatPopout: <Icon name="close" size={12} />,
  popoutFloatWindow: <Icon name="popout" size={12} />,
};

/** As readers announce it; `dockKeys.ts` hears it first and keeps the focus in the strip. */
const KEYS: IKeyMap = { closeTab: 'Delete' };
const onTabSetPlaceHolder = () => <StartCard />;
const factory = (node: TabNode) => <Panel key={node.getId()} tabId={node.getId()} />;

function onRenderTab(node: TabNode, values: ITabRenderValues): void {
  values.leading = <LinkDot tabId={node.getId()} />;
  values.content = <TabName tabId={node.getId()} name={node.getName()} />;
  if (isTabLocked(node.getId()))
    values.buttons.push(
      <span key="lock" className="ws-tab-lock" role="img" aria-label={translate('workspace:tab.locked')}>
        <Icon name="lock" size={11} />
      </span>,
    );
}

function onContextMenu(node: Node, event: MouseEvent): void {
  if (node instanceof TabGroupNode) {
    event.preventDefault();
    showGroup(node, { x: event.clientX, y: event.clientY });
  }
  if (!(node instanceof TabNode)) return;
  event.preventDefault();
  showTabMenu(node, { x: event.clientX, y: event.clientY });
}

function onAuxMouseClick(node: Node, event: MouseEvent): void {
  if (event.button !== 1 || !(node instanceof TabNode) || !node.isCloseable()) return;
  event.preventDefault();
  workspace.close(node.getId());
  regainFocus();
}

/** Draws nothing: it gives the row of tabs that it is next to a name, for which the library has no place. */
function StripName({ tabsetId }: { tabsetId: string }) {
  const t = useT('workspace');
  const mark = useRef<HTMLSpanElement>(null);
  useAtomValue(changesAtom);
  const panes = workspace.tabsets().map((pane) => pane.getId());
  const name = t('strip.name', { at: panes.indexOf(tabsetId) + 1, count: panes.length });
  useLayoutEffect(() => {
    const strip = mark.current?.closest('.flexlayout__tabset')?.querySelector('[role="tablist"]');
    strip?.setAttribute('aria-label', name);
  }, [name]);
  return <span ref={mark} hidden />;
}

/** A panel outside the workspace has a button that brings it back. */
function onRenderTabSet(node: Node, values: ITabSetRenderValues): void {
  if (!(node instanceof TabSetNode)) return;
  values.buttons.push(<StripName key="name" tabsetId={node.getId()} />);
  const layoutId = node.getLayoutId();
  if (layoutId === workspace.model()?.getRootRow()?.getLayoutId()) return;
  const label = translate('workspace:command.dock');
  values.buttons.push(
    <button
      key="dock"
      type="button"
      className="flexlayout__tab_toolbar_button ws-dock"
      aria-label={label}
      title={label}
      onClick={() => {
        workspace.dock(layoutId);
        regainFocus();
      }}
    >
      <Icon name="layout" size={14} />
    </button>,
  );
}

/** Actions of the mouse after which the element that had the focus may be gone. */
const UNSEATS = new Set<string>([
  Actions.DELETE_TAB,
  Actions.DELETE_TABSET,
  Actions.MOVE_NODE,
  Actions.CLOSE_POPOUT,
]);

/** A locked layout stays as it is. A window or floating panel that is closed gives its panels back instead of leaving them afloat. */
function onAction(action: Action): Action | undefined {
  if (isRefused(action)) return undefined;
  if (UNSEATS.has(action.type)) regainFocus();
  if (action.type !== Actions.CLOSE_POPOUT) return action;
  giveBack(action.data.layoutId as string);
  return undefined;
}

/**
 * Names of tabs and of the library's own buttons. The library takes a new translator only after it has drawn with the
 * old one, so this reads late; it changes with what it reads, so that the library draws again.
 */
function useTranslator(): (key: string) => string {
  const titles = useAtomValue(titlesAtom);
  const locale = useAtomValue(localeAtom);
  const entries = useAtomValue(menuAtom);
  const names = useAtomValue(namesAtom);
  return useCallback(
    (key: string) => {
      if (key.startsWith('tab:')) return panelTitle(key.slice(4));
      if (!key.startsWith('flexlayout.ui.')) return key;
      return translate(`workspace:flexlayout.${key.slice('flexlayout.ui.'.length).replace(/\W+/g, '_')}`);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [titles, locale, entries, names],
  );
}

export function DockLayout() {
  const model = useAtomValue(modelAtom);
  const translator = useTranslator();
  const t = useT('workspace');
  const popoutName = useMemo(() => t('window.name'), [t]);
  if (!model) return null;
  return (
    <Layout
      model={model}
      factory={factory}
      icons={ICONS}
      keyMap={KEYS}
      onAction={onAction}
      onRenderTab={onRenderTab}
      onRenderTabSet={onRenderTabSet}
      onTabSetPlaceHolder={onTabSetPlaceHolder}
      onContextMenu={onContextMenu}
      onAuxMouseClick={onAuxMouseClick}
      i18nTranslator={translator}
      popoutURL="/popout.html"
      popoutClassName="flexlayout__theme_paydesk"
      popoutWindowName={popoutName}
      onPopoutOpen={onPopoutOpen}
      onPopoutClose={onPopoutClose}
      invalidateTabContentOnParentRender={false}
      realtimeResize={false}
      constrainFloatPanels
      tabDragSpeed={0.12}
    />
  );
}
