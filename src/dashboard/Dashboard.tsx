import './dashboard.css';
import { useAtomValue } from 'jotai';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RefreshContext, State, type ViewProps, part, useT } from '../kit/index.ts';
import type { Board, BoardState } from './board.ts';
import { BoardStrip, type BoardStripProps } from './BoardStrip.tsx';
import { boardOf } from './boards.ts';
import { type Dialog, Dialogs } from './Dialogs.tsx';
import { Grid, type GridProps } from './Grid.tsx';
import { EditStrip, SaveStrip } from './Strips.tsx';
import type { TileActions } from './Tile.tsx';
import { useKeptFocus, useRemove } from './keptFocus.ts';
import { useBoardValues } from './useBoardValues.ts';
import { walkTiles } from './tileWalk.ts';
import { useTiles } from './useTiles.ts';
import { Wall } from './Wall.tsx';
import { useVerbs } from './useVerbs.ts';

const RebaseStrip = part(async () => ({ default: (await import('./RebaseStrip.tsx')).RebaseStrip }));

const SHORTEST = 2;
const LONGEST = 3600;

/** What replaces a dashboard that cannot be shown. */
function Instead({ status, again }: { status: BoardState['status']; again: () => void }) {
  const t = useT('widgets');
  if (status === 'loading') return <State kind="loading" />;
  if (status === 'gone') return <State kind="empty" text={t('dashboard.gone')} />;
  return <State kind="error" text={t('dashboard.notLoaded')} retry={again} />;
}

function Empty({ add }: { add: () => void }) {
  const t = useT('widgets');
  return (
    <div className="dash-empty">
      <State kind="empty" text={t('dashboard.empty')} />
      <button type="button" className="pd-button pd-button-primary" onClick={add}>
        {t('dashboard.add')}
      </button>
    </div>
  );
}

const Rebased = (props: { board: Board }) => (
  <Suspense>
    <RebaseStrip {...props} />
  </Suspense>
);

/** The tab is called as the dashboard is, and opens it again. */
function useNamed(
  { setArgs, setTitle }: Pick<ViewProps, 'setArgs' | 'setTitle'>,
  key: string,
  name: string | undefined,
  id: string | undefined,
): void {
  useEffect(() => {
    if (key && name) setTitle?.(name);
  }, [key, name, setTitle]);
  // One that was brought back is under another id.
  useEffect(() => {
    if (key && id && id !== key) setArgs?.({ board: id });
  }, [key, id, setArgs]);
}

/** Ms between two questions; nobody asks by themselves where it is 0. */
const intervalOf = (seconds: number | undefined): number | undefined =>
  seconds === 0 ? Infinity : seconds && seconds * 1000;

/** The tile that came last; a dashboard that comes back is looked at as a whole. */
function useAddedTile(shown: boolean) {
  const [added, setAdded] = useState<string>();
  useEffect(() => {
    if (!shown) setAdded(undefined);
  }, [shown]);
  return [added, setAdded] as const;
}

interface StripProps extends Pick<BoardStripProps, 'tiles' | 'variables' | 'wall'> {
  editing: boolean;
  ask: (dialog: Dialog) => void;
  edit: (on: boolean) => void;
  restore: () => Promise<void>;
  compact: () => void;
}

/** What can be done to the dashboard: to what it shows, or to its tiles. */
function Strip({ editing, ask, edit, restore, compact, ...strip }: StripProps) {
  const add = () => ask({ kind: 'add' });
  if (!editing) return <BoardStrip {...strip} add={add} edit={() => edit(true)} />;
  const boards = () => ask({ kind: 'boards' });
  const verbs = { add, boards, compact, restore: () => void restore(), done: () => edit(false) };
  return <EditStrip {...verbs} />;
}

interface ContentProps extends GridProps {
  refresh: number | undefined;
  add: () => void;
}

function Content({ refresh, add, ...grid }: ContentProps) {
  if (grid.tiles.length === 0) return <Empty add={add} />;
  return (
    <RefreshContext value={intervalOf(refresh)}>
      <Grid {...grid} />
    </RefreshContext>
  );
}

/** Seconds that each dashboard is shown of a link that rotates them; undefined of any other. */
function wallOf({ wall }: ViewProps['args']): number | undefined {
  const seconds = Number(wall);
  return Number.isInteger(seconds) && seconds >= SHORTEST && seconds <= LONGEST ? seconds : undefined;
}

/** A dashboard, or all of the person's in turn over the whole window. */
export function Dashboard(props: ViewProps) {
  const { tabId, args, setArgs } = props;
  const [seconds, setSeconds] = useState(() => wallOf(args));
  // The address follows: a reload goes on with the one or the other.
  const show = useCallback(
    (next: number | undefined) => {
      const { wall: _wall, ...rest } = args;
      setArgs?.({ ...rest, ...(next !== undefined && { wall: String(next) }) });
      setSeconds(next);
    },
    [args, setArgs],
  );
  const leave = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    show(undefined);
  }, [show]);
  const start = useCallback(
    (next: number) => {
      // The press that starts it may fill the screen; where that is refused the window is enough.
      void document.documentElement.requestFullscreen().catch(() => undefined);
      show(next);
    },
    [show],
  );
  if (seconds !== undefined) return <Wall seconds={seconds} tabId={tabId} leave={leave} />;
  return <BoardView {...props} wall={start} />;
}

type BoardViewProps = ViewProps & Pick<BoardStripProps, 'wall'>;

/** A view of widgets on 24 columns. Moving and resizing needs the edit mode, so that nobody shifts things by accident. */
function BoardView({ tabId, args, setArgs, setShown, setTitle, wall }: BoardViewProps) {
  const key = typeof args.board === 'string' ? args.board : '';
  const board = boardOf(key);
  const { document, id, name, status, rebase } = useAtomValue(board.atom);
  const { place, add, remove: removeTile, duplicate, configure, restore, undo, compact } = useTiles(board);
  const variables = useBoardValues({ board: key, args, setArgs, setShown, initial: document.values });
  const [editing, setEditing] = useState(false);
  const [asked, setAsked] = useState<Dialog>();
  const root = useRef<HTMLDivElement>(null);
  const shown = status !== 'loading' && status !== 'unloaded' && status !== 'gone';
  const [added, setAdded] = useAddedTile(shown);
  const remove = useRemove(root, board, removeTile);
  useKeptFocus(root, editing, asked !== undefined);
  useVerbs(tabId, { shown, editing, edit: setEditing, ask: setAsked, restore, undo, compact });
  useNamed({ setArgs, setTitle }, key, name, shown ? id : undefined);
  const actions = useMemo<TileActions>(
    () => ({
      remove,
      duplicate: (tile) => setAdded(duplicate(tile)),
      configure: (tile) => setAsked({ kind: 'settings', tile }),
      edit: () => setEditing(true),
      compact,
    }),
    [remove, duplicate, setAdded, compact],
  );
  const { tiles } = document;
  const askToAdd = () => setAsked({ kind: 'add' });
  return (
    // The keys of the dashboard work from here; in a choice of the strip they would be typing.
    <div className="dash" ref={root} tabIndex={-1} data-focus-first onKeyDown={walkTiles}>
      {shown ? (
        <>
          <SaveStrip board={board} />
          {rebase && <Rebased board={board} />}
          <Strip
            editing={editing}
            tiles={tiles}
            variables={variables}
            wall={wall}
            ask={setAsked}
            edit={setEditing}
            restore={restore}
            compact={compact}
          />
          <Content
            tiles={tiles}
            refresh={variables.refresh}
            tabId={tabId}
            values={variables.values}
            editing={editing}
            actions={actions}
            place={place}
            added={added}
            add={askToAdd}
          />
        </>
      ) : (
        <Instead status={status} again={() => void board.load()} />
      )}
      <Dialogs
        asked={asked}
        tiles={tiles}
        tabId={tabId}
        values={variables.values}
        add={(widget) => setAdded(add(widget))}
        configure={configure}
        close={() => setAsked(undefined)}
      />
    </div>
  );
}
