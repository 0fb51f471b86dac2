import type {
  CellClickedEvent,
  CellFocusedEvent,
  CellDoubleClickedEvent,
  ColDef,
  GetRowIdParams,
  GridApi,
  GridOptions,
  RowClassRules,
  SuppressKeyboardEventParams,
} from 'ag-grid-community';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { currentLocale, gridHeights, serverNow, useCaller, useT, useTheme } from '../../kit/index.ts';
import { BLOCK } from './blocks.ts';
import type { GridContext } from './cells.ts';
import { type Column, SELECT_COLUMN } from './columns.ts';
import { copyText } from './copy.ts';
import type { GridModel } from './model.ts';
import { gridTheme } from './theme.ts';
import { useAgGrid } from './useAgGrid.ts';
import { useCut } from './useCut.ts';
import { useFit } from './useFit.ts';
import { useGridData } from './useGridData.ts';
import { useGridLife } from './useGridLife.ts';
import './grid.css';

export interface GridHandle {
  api: GridApi<Row>;
  focus(): void;
  /** Columns as wide as what they show, after their widths were reset. */
  refit(): void;
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
/** What never changes while a grid lives. */
const FIXED: GridOptions<Row> = {
  theme: gridTheme,
  rowModelType: 'infinite',
  defaultColDef,
  maintainColumnOrder: true,
  rowBuffer: 2,
  cacheBlockSize: BLOCK,
  // Until the first block is there the whole height shows rows on their way.
  infiniteInitialRowCount: 60,
  maxBlocksInCache: 30,
  maxConcurrentDatasourceRequests: 2,
  blockLoadDebounceMillis: 0,
  suppressColumnMoveAnimation: true,
  suppressDragLeaveHidesColumns: true,
  suppressMultiSort: true,
  suppressOverlays: ['loading', 'noRows'],
  // A row with a transform is a layer of its own to sort out in every frame: a quarter of what a scroll costs.
  suppressRowTransform: true,
  suppressScrollOnNewData: true,
  enableCellTextSelection: false,
};
const rowId = ({ data }: GetRowIdParams<Row>): string => data.id;

function clicked(model: GridModel, event: CellClickedEvent<Row>): void {
  const { data, event: raw } = event;
  const mouse = raw as MouseEvent | undefined;
  if (!data || data.gap || !mouse) return;
  const order = () => model.blocks.order();
  if (mouse.shiftKey) model.selection.range(data.id, order());
  else if (event.column.getColId() === SELECT_COLUMN) model.selection.toggle(data.id);
  else if (mouse.ctrlKey || mouse.metaKey) model.selection.add(data.id);
  else model.selection.point(data.id);
}

/** The sign at the cell's right edge, drawn by the style sheet while a mouse is over it, is what copies. */
function copied(event: CellClickedEvent<Row>): void {
  const cell = (event.event?.target as HTMLElement | null)?.closest<HTMLElement>('.grid-copy');
  const mouse = event.event as MouseEvent | undefined;
  if (cell && mouse && mouse.clientX > cell.getBoundingClientRect().right - 20)
    void copyText(String(event.value ?? ''));
}

/** A finger has neither a space bar nor a second click: a tap on the row itself opens it. */
const isTap = ({ event, column }: CellClickedEvent<Row>): boolean =>
  column.getColId() !== SELECT_COLUMN && (event as PointerEvent | undefined)?.pointerType === 'touch';

export function ResourceGrid(props: ResourceGridProps) {
  const { model, columns, visible, rowClasses, startAt = 0, handle, onCurrent, onOpen } = props;
  const t = useT('grid');
  const { size } = useTheme();
  const { profile } = useCaller();
  const root = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLDivElement>(null);
  const gridApi = useRef<GridApi<Row>>(undefined);
  const heights = useMemo(() => gridHeights(size), [size]);
  const context = useMemo<GridContext>(
    () => ({
      selection: model.selection,
      selectLabel: () => t('select.row'),
      selectAllLabel: () => t('select.block'),
      block: () => model.blocks.around(shownAt(gridApi.current)),
      me: profile.id,
      now: serverNow,
    }),
    [model, profile.id, t],
  );
  const classes = useMemo<RowClassRules<Row>>(
    () => ({
      'grid-chosen': ({ data }) => data !== undefined && model.selection.has(data.id),
      'grid-cursor': ({ data }) => data !== undefined && model.selection.cursor() === data.id,
      'grid-left': ({ data }) => data !== undefined && model.left.has(data.id),
      'grid-gap': ({ data }) => data?.gap === true,
      'grid-wait': ({ data }) => data === undefined,
      ...rowClasses,
    }),
    [model, rowClasses],
  );

  const latest = useRef({ onCurrent, onOpen });
  useEffect(() => {
    latest.current = { onCurrent, onOpen };
  });
  const heard = useMemo<GridOptions<Row>>(
    () => ({
      ...FIXED,
      getRowId: rowId,
      onCellClicked: (event: CellClickedEvent<Row>) => {
        clicked(model, event);
        if (!isTap(event)) copied(event);
        else if (event.data && !event.data.gap) latest.current.onOpen?.(event.data);
      },
      onCellDoubleClicked: ({ data }: CellDoubleClickedEvent<Row>) => {
        if (data && !data.gap) latest.current.onOpen?.(data);
      },
      onCellFocused: ({ rowIndex, api: focused }: CellFocusedEvent<Row>) => {
        const row = rowIndex === null ? undefined : focused.getDisplayedRowAtIndex(rowIndex)?.data;
        if (row && !row.gap) latest.current.onCurrent?.(row, rowIndex!);
      },
    }),
    [model],
  );
  const api = useAgGrid(frame, {
    ...heard,
    columnDefs: columns,
    context,
    rowClassRules: classes,
    rowHeight: heights.rowHeight,
    headerHeight: heights.headerHeight,
  });
  useEffect(() => {
    gridApi.current = api;
  }, [api]);
  const fit = useFit(api, root, model, columns, size);
  useCut(api, root);
  useGridData(api, model, startAt, fit);
  useGridLife(api, root, label, model, visible, fit);
  useEffect(() => {
    if (!api || !handle) return;
    handle.current = { api, focus: () => focusGrid(api), refit: () => fit.current?.again() };
    return () => {
      handle.current = null;
    };
  }, [api, handle, fit]);
  const locale = currentLocale();
  useEffect(() => api?.refreshCells({ force: true }), [api, locale, columns]);

  return (
    <div className="grid-root" ref={root} aria-label={props.title} role="region">
      <div className="grid-frame" ref={frame} />
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

/** The first row in view. */
const shownAt = (api: GridApi<Row> | undefined): number => Math.max(0, api?.getFirstDisplayedRowIndex() ?? 0);
