import './wall.css';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  Icon,
  State,
  VisibilityContext,
  connectionAtom,
  formatInstant,
  serverNow,
  useT,
} from '../kit/index.ts';
import { Grid } from './Grid.tsx';
import { NO_ACTIONS } from './Tile.tsx';
import { boardOf, boardsAtom, refreshBoards } from './boards.ts';
import { turnOf } from './turn.ts';
import { useBoardValues } from './useBoardValues.ts';

const RETRY_MS = 10_000;
const POINTER_MS = 3_000;
const NO_ARGS = {};

function useTurn(seconds: number, count: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const period = seconds * 1000;
    const timer = setTimeout(() => setNow(serverNow()), period - (serverNow() % period) + 1);
    return () => clearTimeout(timer);
  }, [seconds, now]);
  return turnOf(now, seconds, count);
}

/** Nobody has to press anything: what could not be loaded is asked for again. */
function useRetried(load: () => Promise<unknown>, isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = () => void load().catch(() => undefined);
    const timer = setInterval(ask, RETRY_MS);
    return () => clearInterval(timer);
  }, [load, isNeeded]);
}

/** True while the pointer has not moved for some seconds. */
function useIdlePointer(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(setIdle, POINTER_MS, true);
    const move = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(setIdle, POINTER_MS, true);
    };
    document.addEventListener('pointermove', move);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointermove', move);
    };
  }, []);
  return idle;
}

function useEscape(leave: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      leave();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [leave]);
}

/** Since when the line to the server is cut. */
function CutLine() {
  const t = useT('widgets');
  const offline = useAtomValue(connectionAtom) === 'offline';
  const since = useRef<number>(undefined);
  if (!offline) since.current = undefined;
  else since.current ??= serverNow();
  if (since.current === undefined) return null;
  return (
    <p className="wall-cut" role="alert">
      <Icon name="warning" size={32} />
      {t('wall.cut', { time: formatInstant(since.current, 'time') })}
    </p>
  );
}

/** Px of a window in which a dashboard is of its usual size; any larger one is seen from further away. */
const NEAR = { width: 1180, height: 740 };

/** How much larger everything is drawn, for people who do not sit in front of it. */
function useZoom(): number {
  const zoomOf = () => Math.max(1, Math.min(innerWidth / NEAR.width, innerHeight / NEAR.height));
  const [zoom, setZoom] = useState(zoomOf);
  useEffect(() => {
    const resized = () => setZoom(zoomOf());
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);
  return zoom;
}

/** One dashboard as it is, without anything to press. */
function Board({ id, tabId }: { id: string; tabId: string }) {
  const board = boardOf(id);
  const { document, status } = useAtomValue(board.atom);
  const { values } = useBoardValues({ board: id, args: NO_ARGS, initial: document.values });
  useRetried(board.load, status === 'unloaded');
  if (status === 'loading' || status === 'unloaded') return <State kind="loading" />;
  return (
    <Grid
      tiles={document.tiles}
      tabId={tabId}
      values={values}
      editing={false}
      actions={NO_ACTIONS}
      place={() => undefined}
      added={undefined}
    />
  );
}

interface WallProps {
  /** How long each dashboard is shown. */
  seconds: number;
  tabId: string;
  leave: () => void;
}

/** The person's dashboards in turn over the whole window, for a screen on a wall. */
export function Wall({ seconds, tabId, leave }: WallProps) {
  const t = useT('widgets');
  const listed = useAtomValue(boardsAtom);
  const home = boardOf('');
  const { id: homeId, name: homeName } = useAtomValue(home.atom);
  const idle = useIdlePointer();
  const zoom = useZoom();
  useEscape(leave);
  useEffect(() => void refreshBoards().catch(() => undefined), []);
  useRetried(refreshBoards, listed.length === 0);
  // The first one has no id until something of it is saved.
  const boards = listed.length > 0 ? listed : [{ id: homeId, name: homeName }];
  const turn = useTurn(seconds, boards.length);
  const shown = boards[turn]!;
  const key = shown.id === homeId ? '' : shown.id;
  return createPortal(
    <div className="wall" data-idle={idle || undefined}>
      <CutLine />
      <VisibilityContext value>
        <div className="wall-board" style={{ zoom }}>
          <Board key={key} id={key} tabId={tabId} />
        </div>
      </VisibilityContext>
      <footer>
        <strong>{shown.name}</strong>
        {boards.length > 1 && (
          <span className="pd-muted pd-number">
            {turn + 1} / {boards.length}
          </span>
        )}
        <button type="button" className="pd-button" onClick={leave}>
          {t('wall.leave')}
        </button>
      </footer>
    </div>,
    document.body,
  );
}
