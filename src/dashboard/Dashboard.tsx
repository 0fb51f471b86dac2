import './dashboard.css';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  Icon,
  State,
  type ViewProps,
  type Widget,
  toast,
  translate,
  useCommands,
  useT,
} from '../kit/index.ts';
import { AddDialog } from './AddDialog.tsx';
import { Grid } from './Grid.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import type { TileActions } from './Tile.tsx';
import { settingsOf, widgets } from './catalogue.ts';
import { MAX_ITEMS, type Tile, bottomOf } from './document.ts';
import { changeDashboard, dashboardAtom, defaultDocument, settleConflict, startDashboard } from './store.ts';

const text = (key: string) => () => translate(`widgets:dashboard.${key}`);
const newId = (): string => `w${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

function Conflict() {
  const t = useT('widgets');
  return (
    <div className="dash-bar dash-conflict" role="alert">
      <Icon name="warning" size={14} />
      <span>{t('dashboard.conflict')}</span>
      <button type="button" className="pd-button" onClick={() => void settleConflict('mine')}>
        {t('dashboard.mine')}
      </button>
      <button type="button" className="pd-button" onClick={() => void settleConflict('theirs')}>
        {t('dashboard.theirs')}
      </button>
    </div>
  );
}

/** The tiles and what can be done to them. */
function useTiles() {
  const { document: shown, status } = useAtomValue(dashboardAtom);
  const latest = useRef(shown);
  latest.current = shown;
  return useMemo(() => {
    const set = (tiles: Tile[]) => changeDashboard({ ...latest.current, tiles });
    return {
      tiles: shown.tiles,
      status,
      set,
      add(widget: Widget) {
        if (latest.current.tiles.length >= MAX_ITEMS)
          return toast.warning(translate('widgets:dashboard.full', { count: MAX_ITEMS }));
        const { w, h } = widget.size;
        const tile = {
          id: newId(),
          widget: widget.id,
          version: widget.version,
          settings: { ...widget.defaults },
        };
        set([...latest.current.tiles, { ...tile, x: 0, y: bottomOf(latest.current.tiles), w, h }]);
      },
      remove(id: string) {
        const before = latest.current.tiles;
        set(before.filter((tile) => tile.id !== id));
        toast.info(translate('widgets:tile.removed'), {
          key: 'tile',
          action: { label: translate('widgets:tile.undo'), run: () => set(before) },
        });
      },
      configure: (id: string, settings: Record<string, unknown>, version: number) =>
        set(latest.current.tiles.map((tile) => (tile.id === id ? { ...tile, settings, version } : tile))),
    };
  }, [shown, status]);
}

/** A view of widgets on 24 columns. Moving and resizing needs the edit mode, so that nobody shifts things by accident. */
export function Dashboard({ tabId }: ViewProps) {
  const t = useT('widgets');
  const { tiles, status, set, add, remove, configure } = useTiles();
  const [editing, setEditing] = useState(false);
  const [adding, setAdding] = useState(false);
  const [configured, setConfigured] = useState<string>();
  useEffect(startDashboard, []);
  const restore = async () => {
    const before = tiles;
    set((await defaultDocument()).tiles);
    toast.info(t('dashboard.restored'), {
      key: 'tile',
      action: { label: t('tile.undo'), run: () => set(before) },
    });
  };
  useCommands(tabId, [
    {
      id: 'dashboard.edit',
      label: text(editing ? 'done' : 'edit'),
      icon: 'settings',
      keys: ['e'],
      guard: 0,
      run: () => setEditing(!editing),
    },
    {
      id: 'dashboard.add',
      label: text('add'),
      icon: 'plus',
      keys: ['a'],
      guard: 0,
      run: () => setAdding(true),
    },
    { id: 'dashboard.restore', label: text('restore'), icon: 'refresh', run: restore },
  ]);
  const removeNow = useRef(remove);
  removeNow.current = remove;
  const actions = useMemo<TileActions>(
    () => ({ remove: (id) => removeNow.current(id), configure: setConfigured, edit: () => setEditing(true) }),
    [],
  );
  const tile = tiles.find((each) => each.id === configured);
  const widget = tile && widgets.get(tile.widget);
  if (status === 'loading') return <State kind="loading" />;
  return (
    <div className="dash">
      {status === 'conflict' && <Conflict />}
      {editing && (
        <div className="dash-bar">
          <span className="pd-muted">{t('dashboard.editHint')}</span>
          <button type="button" className="pd-button" onClick={() => setAdding(true)}>
            <Icon name="plus" size={14} />
            {t('dashboard.add')}
          </button>
          <button type="button" className="pd-button" onClick={() => void restore()}>
            {t('dashboard.restore')}
          </button>
          <button type="button" className="pd-button pd-button-primary" onClick={() => setEditing(false)}>
            {t('dashboard.done')}
          </button>
        </div>
      )}
      {tiles.length === 0 ? (
        <div className="dash-empty">
          <State kind="empty" text={t('dashboard.empty')} />
          <button type="button" className="pd-button pd-button-primary" onClick={() => setAdding(true)}>
            {t('dashboard.add')}
          </button>
        </div>
      ) : (
        <div className="dash-scroll">
          <Grid tiles={tiles} tabId={tabId} editing={editing} actions={actions} place={set} />
        </div>
      )}
      {adding && <AddDialog add={add} close={() => setAdding(false)} />}
      {tile && widget && (
        <SettingsDialog
          widget={widget}
          settings={settingsOf(widget, tile.settings, tile.version)}
          save={(settings) => configure(tile.id, settings, widget.version)}
          close={() => setConfigured(undefined)}
        />
      )}
    </div>
  );
}
