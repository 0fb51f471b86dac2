// @vitest-environment happy-dom
import type { Column, GridApi } from 'ag-grid-community';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Row } from '../../../contract/calls.ts';
import { merchantAsset } from '../../../contract/resources/finance/merchantAsset.ts';
import * as kit from '../../kit/index.ts';
import { chooseOrder, keepColumns, repaired } from './columnState.ts';
import { keepPins, lendPins } from './pins.ts';

interface ColumnState {
  colId: string;
  pinned: 'left' | null;
}

/** As much of a grid as the columns' state needs. */
function fakeGrid(columns: ColumnState[]) {
  const listeners = new Map<string, ((event: object) => void)[]>();
  const column = (each: ColumnState) =>
    ({
      getColId: () => each.colId,
      getPinned: () => each.pinned,
      isPinned: () => each.pinned !== null,
      getActualWidth: () => 100,
    }) as unknown as Column<Row>;
  const api = {
    addEventListener: (kind: string, heard: (event: object) => void) =>
      listeners.set(kind, [...(listeners.get(kind) ?? []), heard]),
    isDestroyed: () => false,
    getColumnState: () => columns,
    getAllDisplayedColumns: () => columns.map(column),
    getColumn: (id: string) => column(columns.find(({ colId }) => colId === id)!),
    applyColumnState: ({ state }: { state: ColumnState[] }) => {
      for (const { colId, pinned } of state) columns.find((each) => each.colId === colId)!.pinned = pinned;
    },
  } as unknown as GridApi<Row>;
  return {
    api,
    column,
    fire: (kind: string, event: object) =>
      listeners.get(kind)?.forEach((heard) => heard({ type: kind, ...event })),
  };
}

const save = vi.spyOn(kit, 'setUserSetting');
beforeEach(() => void save.mockImplementation(() => undefined));
afterEach(() => save.mockReset());

it('keeps what the person does to columns, not what the grid does for room', () => {
  const columns: ColumnState[] = [
    { colId: 'pd-select', pinned: 'left' },
    { colId: 'merchantId', pinned: 'left' },
    { colId: 'currency', pinned: null },
  ];
  const { api, column, fire } = fakeGrid(columns);
  keepColumns(api, merchantAsset);
  keepPins(api);
  lendPins({ api, context: undefined, columns: [column(columns[1]!)], viewportWidth: 150 });
  columns[1]!.pinned = null;
  fire('columnPinned', { source: 'viewportSizeFeature' });
  fire('columnPinned', { source: 'api' });
  expect(save).not.toHaveBeenCalled();
  // What gave way for a while is kept as it belongs.
  fire('columnMoved', { source: 'uiColumnMoved', finished: true });
  expect(save.mock.lastCall?.[1]).toMatchObject([{ pinned: 'left' }, { pinned: 'left' }, { pinned: null }]);
  fire('gridSizeChanged', { clientWidth: 240 });
  expect(columns[1]!.pinned).toBeNull();
  fire('gridSizeChanged', { clientWidth: 400 });
  expect(columns[1]!.pinned).toBe('left');
});

it('reads the boxes back to the left edge, and the pins that went with them', () => {
  const defined = (colId: string) => (colId === 'merchantId' ? 'left' : null);
  const wrong = [
    { colId: 'merchantId', pinned: null },
    { colId: 'pd-select', pinned: null },
    { colId: 'total', pinned: 'left' as const },
  ];
  expect(repaired(wrong, defined)).toEqual([
    { colId: 'pd-select', pinned: 'left' },
    { colId: 'merchantId', pinned: 'left' },
    { colId: 'total', pinned: null },
  ]);
  const chosen = [
    { colId: 'pd-select', pinned: 'left' as const },
    { colId: 'total', pinned: 'left' as const },
  ];
  expect(repaired(chosen, defined)).toEqual(chosen);
});

it('keeps the order of a narrow panel apart from the person’s own', () => {
  const { api, fire } = fakeGrid([
    { colId: 'merchantId', pinned: 'left' },
    { colId: 'currency', pinned: null },
  ]);
  keepColumns(api, merchantAsset);
  const move = () => fire('columnMoved', { source: 'uiColumnMoved', finished: true });
  chooseOrder(api, true);
  move();
  chooseOrder(api, false);
  move();
  expect(save.mock.calls.map(([key]) => key)).toEqual(['grid:merchantAsset:narrow', 'grid:merchantAsset']);
});
