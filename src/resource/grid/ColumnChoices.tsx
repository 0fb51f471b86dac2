import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../../kit/index.ts';
import {
  type Arranged,
  arrangedColumns,
  moveColumn,
  pinColumn,
  resetColumns,
  showColumn,
} from './columnState.ts';
import type { GridModel } from './model.ts';
import type { GridHandle } from './ResourceGrid.tsx';
import './columnChooser.css';

export interface ChooserProps {
  model: GridModel;
  handle: RefObject<GridHandle | null>;
}

interface ChoiceProps {
  column: Arranged;
  /** Rows without what they are called by can be distinguished by nobody, and verbs act on them. */
  isFixed: boolean;
  onShow: (shown: boolean) => void;
  onPin: (edge: 'left' | 'right') => void;
  onKey: (event: KeyboardEvent) => void;
  onDrag: (kind: 'start' | 'over' | 'end', event: DragEvent) => void;
  isTarget: boolean;
}

/** One column: shown or not, its edge, and its place by dragging or by Alt with the arrows. */
function Choice({ column, isFixed, onShow, onPin, onKey, onDrag, isTarget }: ChoiceProps) {
  const t = useT('grid');
  const { id, name, isShown, pinned } = column;
  return (
    <li
      className="column-choice"
      data-target={isTarget}
      draggable
      onDragStart={(event) => onDrag('start', event)}
      onDragOver={(event) => onDrag('over', event)}
      onDrop={(event) => onDrag('end', event)}
      onDragEnd={(event) => onDrag('end', event)}
      onKeyDown={onKey}
    >
      <label className="pop-choice">
        <input
          type="checkbox"
          className="grid-check"
          data-column={id}
          checked={isShown}
          disabled={isFixed}
          onChange={({ target }) => onShow(target.checked)}
        />
        <span className="pop-text">{name}</span>
      </label>
      {(['left', 'right'] as const).map((edge) => (
        <button
          key={edge}
          type="button"
          className={`column-pin column-pin-${edge}`}
          aria-label={t(`columns.${edge}`, { name })}
          title={t(`columns.${edge}`, { name })}
          aria-pressed={pinned === edge}
          onClick={() => onPin(edge)}
        />
      ))}
    </li>
  );
}

/** Which column is dragged, and over which other one it is. */
function useDrag(drop: (from: string, to: string) => void) {
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<string>();
  return {
    isTarget: (id: string): boolean => id === target && id !== dragged,
    on: (id: string, name: string) => (kind: 'start' | 'over' | 'end', event: DragEvent) => {
      if (kind === 'start') {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        return setDragged(id);
      }
      if (dragged === undefined) return;
      event.preventDefault();
      if (kind === 'over') return setTarget(id);
      if (event.type === 'drop') drop(dragged, id);
      setDragged(undefined);
      setTarget(undefined);
    },
  };
}

/** The columns as they stand, what changes them, and what was changed last in words. */
function useArrangement({ model: { resource }, handle }: ChooserProps) {
  const t = useT('grid');
  const api = handle.current?.api;
  const [columns, setColumns] = useState(() => (api ? arrangedColumns(api) : []));
  const [notice, announce] = useState('');
  const after = (change: (grid: GridHandle) => void): readonly Arranged[] => {
    if (!handle.current) return columns;
    change(handle.current);
    const next = arrangedColumns(handle.current.api);
    setColumns(next);
    return next;
  };
  return {
    columns,
    notice,
    show: (id: string, shown: boolean) => after((grid) => showColumn(grid.api, resource, id, shown)),
    reset: () => after((grid) => resetColumns(grid, resource)),
    pin({ id, name, pinned }: Arranged, edge: 'left' | 'right') {
      const next = pinned === edge ? undefined : edge;
      after((grid) => pinColumn(grid.api, resource, id, next));
      announce(`${name}: ${t(`columns.pinnedAt.${next ?? 'none'}`)}`);
    },
    move(id: string, to: string) {
      const next = after((grid) => moveColumn(grid.api, resource, id, to));
      const at = next.findIndex((each) => each.id === id);
      announce(t('columns.moved', { name: next[at]?.name ?? id, at: at + 1, count: next.length }));
    },
  };
}

/** What Alt with an arrow means: a step among the columns, or an edge. */
function meantBy({ key, altKey }: KeyboardEvent): -1 | 1 | 'left' | 'right' | undefined {
  if (!altKey) return undefined;
  return ({ ArrowUp: -1, ArrowDown: 1, ArrowLeft: 'left', ArrowRight: 'right' } as const)[key];
}

/** Every field that has a column, in the order of the list, with its place and its edge. */
export function ColumnChoices(props: ChooserProps) {
  const t = useT('grid');
  const { resource } = props.model;
  const { columns, notice, show, reset, pin, move } = useArrangement(props);
  const [sought, setSought] = useState('');
  const drag = useDrag(move);
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<string>(undefined);
  useEffect(() => {
    // What was moved in the list has lost the keyboard on the way.
    const { current } = focused;
    focused.current = undefined;
    if (current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(current)}"]`)?.focus();
  }, [columns]);
  const shown = columns.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  const key = (column: Arranged) => (event: KeyboardEvent) => {
    const meant = meantBy(event);
    if (meant === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    focused.current = column.id;
    if (typeof meant === 'string') return pin(column, meant);
    const to = shown[shown.indexOf(column) + meant];
    if (to) move(column.id, to.id);
  };
  return (
    <>
      <input
        className="pd-input pop-search"
        data-first
        type="search"
        aria-label={t('columns.search')}
        placeholder={t('columns.search')}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
      />
      <ul className="pop-list column-choices" ref={list}>
        {shown.map((column) => (
          <Choice
            key={column.id}
            column={column}
            isFixed={column.id === resource.label && column.isShown}
            onShow={(next) => show(column.id, next)}
            onPin={(edge) => pin(column, edge)}
            onKey={key(column)}
            onDrag={drag.on(column.id, column.name)}
            isTarget={drag.isTarget(column.id)}
          />
        ))}
        {shown.length === 0 && <li className="pd-muted column-none">{t('columns.none')}</li>}
      </ul>
      <div className="pop-foot">
        <button type="button" className="pd-button" onClick={reset}>
          {t('columns.reset')}
        </button>
      </div>
      <p className="column-hint pd-muted" role="status">
        {notice || t('columns.hint')}
      </p>
    </>
  );
}
