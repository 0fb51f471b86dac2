import { useAtomValue } from 'jotai';
import {
  type ReactNode,
  Suspense,
  memo,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  PartBoundary,
  State,
  VisibilityContext,
  type Figures,
  type Widget,
  WidgetHostContext,
  connectionAtom,
  openView,
  translate,
  useCaller,
  useLink,
  useT,
  watchSize,
} from '../kit/index.ts';
import { BoardContext, type BoardValues, type TileBoard, type Variable } from '../kit/figures/board.ts';
import { TileHeader } from './TileHeader.tsx';
import { settingsOf, widgetComponent, widgetTitle, widgets } from './catalogue.ts';
import type { Tile as TileRecord } from './document.ts';
import { heldOf, permitted, without } from './values.ts';

export interface TileActions {
  remove: (id: string) => void;
  duplicate: (id: string) => void;
  configure: (id: string) => void;
  edit: () => void;
  /** Closes the gaps of the dashboard. */
  compact: () => void;
}

/** Of a tile that nobody changes: on a wall screen, in a preview. */
export const NO_ACTIONS: TileActions = {
  remove: () => undefined,
  duplicate: () => undefined,
  configure: () => undefined,
  edit: () => undefined,
  compact: () => undefined,
};

interface TileProps {
  tile: TileRecord;
  tabId: string;
  /** What the dashboard's variables hold. */
  values: BoardValues;
  editing: boolean;
  /** A drag or a resize is under way: bodies hold still. */
  frozen: boolean;
  actions: TileActions;
}

/** Off the screen a widget does no work; before it was first seen it is not even mounted. */
function useOnScreen() {
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState({ seen: false, on: false });
  useEffect(() => {
    if (!box.current) return;
    const watch = new IntersectionObserver(
      // Several may come at once, and the last is how it is now.
      (entries) => {
        const on = entries.at(-1)!.isIntersecting;
        setState((now) => ({ seen: now.seen || on, on }));
      },
      { rootMargin: '80px' },
    );
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return { box, ...state };
}

/** Size of the body, held while something is dragged. */
function useBodySize(frozen: boolean) {
  const body = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!body.current || frozen) return;
    return watchSize(body.current, ({ contentRect: { width, height } }) => {
      if (width > 0) setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
  }, [frozen]);
  return { body, size };
}

interface Freshness {
  at: number;
  everyMs: number;
  failed: boolean;
}

/** A tile that is seen again after long is spared the mark when its answer comes within this time. */
const ANSWER_MS = 150;

/** Old when its last answer failed, the line is cut, or several rounds went by without one. */
function useStale(freshness: Freshness | undefined, visible: boolean): boolean {
  const offline = useAtomValue(connectionAtom) === 'offline';
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    // Nobody asks by themselves: nothing is late.
    if (!freshness || !visible || freshness.everyMs === Infinity) return;
    const left = freshness.at + freshness.everyMs * 2.5 - Date.now();
    const timer = setTimeout(setLate, Math.max(ANSWER_MS, left), true);
    return () => clearTimeout(timer);
  }, [freshness, visible]);
  return freshness !== undefined && (freshness.failed || offline || late);
}

function useHost() {
  const [freshness, setFreshness] = useState<Freshness>();
  const [note, setNote] = useState('');
  const [days, setDays] = useState<string>();
  const [figures, setFigures] = useState<() => Figures>();
  const reload = useRef<() => void>(undefined);
  const report = useCallback(({ reload: next, ...fresh }: Freshness & { reload: () => void }) => {
    reload.current = next;
    setFreshness(fresh);
  }, []);
  const host = useMemo(
    () => ({
      report,
      note: setNote,
      days: setDays,
      figures: (read: (() => Figures) | undefined) => setFigures(() => read),
    }),
    [report],
  );
  return { host, freshness, note, days, reload, figures };
}

/** What of the dashboard's variables the tile follows, and those of them that its figures know nothing of. */
function useTileBoard(values: BoardValues, { own, ownValues }: Pick<TileRecord, 'own' | 'ownValues'>) {
  const { can } = useCaller();
  const [known, setKnown] = useState<readonly Variable[]>();
  const set = useMemo(() => permitted(ownValues ?? {}, can), [ownValues, can]);
  const board = useMemo<TileBoard>(
    () => ({ values: { ...without(values, own ?? []), ...set }, follows: setKnown }),
    [values, own, set],
  );
  const ignored = known ? heldOf(board.values).filter((name) => !known.includes(name)) : [];
  return { board, ignored, set };
}

interface BodyProps {
  widget: Widget;
  tile: TileRecord;
  tabId: string;
  height: number;
  /** Of the dashboard, in the place of the widget's own. */
  currency: string | undefined;
  reload: () => void;
}

/** What is behind a figure is seen in the workspace, not behind a tile that has the whole screen. */
const openTab = (view: string, args?: Record<string, unknown>) => {
  if (document.fullscreenElement) void document.exitFullscreen();
  void openView(view, args);
};

/** The widget itself, behind a boundary of its own. */
function Body({ widget, tile, tabId, height, currency, reload }: BodyProps) {
  const own = Boolean(useCaller().profile.merchantId);
  const { context, publish } = useLink(tabId);
  const settings = useMemo(
    () => ({
      ...settingsOf(widget, tile.settings, tile.version),
      ...(currency && 'currency' in widget.settings && { currency }),
    }),
    [widget, tile.settings, tile.version, currency],
  );
  const link = useMemo(() => ({ context, publish }), [context, publish]);
  const Content = widgetComponent(widget);
  const failed = () => translate('widgets:tile.failed', { name: widgetTitle(widget.id, own) });
  return (
    <PartBoundary text={failed} reload={reload}>
      <Suspense fallback={<State kind="loading" />}>
        <Content settings={settings} height={height} openTab={openTab} link={link} />
      </Suspense>
    </PartBoundary>
  );
}

const titleOf = ({ title, widget }: TileRecord, own: boolean): string =>
  title ?? (widgets.has(widget) ? widgetTitle(widget, own) : widget);

export const Tile = memo(function Tile({ tile, tabId, values, editing, frozen, actions }: TileProps) {
  const t = useT('widgets');
  const { can, profile } = useCaller();
  const own = Boolean(profile.merchantId);
  const { box, seen, on } = useOnScreen();
  const { body, size } = useBodySize(frozen);
  const { host, freshness, reload, ...shown } = useHost();
  const { board, ignored, set } = useTileBoard(values, tile);
  const [attempt, setAttempt] = useState(0);
  const visible = useContext(VisibilityContext) && on;
  const stale = useStale(freshness, visible);
  const widget = widgets.get(tile.widget);
  const again = () => setAttempt(attempt + 1);
  const title = titleOf(tile, own);

  let content: ReactNode = null;
  if (!widget)
    content = <State kind="empty" text={t('tile.gone', { name: tile.widget })} hint={t('tile.goneHint')} />;
  else if (widget.needs && !can(widget.needs)) content = <State kind="forbidden" />;
  else if (seen && size.height > 0)
    content = (
      <Body
        key={attempt}
        widget={widget}
        tile={tile}
        tabId={tabId}
        height={size.height}
        currency={board.values.currency}
        reload={again}
      />
    );
  return (
    <div
      ref={box}
      className={`tile${editing ? ' tile-editing' : ''}`}
      data-widget={tile.widget}
      role="group"
      aria-label={title}
      // Arrows walk the tiles; while they are arranged each can be grabbed by a key.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={editing ? 0 : -1}
      {...(editing && { 'aria-description': t('hand.hint') })}
    >
      <TileHeader
        id={tile.id}
        title={title}
        {...shown}
        ignored={ignored}
        set={set}
        stale={stale}
        staleSince={freshness?.at}
        editing={editing}
        configurable={widget !== undefined}
        box={box}
        reload={() => (reload.current ? reload.current() : again())}
        actions={actions}
      />
      <div ref={body} className="tile-body">
        <div
          className="tile-content"
          style={frozen && size.width > 0 ? { width: size.width, height: size.height } : undefined}
        >
          <VisibilityContext value={visible && !frozen}>
            <BoardContext value={board}>
              <WidgetHostContext value={host}>{content}</WidgetHostContext>
            </BoardContext>
          </VisibilityContext>
        </div>
      </div>
    </div>
  );
});
