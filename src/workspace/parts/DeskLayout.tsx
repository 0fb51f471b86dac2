import {
  type IIcons,
  type ITabRenderValues,
  Layout,
  type ModelLayout,
  type Node,
  TabNode,
} from 'flexlayout-react';
import { useAtomValue } from 'jotai';
import { type MouseEvent, useCallback, useMemo } from 'react';
import { Icon, attachDocument, localeAtom, menuAtom, useT } from '../../kit/index.ts';
import { desk, modelAtom } from '../core/desk.ts';
import { focusPanel, followFocus } from '../core/focus.ts';
import { panels, titlesAtom } from '../core/panels.ts';
import { viewTitle } from '../views.tsx';
import { LinkDot } from './LinkDot.tsx';
import { Panel } from './Panel.tsx';
import { showTabMenu } from './menus.tsx';

const ICONS: IIcons = {
  close: <Icon name="close" size={12} />,
  pin: <Icon name="pin" size={12} />,
  popout: <Icon name="popout" size={14} />,
  maximize: <Icon name="maximize" size={14} />,
  restore: <Icon name="zen" size={14} />,
  more: <Icon name="down" size={14} />,
  closeFloatPopout: <Icon name="close" size={12} />,
  popoutFloatWindow: <Icon name="popout" size={12} />,
};

const factory = (node: TabNode) => <Panel key={node.getId()} tabId={node.getId()} />;

function onRenderTab(node: TabNode, values: ITabRenderValues): void {
  values.leading = <LinkDot tabId={node.getId()} />;
  values.content = <span className="ws-tab-name">{node.getName()}</span>;
}

function onContextMenu(node: Node, event: MouseEvent): void {
  if (!(node instanceof TabNode)) return;
  event.preventDefault();
  showTabMenu(node, { x: event.clientX, y: event.clientY });
}

function onAuxMouseClick(node: Node, event: MouseEvent): void {
  if (event.button !== 1 || !(node instanceof TabNode) || !node.isCloseable()) return;
  event.preventDefault();
  desk.close(node.getId());
}

const attached = new Map<string, () => void>();

function onPopoutOpen(layout: ModelLayout, _window: Window, target: Document): void {
  attached.get(layout.getLayoutId())?.();
  target.body.classList.add('flexlayout__theme_paydesk');
  const undos = [attachDocument(target), followFocus(target)];
  attached.set(layout.getLayoutId(), () => {
    for (const undo of undos) undo();
  });
  const first = desk.ring().find((id) => desk.node(id)?.getLayoutId() === layout.getLayoutId());
  if (first === undefined) return;
  target.title = desk.node(first)!.getName();
  focusPanel(first);
}

function onPopoutClose(layout: ModelLayout): void {
  attached.get(layout.getLayoutId())?.();
  attached.delete(layout.getLayoutId());
}

/** Names of tabs and of the library's own buttons, in the current language. */
function useTranslator(): (key: string) => string {
  const t = useT('workspace');
  const titles = useAtomValue(titlesAtom);
  const locale = useAtomValue(localeAtom);
  const entries = useAtomValue(menuAtom);
  return useCallback(
    (key: string) => {
      if (key.startsWith('tab:')) {
        const id = key.slice(4);
        return titles[id] ?? viewTitle(panels.get(id)?.view ?? '');
      }
      return key.startsWith('flexlayout.ui.')
        ? t(`flexlayout.${key.slice('flexlayout.ui.'.length).replace(/\W+/g, '_')}`)
        : key;
    },
    // Titles of views come from the menu and the texts, which the translator reads when it is called.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, titles, locale, entries],
  );
}

export function DeskLayout() {
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
      onRenderTab={onRenderTab}
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
      tabDragSpeed={0.12}
    />
  );
}
