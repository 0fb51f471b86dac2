import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { LINKED_ROW } from '../../../contract/noticeLink.ts';
import type { Resource } from '../../../contract/resource.ts';
import { type ViewProps, toast, translate } from '../../kit/index.ts';
import { wordsOf } from '../actions/texts.ts';
import { ANY_ID, type Filters, unreadIn } from '../filters/model.ts';
import { sameFilters } from '../link/followed.ts';
import { NARROW } from '../ui/useNarrow.ts';
import { known } from '../../kit/data/known.ts';
import { enterGrid, type Moved } from './enter.ts';
import { GridModel } from './model.ts';
import type { GridState } from './modelState.ts';
import { type PanelState, chosen, parsePanel } from './panelState.ts';
import type { RowSource } from './rowSource.ts';
import type { GridHandle } from './ResourceGrid.tsx';
import { usePeekRow } from './usePeekRow.ts';

const SAVE_MS = 500;
const NO_FILTERS: Filters = {};

/** On a phone a peek takes a part of the list. */
function fitting(start: PanelState): PanelState {
  if (globalThis.innerWidth >= NARROW) return start;
  return { ...start, peek: false };
}

interface MenuPoint {
  x: number;
  y: number;
}

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
  /** The focused row. */
  current: Row | undefined;
  setCurrent: (row: Row | undefined) => void;
  peek: boolean;
  setPeek: (open: boolean) => void;
  focusGrid: () => void;
  /** From the box into the list: to its first row, or back to the row of before. */
  enterGrid: (first: boolean) => void;
  /** Where the menu of the row is open, in px of its window. */
  menuAt: MenuPoint | undefined;
  /** Opens it there; undefined closes it. */
  setMenuAt: (at: MenuPoint | undefined) => void;
}

/** What every grid panel needs around its grid: a model from the saved state, and the state saved as it changes. */
export function usePanel(
  resource: Resource,
  props: Pick<ViewProps, 'args' | 'state' | 'saveState' | 'setArgs' | 'setShown'>,
  first: Filters = NO_FILTERS,
  source?: RowSource,
): GridPanel {
  const [start] = useState(() => fitting(parsePanel(resource, props.state, props.args, first)));
  const [sought] = useState(() => (props.state ?? undefined) === undefined && ANY_ID in start.filters);
  const [model] = useState(() => new GridModel(resource, start, source));
  const [current, setCurrent] = useState<Row>();
  const [peek, setPeek] = useState(start.peek);
  const [menuAt, setMenuAt] = useState<MenuPoint>();
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
  useSaved(model, handle, peek, start, { current, saveState: props.saveState });
  useArgs(model, props, first);
  usePeekRow({ model, setCurrent, setPeek, peek }, state.generation);
  useEffect(
    () =>
      model.subscribe(() => {
        // The focused row is drawn in the side panel too, so that follows its newest version.
        setCurrent((row) => model.focused.rowOf(row?.id ?? model.selection.cursor() ?? '') ?? row);
      }),
    [model],
  );
  useEffect(
    () =>
      model.selection.subscribe(() => {
        const id = model.selection.cursor();
        // What a peek shows stays until the next row is there.
        if (id === undefined) return model.peekOpen ? undefined : setCurrent(undefined);
        setCurrent((row) => (row?.id === id ? row : (model.focused.rowOf(id) ?? row)));
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
    menuAt,
    setMenuAt,
  };
}

type Opened = Pick<ViewProps, 'args' | 'setArgs' | 'setShown'>;

/** Says what the panel shows with its filters; `changed` ones are what it is opened for, if it was for any. */
function tellFilters(model: GridModel, props: Opened, first: Filters, changed: boolean): void {
  const { args, setArgs, setShown } = props;
  const { filters } = model.state();
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !isFilter(model, name)));
  const shown = { ...rest, ...filters };
  const opened = Object.keys(rest).length < Object.keys(args).length;
  if (opened && changed) setArgs?.(shown);
  if (!opened) setShown?.(sameFilters(filters, first) ? undefined : shown);
}

/** Says what of its address narrows nothing, before somebody believes that it does. @returns the rest of it */
function readArgs({ resource }: GridModel, { args, setArgs }: Opened): Opened['args'] {
  const unread = unreadIn(known(resource), args).filter((name) => name !== LINKED_ROW);
  if (unread.length === 0) return args;
  const names = unread.map(wordsOf(resource).field).join(', ');
  toast.warning(translate('grid:filter.unread', { names }), { key: `unread.${resource.id}` });
  const read = Object.fromEntries(Object.entries(args).filter(([name]) => !unread.includes(name)));
  setArgs?.(read);
  return read;
}

/**
 * A panel that was opened for some filters is opened for those it shows now, once the person changes them: the address
 * and the way back to it follow. One opened for nothing stays the list itself, whatever it is narrowed to, and the
 * address alone follows.
 */
function useArgs(model: GridModel, props: Opened, first: Filters): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    let known = model.state().filters;
    tellFilters(model, { ...latest.current, args: readArgs(model, latest.current) }, first, false);
    return model.subscribe(() => {
      const { filters } = model.state();
      if (filters === known) return;
      known = filters;
      tellFilters(model, latest.current, first, true);
    });
  }, [model, first]);
}

const isFilter = ({ resource }: GridModel, name: string): boolean =>
  name === ANY_ID || resource.fields[name]?.filter !== undefined;

function viewOf({ view }: GridModel): Pick<PanelState, 'view' | 'columns' | 'by'> {
  const [id, columns, by] = [view.id(), view.columns(), view.by()];
  return { ...(id !== undefined && { view: id }), ...(columns && { columns }), ...(by.length > 0 && { by }) };
}

function useSaved(
  model: GridModel,
  handle: RefObject<GridHandle | null>,
  peek: boolean,
  start: PanelState,
  newest: { current: Row | undefined; saveState: (state: unknown) => void },
): void {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let saved = '';
    const save = () => {
      timer = undefined;
      const { filters, sort, loading } = model.state();
      const top = handle.current?.first() ?? 0;
      const at = loading && top <= 0 ? start.at : Math.max(0, top);
      const focused = model.selection.cursor() ?? (peek ? latest.current.current?.id : undefined);
      const next: PanelState = {
        filters,
        sort,
        at,
        ...chosen(model.selection.ids()),
        peek,
        ...(focused !== undefined && { focused }),
        ...(model.formats.rules().length > 0 && { formats: model.formats.rules() }),
        ...viewOf(model),
      };
      const text = JSON.stringify(next);
      if (text === saved) return;
      saved = text;
      latest.current.saveState(next);
    };
    const soon = () => {
      timer ??= setTimeout(save, SAVE_MS);
    };
    const undos = [
      model.subscribe(soon),
      model.selection.subscribe(soon),
      model.formats.subscribe(soon),
      model.view.subscribe(soon),
    ];
    const scrolled = setInterval(soon, 3_000);
    soon();
    const saveNow = () => {
      if (!timer) return;
      clearTimeout(timer);
      save();
    };
    // Before the layout is sent for the last time: its colour would be on a row that the list is not narrowed to.
    globalThis.addEventListener('pagehide', saveNow, true);
    return () => {
      for (const undo of undos) undo();
      clearInterval(scrolled);
      globalThis.removeEventListener('pagehide', saveNow, true);
      saveNow();
    };
  }, [model, handle, peek, start]);
}
