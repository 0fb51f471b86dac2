import type { ColumnState, GridApi } from 'ag-grid-community';
import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { getUserSetting, setUserSetting } from '../../kit/index.ts';

/** Order, width, pin and visibility of a grid's columns follow the person, not the browser. */

type Kept = Pick<ColumnState, 'colId' | 'hide' | 'width' | 'pinned'>;

const keyOf = (resource: Resource): string => `grid:${resource.id}`;

function parse(raw: unknown): Kept[] {
  if (!Array.isArray(raw)) return [];
  return raw.filter(
    (item): item is Kept => item !== null && typeof item === 'object' && typeof item.colId === 'string',
  );
}

export function restoreColumns(api: GridApi<Row>, resource: Resource): void {
  const state = parse(getUserSetting(keyOf(resource)));
  if (state.length > 0) api.applyColumnState({ state, applyOrder: true });
}

/** Saves what the person does to the columns until undone. */
export function keepColumns(api: GridApi<Row>, resource: Resource): () => void {
  const save = (event: { source?: string; finished?: boolean }): void => {
    // Changes by the program itself (first layout, restore) are not the person's.
    if (
      event.finished === false ||
      event.source === 'gridOptionsChanged' ||
      event.source === 'gridInitializing'
    )
      return;
    const state = api
      .getColumnState()
      .map(({ colId, hide, width, pinned }) => ({ colId, hide, width, pinned }));
    setUserSetting(keyOf(resource), state);
  };
  const kinds = ['columnMoved', 'columnResized', 'columnVisible', 'columnPinned'] as const;
  for (const kind of kinds) api.addEventListener(kind, save);
  return () => {
    if (!api.isDestroyed()) for (const kind of kinds) api.removeEventListener(kind, save);
  };
}

export function resetColumns(api: GridApi<Row>, resource: Resource): void {
  api.resetColumnState();
  setUserSetting(keyOf(resource), null);
}
