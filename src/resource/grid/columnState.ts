import type { ColumnResizedEvent, ColumnState, GridApi } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { getUserSetting, setUserSetting } from '../../kit/index.ts';

/** Order, width, pin and visibility of a grid's columns follow the person, not the browser. */

/** A width is kept where the person chose it; the others follow what they show. */
type Kept = Pick<ColumnState, 'colId' | 'hide' | 'width' | 'pinned'>;

const sized = new WeakMap<GridApi<Row>, Set<string>>();

/** Columns whose width the person chose. */
export function sizedColumns(api: GridApi<Row>): Set<string> {
  const known = sized.get(api) ?? new Set<string>();
  sized.set(api, known);
  return known;
}

const keyOf = (resource: Resource): string => `grid:${resource.id}`;

function parse(raw: unknown): Kept[] {
  if (!Array.isArray(raw)) return [];
  return raw.filter(
    (item): item is Kept => item !== null && typeof item === 'object' && typeof item.colId === 'string',
  );
}

export function restoreColumns(api: GridApi<Row>, resource: Resource): void {
  const state = parse(getUserSetting(keyOf(resource)));
  for (const { colId, width } of state) if (width) sizedColumns(api).add(colId);
  if (state.length > 0) api.applyColumnState({ state, applyOrder: true });
}

/** Saves what the person does to the columns until undone. */
export function keepColumns(api: GridApi<Row>, resource: Resource): () => void {
  const chosen = sizedColumns(api);
  const save = (event: { source?: string; finished?: boolean }): void => {
    // Changes by the program itself (first layout, restore) are not the person's.
    if (
      event.finished === false ||
      event.source === 'gridOptionsChanged' ||
      event.source === 'gridInitializing'
    )
      return;
    const state = api.getColumnState().map(({ colId, hide, width, pinned }) => ({
      colId,
      hide,
      pinned,
      ...(chosen.has(colId) && { width }),
    }));
    setUserSetting(keyOf(resource), state);
  };
  const resized = (event: ColumnResizedEvent<Row>): void => {
    if (event.source !== 'uiColumnResized' && event.source !== 'autosizeColumns') return;
    for (const column of event.columns ?? []) chosen.add(column.getColId());
    save(event);
  };
  const kinds = ['columnMoved', 'columnVisible', 'columnPinned'] as const;
  for (const kind of kinds) api.addEventListener(kind, save);
  api.addEventListener('columnResized', resized);
  return () => {
    if (api.isDestroyed()) return;
    for (const kind of kinds) api.removeEventListener(kind, save);
    api.removeEventListener('columnResized', resized);
  };
}

export function resetColumns(
  { api, refit }: { api: GridApi<Row>; refit: () => void },
  resource: Resource,
): void {
  sizedColumns(api).clear();
  api.resetColumnState();
  refit();
  setUserSetting(keyOf(resource), null);
}
