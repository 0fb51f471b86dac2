import './dashboard.css';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { State, type ViewProps, type Widget, useT } from '../kit/index.ts';
import { AddDialog } from './AddDialog.tsx';
import type { BoardState } from './board.ts';
import { BoardStrip } from './BoardStrip.tsx';
import { BoardsDialog } from './BoardsDialog.tsx';
import { boardOf } from './boards.ts';
import { Grid } from './Grid.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { EditStrip, SaveStrip } from './Strips.tsx';
import type { TileActions } from './Tile.tsx';
import { settingsOf, widgets } from './catalogue.ts';
import type { Tile } from './document.ts';
import { useKeptFocus, useRemove } from './keptFocus.ts';
import { useTiles } from './useTiles.ts';
import { useVerbs } from './useVerbs.ts';

type Dialog = { kind: 'add' | 'boards' } | { kind: 'settings'; tile: string } | undefined;

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

interface DialogsProps {
  asked: Dialog;
  tiles: readonly Tile[];
  add: (widget: Widget) => void;
  configure: ReturnType<typeof useTiles>['configure'];
  close: () => void;
}

/** What was asked for over the dashboard, if anything. */
function Dialogs({ asked, tiles, add, configure, close }: DialogsProps) {
  if (asked?.kind === 'add') return <AddDialog add={add} close={close} />;
  if (asked?.kind === 'boards') return <BoardsDialog close={close} />;
  if (asked?.kind !== 'settings') return null;
  const tile = tiles.find(({ id }) => id === asked.tile);
  const widget = tile && widgets.get(tile.widget);
  if (!tile || !widget) return null;
  return (
    <SettingsDialog
      widget={widget}
      settings={settingsOf(widget, tile.settings, tile.version)}
      title={tile.title}
      save={(settings, title) => configure(tile.id, { settings, version: widget.version, title })}
      close={close}
    />
  );
}

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

/** A view of widgets on 24 columns. Moving and resizing needs the edit mode, so that nobody shifts things by accident. */
export function Dashboard({ tabId, args, setArgs, setTitle }: ViewProps) {
  const key = typeof args.board === 'string' ? args.board : '';
  const board = boardOf(key);
  const { document, id, name, status } = useAtomValue(board.atom);
  const { place, add, remove: removeTile, configure, configureAll, restore } = useTiles(board);
  const [editing, setEditing] = useState(false);
  const [asked, setAsked] = useState<Dialog>();
  const [added, setAdded] = useState<string>();
  const root = useRef<HTMLDivElement>(null);
  const shown = status !== 'loading' && status !== 'unloaded' && status !== 'gone';
  const remove = useRemove(root, board, removeTile);
  useKeptFocus(root, editing, asked !== undefined);
  useVerbs(tabId, { shown, editing, edit: setEditing, ask: setAsked, restore });
  useNamed({ setArgs, setTitle }, key, name, shown ? id : undefined);
  // One that comes back is looked at as a whole.
  useEffect(() => {
    if (!shown) setAdded(undefined);
  }, [shown]);
  const actions = useMemo<TileActions>(
    () => ({
      remove,
      configure: (tile) => setAsked({ kind: 'settings', tile }),
      edit: () => setEditing(true),
    }),
    [remove],
  );
  const { tiles } = document;
  const askToAdd = () => setAsked({ kind: 'add' });
  return (
    // The keys of the dashboard work from here; in a choice of the strip they would be typing.
    <div className="dash" ref={root} tabIndex={-1} data-focus-first>
      {shown ? (
        <>
          <SaveStrip board={board} />
          {editing ? (
            <EditStrip
              add={askToAdd}
              boards={() => setAsked({ kind: 'boards' })}
              restore={() => void restore()}
              done={() => setEditing(false)}
            />
          ) : (
            <BoardStrip tiles={tiles} setAll={configureAll} add={askToAdd} edit={() => setEditing(true)} />
          )}
          {tiles.length === 0 ? (
            <Empty add={askToAdd} />
          ) : (
            <Grid
              tiles={tiles}
              tabId={tabId}
              editing={editing}
              actions={actions}
              place={place}
              added={added}
            />
          )}
        </>
      ) : (
        <Instead status={status} again={() => void board.load()} />
      )}
      <Dialogs
        asked={asked}
        tiles={tiles}
        add={(widget) => setAdded(add(widget))}
        configure={configure}
        close={() => setAsked(undefined)}
      />
    </div>
  );
}
