import type {
  CellClickedEvent,
  CellFocusedEvent,
  CellDoubleClickedEvent,
  ColDef,
  GetRowIdParams,
  GridApi,
  GridReadyEvent,
  RowClassRules,
  SuppressKeyboardEventParams,
} from 'ag-grid-community';
import { AgGridProvider, AgGridReact } from 'ag-grid-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { currentLocale, events, gridHeights, serverNow, useCaller, useT, useTheme } from '../../kit/index.ts';
import { BLOCK } from './blocks.ts';
import { type GridContext, tickClaims } from './cells.ts';
import { type Column, SELECT_COLUMN } from './columns.ts';
import { keepColumns, restoreColumns } from './columnState.ts';
import { copyText } from './copy.ts';
import type { GridModel } from './model.ts';
import { modulesOf } from './modules.ts';
import { paintSelection, screenOf } from './screen.ts';
import { attachScrubber } from './scrubber.ts';
import { gridTheme } from './theme.ts';
import './grid.css';

export interface GridHandle {
  api: GridApi<Row>;
  focus(): void;
}

export interface ResourceGridProps {
  model: GridModel;
  columns: Column[];
  /** Accessible name. */
  title: string;
  visible: boolean;
  rowClasses?: RowClassRules<Row>;
  /** Row to start at, from a saved panel. */
  startAt?: number;
  handle?: RefObject<GridHandle | null>;
  /** The row the keyboard stands on. */
  onCurrent?: (row: Row, index: number) => void;
  onOpen?: (row: Row) => void;
}

/** Keys that are commands of the panel; the grid keeps the ones that move. */
const OURS = /^(?: |Enter|Escape|[a-zA-Z/?])$/;
const defaultColDef: ColDef<Row> = {
  resizable: true,
  suppressHeaderMenuButton: true,
  sortingOrder: ['desc', 'asc'],
  suppressKeyboardEvent: ({ event }: SuppressKeyboardEventParams<Row>) => OURS.test(event.key),
};
const rowId = ({ data }: GetRowIdParams<Row>): string => data.id;

function clicked(model: GridModel, event: CellClickedEvent<Row>): void {
  const { data, event: raw } = event;
  const mouse = raw as MouseEvent | undefined;
  if (!data || data.gap || !mouse) return;
  const order = () => model.blocks.order();
  if (mouse.shiftKey) model.selection.range(data.id, order());
  else if (mouse.ctrlKey || mouse.metaKey || event.column.getColId() === SELECT_COLUMN)
    model.selection.toggle(data.id);
  else model.selection.only(data.id);
}

function copied(event: CellClickedEvent<Row>): void {
  const cell = (event.event?.target as HTMLElement | null)?.closest<HTMLElement>('.grid-copy');
  const mouse = event.event as MouseEvent | undefined;
  // The sign at the cell's right edge, drawn by the style sheet, is what copies.
  if (cell && mouse && mouse.clientX > cell.getBoundingClientRect().right - 20)
    void copyText(String(event.value ?? ''));
}

export function ResourceGrid(props: ResourceGridProps) {
  const { model, columns, visible, rowClasses, startAt = 0, handle, onCurrent, onOpen } = props;
  const t = useT('grid');
  const { size } = useTheme();
  const { profile } = useCaller();
  const root = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLDivElement>(null);
  const [api, setApi] = useState<GridApi<Row>>();
  const heights = useMemo(() => gridHeights(size), [size]);
  const context = useMemo<GridContext>(
    () => ({
      selection: model.selection,
      selectLabel: () => t('select.row'),
      me: profile.id,
      now: serverNow,
    }),
    [model, profile.id, t],
  );
  const classes = useMemo<RowClassRules<Row>>(
    () => ({
      'grid-chosen': ({ data }) => data !== undefined && model.selection.has(data.id),
      'grid-left': ({ data }) => data !== undefined && model.left.has(data.id),
      'grid-gap': ({ data }) => data?.gap === true,
      'grid-wait': ({ data }) => data === undefined,
      ...rowClasses,
    }),
    [model, rowClasses],
  );

  useGridData(api, model, startAt);
  useGridLife(api, root, label, model, visible);
  useEffect(() => {
    if (!api || !handle) return;
    handle.current = { api, focus: () => focusGrid(api) };
    return () => {
      handle.current = null;
    };
  }, [api, handle]);
  const locale = currentLocale();
  useEffect(() => api?.refreshCells({ force: true }), [api, locale, columns]);

  return (
    <div className="grid-root" ref={root} aria-label={props.title} role="region">
      <AgGridProvider modules={modulesOf()}>
        <AgGridReact<Row>
          theme={gridTheme}
          rowModelType="infinite"
          columnDefs={columns}
          defaultColDef={defaultColDef}
          maintainColumnOrder
          getRowId={rowId}
          context={context}
          rowClassRules={classes}
          rowHeight={heights.rowHeight}
          headerHeight={heights.headerHeight}
          rowBuffer={2}
          cacheBlockSize={BLOCK}
          maxBlocksInCache={30}
          maxConcurrentDatasourceRequests={2}
          blockLoadDebounceMillis={0}
          suppressColumnVirtualisation={false}
          suppressColumnMoveAnimation
          suppressDragLeaveHidesColumns
          suppressMultiSort
          suppressNoRowsOverlay
          suppressOverlays={['loading', 'noRows']}
          suppressScrollOnNewData
          enableCellTextSelection={false}
          onGridReady={({ api: ready }: GridReadyEvent<Row>) => setApi(ready)}
          onCellClicked={(event: CellClickedEvent<Row>) => {
            clicked(model, event);
            copied(event);
          }}
          onCellDoubleClicked={({ data }: CellDoubleClickedEvent<Row>) => data && !data.gap && onOpen?.(data)}
          onCellFocused={({ rowIndex, api: focused }: CellFocusedEvent<Row>) => {
            const row = rowIndex === null ? undefined : focused.getDisplayedRowAtIndex(rowIndex)?.data;
            if (row && !row.gap) onCurrent?.(row, rowIndex!);
          }}
        />
      </AgGridProvider>
      <div className="grid-scrubber pd-number" ref={label} hidden aria-hidden="true" />
    </div>
  );
}

/** Puts the keyboard on the row it stood on, else on the first one in view. */
export function focusGrid(api: GridApi<Row>): void {
  if (api.getDisplayedRowCount() === 0) return;
  const focused = api.getFocusedCell();
  const column = focused?.column ?? api.getAllDisplayedColumns()[1];
  if (column) api.setFocusedCell(focused?.rowIndex ?? Math.max(0, api.getFirstDisplayedRowIndex()), column);
}

/** Blocks for the grid, a new source at every refresh, and the order the person chose. */
function useGridData(api: GridApi<Row> | undefined, model: GridModel, startAt: number): void {
  const generation = useGeneration(model);
  const first = useRef(true);
  useEffect(() => {
    if (!api) return;
    const { sort } = model.state();
    if (first.current) {
      restoreColumns(api, model.resource);
      api.applyColumnState({
        state: [{ colId: sort.field, sort: sort.order === 'ascending' ? 'asc' : 'desc' }],
        defaultState: { sort: null },
      });
    } else if (api.getDisplayedRowCount() > 0) api.ensureIndexVisible(0, 'top');
    let jump = first.current ? startAt : 0;
    first.current = false;
    api.setGridOption('datasource', {
      getRows: async ({ startRow, endRow, successCallback, failCallback }) => {
        const rows = await model.load(startRow, endRow);
        if (!rows) return failCallback();
        successCallback(rows, model.state().total);
        if (jump > 0 && jump < model.state().total) api.ensureIndexVisible(jump, 'top');
        jump = 0;
      },
    });
  }, [api, model, generation, startAt]);

  useEffect(() => {
    if (!api) return;
    const sorted = (): void => {
      const column = api.getColumnState().find((state) => state.sort);
      const { field, order } = column
        ? {
            field: column.colId,
            order: column.sort === 'asc' ? ('ascending' as const) : ('descending' as const),
          }
        : model.resource.sort;
      model.setSort({ field, order });
    };
    const undoColumns = keepColumns(api, model.resource);
    api.addEventListener('sortChanged', sorted);
    return () => {
      undoColumns();
      if (!api.isDestroyed()) api.removeEventListener('sortChanged', sorted);
    };
  }, [api, model]);
}

function useGeneration(model: GridModel): number {
  const [generation, set] = useState(model.state().generation);
  useEffect(() => model.subscribe(() => set(model.state().generation)), [model]);
  return generation;
}

/** What only a visible grid does: live rows, running claims, painted choices, the label beside the thumb. */
function useGridLife(
  api: GridApi<Row> | undefined,
  root: RefObject<HTMLDivElement | null>,
  label: RefObject<HTMLDivElement | null>,
  model: GridModel,
  visible: boolean,
): void {
  const t = useT('grid');
  useEffect(() => {
    const element = root.current;
    if (!api || !element) return;
    model.screen = screenOf(api, element, model);
    const undos = [model.selection.subscribe(() => paintSelection(element, model))];
    if (label.current) undos.push(attachScrubber(element, label.current, api, model, () => t('of')));
    return () => {
      for (const undo of undos) undo();
    };
  }, [api, root, label, model, t]);
  useEffect(() => {
    const element = root.current;
    if (!api || !element || !visible) return;
    const seen = (): void => model.live.seen();
    const undos = [events.onResync(() => model.resync())];
    if (model.resource.live) undos.push(events.subscribe(model.resource.id, (list) => model.take(list)));
    const timer = setInterval(() => tickClaims(element, serverNow()), 1_000);
    api.addEventListener('viewportChanged', seen);
    seen();
    return () => {
      clearInterval(timer);
      for (const undo of undos) undo();
      model.live.stop();
      if (!api.isDestroyed()) api.removeEventListener('viewportChanged', seen);
    };
  }, [api, root, model, visible]);
}
