import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { ViewProps } from '../../kit/index.ts';
import { ANY_ID, type Filters } from '../filters/model.ts';
import { NARROW } from '../ui/useNarrow.ts';
import { enterGrid, type Moved } from './enter.ts';
import { GridModel, type GridState } from './model.ts';
import { type PanelState, parsePanel } from './panelState.ts';
import type { GridHandle } from './ResourceGrid.tsx';

const SAVE_MS = 500;

export interface GridPanel {
  model: GridModel;
  handle: RefObject<GridHandle | null>;
  box: RefObject<HTMLInputElement | null>;
  start: PanelState;
  /** It was opened to find something by its number. */
  sought: boolean;
  state: GridState;
  /** The grid's element, where its keys and presses are heard. */
  area: RefObject<HTMLDivElement | null>;
  /** How the keyboard came to the row it is about to be told of. */
  moved: RefObject<Moved>;
  /** The row the person stands on. */
  current: Row | undefined;
  setCurrent: (row: Row | undefined) => void;
  peek: boolean;
  setPeek: (open: boolean) => void;
  focusGrid: () => void;
  /** From the box into the list: to its first row, or back to the row of before. */
  enterGrid: (first: boolean) => void;
}

/** What every grid panel needs around its grid: a model from the saved state, and the state saved as it changes. */
export function usePanel(
  resource: Resource,
  props: Pick<ViewProps, 'args' | 'state' | 'saveState' | 'setArgs'>,
  first: Filters = {},
): GridPanel {
  const [start] = useState(() => parsePanel(resource, props.state, props.args, first));
  const [sought] = useState(() => (props.state ?? undefined) === undefined && ANY_ID in start.filters);
  const [model] = useState(() => new GridModel(resource, start));
  const [current, setCurrent] = useState<Row>();
  // On a phone it takes a part of the list, and nobody stands on a row yet.
  const [peek, setPeek] = useState(() => start.peek && globalThis.innerWidth >= NARROW);
  const handle = useRef<GridHandle>(null);
  const box = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const state = useSyncExternalStore(model.subscribe, model.state);
  const moved = useRef<Moved>(undefined);
  const focusGrid = useCallback(() => handle.current?.focus(), []);
  const enter = useCallback(
    (first: boolean) => enterGrid({ model, handle, area, box, moved }, first),
    [model],
  );
  useSaved(model, handle, peek, start, props.saveState);
  useArgs(model, props);
  useEffect(
    () =>
      model.subscribe(() => {
        // The row under the keyboard is drawn beside the grid too, so it follows its newest version.
        setCurrent((row) => (row ? (model.blocks.get(row.id) ?? row) : row));
      }),
    [model],
  );
  return {
    model,
    handle,
    box,
    area,
    moved,
    start,
    sought,
    state,
    current,
    setCurrent,
    peek,
    setPeek,
    focusGrid,
    enterGrid: enter,
  };
}

/**
 * A panel that was opened for some filters is opened for those it shows now, once the person changes them: the address
 * and the way back to it follow. One opened for nothing stays the list itself, whatever it is narrowed to.
 */
function useArgs(model: GridModel, { args, setArgs }: Pick<ViewProps, 'args' | 'setArgs'>): void {
  const latest = useRef({ args, setArgs });
  useEffect(() => {
    latest.current = { args, setArgs };
  });
  useEffect(() => {
    let known = model.state().filters;
    return model.subscribe(() => {
      const { filters } = model.state();
      if (filters === known) return;
      known = filters;
      const now = latest.current;
      const rest = Object.fromEntries(Object.entries(now.args).filter(([name]) => !isFilter(model, name)));
      if (Object.keys(rest).length === Object.keys(now.args).length) return;
      now.setArgs?.({ ...rest, ...filters });
    });
  }, [model]);
}

const isFilter = ({ resource }: GridModel, name: string): boolean =>
  name === ANY_ID || resource.fields[name]?.filter !== undefined;

function useSaved(
  model: GridModel,
  handle: RefObject<GridHandle | null>,
  peek: boolean,
  start: PanelState,
  saveState: (state: unknown) => void,
): void {
  const latest = useRef(saveState);
  useEffect(() => {
    latest.current = saveState;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let saved = '';
    const save = () => {
      timer = undefined;
      const { filters, sort, loading } = model.state();
      const top = handle.current?.first() ?? 0;
      const at = loading && top <= 0 ? start.at : Math.max(0, top);
      const next: PanelState = {
        filters,
        sort,
        at,
        selected: (model.selection.ids() ?? []).slice(0, 200),
        peek,
      };
      const text = JSON.stringify(next);
      if (text === saved) return;
      saved = text;
      latest.current(next);
    };
    const soon = () => {
      timer ??= setTimeout(save, SAVE_MS);
    };
    const undos = [model.subscribe(soon), model.selection.subscribe(soon)];
    const scrolled = setInterval(soon, 3_000);
    soon();
    return () => {
      for (const undo of undos) undo();
      clearInterval(scrolled);
      if (timer) {
        clearTimeout(timer);
        save();
      }
    };
  }, [model, handle, peek, start]);
}
