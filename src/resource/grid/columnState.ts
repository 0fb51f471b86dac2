import type {
  ColumnMovedEvent,
  ColumnPinnedEvent,
  ColumnResizedEvent,
  ColumnState,
  GridApi,
} from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { getUserSetting, setUserSetting } from '../../kit/index.ts';
import type { ViewState } from '../savedViews/viewState.ts';
import { SELECT_COLUMN } from './columns.ts';
import { lentPins } from './pins.ts';

/** Order, width, pin and visibility of a grid's columns follow the person, not the browser. */

/** A width is kept where the person chose it; the others follow what they show. */
export type KeptColumn = Pick<ColumnState, 'colId' | 'hide' | 'width' | 'pinned'>;

const sized = new WeakMap<GridApi<Row>, Set<string>>();

/** Columns whose width the person chose. */
export function sizedColumns(api: GridApi<Row>): Set<string> {
  const known = sized.get(api) ?? new Set<string>();
  sized.set(api, known);
  return known;
}

const keyOf = (resource: Resource, narrow = false): string =>
  narrow ? `grid:${resource.id}:narrow` : `grid:${resource.id}`;

/** Grids that stand in the order of a narrow panel: what the person does to them is kept apart. */
const narrowGrids = new WeakSet<GridApi<Row>>();
export const isNarrowGrid = (api: GridApi<Row>): boolean => narrowGrids.has(api);

/** To be called before the columns start anew: widths of the one order are none of the other. */
export function chooseOrder(api: GridApi<Row>, narrow: boolean): void {
  if (narrowGrids.has(api) === narrow) return;
  if (narrow) narrowGrids.add(api);
  else narrowGrids.delete(api);
  sizedColumns(api).clear();
}

export function parseColumns(raw: unknown): KeptColumn[] {
  if (!Array.isArray(raw)) return [];
  return raw.filter(
    (item): item is KeptColumn => item !== null && typeof item === 'object' && typeof item.colId === 'string',
  );
}

/**
 * Where the boxes are not at the left edge, AG Grid's own unpinning was once kept as the person's choice: what is
 * pinned there is as it is defined.
 */
export function repaired(
  saved: readonly KeptColumn[],
  defined: (colId: string) => KeptColumn['pinned'],
): KeptColumn[] {
  const boxes = saved.find(({ colId }) => colId === SELECT_COLUMN);
  if (!boxes) return [...saved];
  const rest = saved.filter((each) => each !== boxes);
  if (boxes.pinned === 'left') return [boxes, ...rest];
  return [
    { ...boxes, pinned: 'left' },
    ...rest.map((each) => ({ ...each, pinned: defined(each.colId) ?? null })),
  ];
}

/** Grids whose panel can show a saved view: its columns are the panel's own. */
const views = new WeakMap<GridApi<Row>, ViewState>();
export const followView = (api: GridApi<Row>, view: ViewState): void => void views.set(api, view);

/** The columns by the view that is shown, or else as the person has them. */
const storedColumns = (api: GridApi<Row>, resource: Resource, narrow: boolean): readonly KeptColumn[] =>
  (narrow ? null : views.get(api)?.columns()) ?? parseColumns(getUserSetting(keyOf(resource, narrow)));

export function restoreColumns(api: GridApi<Row>, resource: Resource): void {
  const narrow = isNarrowGrid(api);
  // What the person hid is hidden in either order.
  if (narrow)
    api.applyColumnState({
      state: parseColumns(getUserSetting(keyOf(resource))).map(({ colId, hide }) => ({
        colId,
        hide: hide ?? null,
      })),
    });
  const saved = storedColumns(api, resource, narrow);
  const state = repaired(saved, (colId) => {
    const { pinned } = api.getColumn(colId)?.getColDef() ?? {};
    return pinned === 'left' || pinned === 'right' ? pinned : null;
  });
  for (const { colId, width } of state) if (width) sizedColumns(api).add(colId);
  lentPins(api).clear();
  if (state.length > 0) api.applyColumnState({ state, applyOrder: true });
}

function save(api: GridApi<Row>, resource: Resource): void {
  const chosen = sizedColumns(api);
  const lent = lentPins(api);
  const state = api.getColumnState().map(({ colId, hide, width, pinned }) => ({
    colId,
    hide,
    pinned: lent.get(colId) ?? pinned,
    ...(chosen.has(colId) && { width }),
  }));
  const narrow = narrowGrids.has(api);
  const view = views.get(api);
  if (!narrow && view?.id() !== undefined) view.setColumns(state);
  else setUserSetting(keyOf(resource, narrow), state);
}

/** Ids of the columns shown, from left to right, without that of the boxes. */
export const shownColumns = (api: GridApi<Row>): string[] =>
  api.isDestroyed()
    ? []
    : api
        .getAllDisplayedColumns()
        .map((column) => column.getColId())
        .filter((id) => id !== SELECT_COLUMN);

/** Marks the column that the list is sorted by. */
export function showSort(api: GridApi<Row>, { field, order }: Resource['sort']): void {
  api.applyColumnState({
    state: [{ colId: field, sort: order === 'ascending' ? 'asc' : 'desc' }],
    defaultState: { sort: null },
  });
}

/** Shows or hides a column because the person said so. */
export function showColumn(api: GridApi<Row>, resource: Resource, colId: string, shown: boolean): void {
  api.applyColumnState({ state: [{ colId, hide: !shown }] });
  save(api, resource);
}

/** A column as a person arranges it. */
export interface Arranged {
  id: string;
  name: string;
  isShown: boolean;
  pinned: 'left' | 'right' | undefined;
}

const EDGES = { left: 0, none: 1, right: 2 } as const;
const edgeOf = ({ pinned }: Arranged): number => EDGES[pinned ?? 'none'];

/** Every column but that of the boxes, hidden ones too, as they stand from the left edge to the right. */
export function arrangedColumns(api: GridApi<Row>): Arranged[] {
  const lent = lentPins(api);
  return api
    .getColumnState()
    .filter(({ colId }) => colId !== SELECT_COLUMN)
    .map(({ colId, hide, pinned }): Arranged => {
      const edge = lent.get(colId) ?? pinned;
      return {
        id: colId,
        name: api.getColumn(colId)?.getColDef().headerName ?? colId,
        isShown: hide !== true,
        pinned: edge === true ? 'left' : edge || undefined,
      };
    })
    .sort((a, b) => edgeOf(a) - edgeOf(b));
}

/** Pins a column at an edge, or lets it scroll, because the person said so. */
export function pinColumn(
  api: GridApi<Row>,
  resource: Resource,
  colId: string,
  pinned: Arranged['pinned'],
): void {
  lentPins(api).delete(colId);
  api.applyColumnState({ state: [{ colId, pinned: pinned ?? null }] });
  save(api, resource);
}

/** Puts a column in the place of another, at whose edge it then is. */
export function moveColumn(api: GridApi<Row>, resource: Resource, colId: string, to: string): void {
  const all = arrangedColumns(api);
  const [from, target] = [all.find(({ id }) => id === colId), all.find(({ id }) => id === to)];
  if (!from || !target || from === target) return;
  const rest = all.filter((each) => each !== from);
  rest.splice(all.indexOf(target), 0, from);
  lentPins(api).delete(colId);
  api.applyColumnState({
    state: [
      { colId: SELECT_COLUMN },
      ...rest.map(({ id }) => ({ colId: id, ...(id === colId && { pinned: target.pinned ?? null }) })),
    ],
    applyOrder: true,
  });
  save(api, resource);
}

/** What the grid does for room or at its start is not the person's choice. */
const byHand = (source: string | undefined): boolean => source?.startsWith('ui') === true;

/** Saves what the person does to the columns until undone. */
export function keepColumns(api: GridApi<Row>, resource: Resource): () => void {
  const chosen = sizedColumns(api);
  const changed = (event: ColumnMovedEvent<Row> | ColumnPinnedEvent<Row>): void => {
    if (!byHand(event.source) || ('finished' in event && !event.finished)) return;
    if (event.type === 'columnPinned')
      for (const column of event.columns ?? []) lentPins(api).delete(column.getColId());
    save(api, resource);
  };
  const resized = (event: ColumnResizedEvent<Row>): void => {
    if (event.source !== 'uiColumnResized' && event.source !== 'autosizeColumns') return;
    for (const column of event.columns ?? []) chosen.add(column.getColId());
    if (event.finished) save(api, resource);
  };
  const kinds = ['columnMoved', 'columnPinned'] as const;
  for (const kind of kinds) api.addEventListener(kind, changed);
  api.addEventListener('columnResized', resized);
  return () => {
    if (api.isDestroyed()) return;
    for (const kind of kinds) api.removeEventListener(kind, changed);
    api.removeEventListener('columnResized', resized);
  };
}

export function resetColumns(
  { api, refit }: { api: GridApi<Row>; refit: () => void },
  resource: Resource,
): void {
  sizedColumns(api).clear();
  lentPins(api).clear();
  // Takes the sort away too: the list is in its usual order then, and says so.
  api.resetColumnState();
  showSort(api, resource.sort);
  refit();
  const view = views.get(api);
  if (view?.id() === undefined) setUserSetting(keyOf(resource, narrowGrids.has(api)), null);
  else view.open(view.id(), null);
}

/** The columns of the view that a panel begins to show, or the person's own where it leaves one. */
export function showColumns(
  { api, refit }: { api: GridApi<Row>; refit: () => void },
  resource: Resource,
  sort: Resource['sort'],
): void {
  sizedColumns(api).clear();
  lentPins(api).clear();
  api.resetColumnState();
  showSort(api, sort);
  restoreColumns(api, resource);
  refit();
}
