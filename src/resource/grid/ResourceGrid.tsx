import type { GridApi, RowClassRules } from 'ag-grid-community';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { gridHeights, serverNow, translate, useCaller, useT, useTheme } from '../../kit/index.ts';
import type { RowRenderer } from './rowRenderer.ts';
import type { GridContext } from './cells.ts';
import type { Column } from './columns.ts';
import type { Fit } from './fit.ts';
import { GridHost } from './GridHost.tsx';
import type { GridModel } from './model.ts';
import { useBody } from './useBody.ts';
import { useFit } from './useFit.ts';
import { useGridData } from './useGridData.ts';
import { useGridLife } from './useGridLife.ts';
import './grid.css';

export interface GridHandle {
  api: GridApi<Row>;
  /** Puts the keyboard on the focused row, else into the list. */
  focus(): void;
  /** Puts the keyboard on the row at a place, and that into sight. */
  focusAt(index: number): void;
  /** The cell under the keyboard. */
  at(): { row: Row; column: string | undefined } | undefined;
  /** Where that cell is in its window, or its row where no cell is chosen; undefined while it is out of view. */
  boxOf(row: Row, column: string | undefined): DOMRect | undefined;
  /** The first row in view. */
  first(): number;
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
  /** What can be done with the focused row is asked for at a point of its window, in px. */
  onMenu?: (at: { x: number; y: number }) => void;
}

/** What cells are drawn with. */
function useGridContext(model: GridModel, body: RefObject<RowRenderer | undefined>): GridContext {
  const t = useT('grid');
  const { profile } = useCaller();
  return useMemo<GridContext>(
    () => ({
      selection: model.selection,
      selectLabel: t('select.row'),
      // The box above the boxes keeps this for as long as it lives.
      selectAllLabel: () => translate('grid:select.block'),
      block: () => model.blocks.around(body.current?.first() ?? 0),
      me: profile.id,
      now: serverNow,
      format: model.formats.of,
      reason: model.refusals.of,
      tree: model.source.tree,
    }),
    [model, body, profile.id, t],
  );
}

/** How rows look that are chosen, focused, gone from the filter, new or not there yet, in addition to the screen's own classes. */
const useRowClasses = (model: GridModel, own: RowClassRules<Row> | undefined): RowClassRules<Row> =>
  useMemo<RowClassRules<Row>>(
    () => ({
      'grid-chosen': ({ data }) => data !== undefined && model.selection.has(data.id),
      'grid-cursor': ({ data }) => data !== undefined && model.selection.cursor() === data.id,
      'grid-left': ({ data }) => data !== undefined && model.left.has(data.id),
      'grid-new': ({ data }) => data !== undefined && model.newcomers.isRecent(data.id),
      'grid-gap': ({ data }) => data?.gap === true,
      'grid-wait': ({ data }) => data === undefined,
      'grid-path': ({ data }) => data !== undefined && model.source.tree?.place(data.id)?.isPath === true,
      ...own,
    }),
    [model, own],
  );

function focusOf(body: RowRenderer | undefined): { row: Row; column: string | undefined } | undefined {
  const at = body?.at();
  return at?.row && !at.row.gap ? { row: at.row, column: at.column } : undefined;
}

/** The grid as others hold it, for as long as it lives. */
function useHandle(
  handle: RefObject<GridHandle | null> | undefined,
  api: GridApi<Row> | undefined,
  body: RefObject<RowRenderer | undefined>,
  fit: RefObject<Fit | undefined>,
): void {
  useEffect(() => {
    if (!api || !handle) return;
    handle.current = {
      api,
      focus: () => body.current?.enter(),
      focusAt: (index) => body.current?.focus(index),
      at: () => focusOf(body.current),
      boxOf(row, column) {
        const drawn = body.current?.rowOf(row.id);
        return (drawn?.cell(column ?? '') ?? drawn?.element)?.getBoundingClientRect();
      },
      first: () => body.current?.first() ?? 0,
      refit: () => fit.current?.refit(),
    };
    return () => {
      handle.current = null;
    };
  }, [api, body, handle, fit]);
}

/** Readers announce the grid by its name; the panel around it is the landmark. */
function useGridName(
  root: RefObject<HTMLElement | null>,
  api: GridApi<Row> | undefined,
  title: string,
  isTree: boolean,
): void {
  useEffect(() => {
    const grid = api && root.current?.querySelector('[role="grid"],[role="treegrid"]');
    grid?.setAttribute('aria-label', title);
    if (isTree) grid?.setAttribute('role', 'treegrid');
  }, [root, api, title, isTree]);
}

export function ResourceGrid(props: ResourceGridProps) {
  const { model, columns, visible, startAt = 0 } = props;
  const { size } = useTheme();
  const root = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLDivElement>(null);
  const body = useRef<RowRenderer>(undefined);
  const { rowHeight, headerHeight } = useMemo(() => gridHeights(size), [size]);
  const context = useGridContext(model, body);
  const rules = useRowClasses(model, props.rowClasses);
  const [api, setApi] = useState<GridApi<Row>>();
  const fit = useFit(api, model, columns, size);
  const { onCurrent, onOpen, onMenu } = props;
  useBody(body, api, root, { model, context, rules, rowHeight, onCurrent, onOpen, onMenu });
  useGridData(api, model, startAt, fit, body);
  useGridLife({ api, body, root, label, model, fit }, visible);
  useGridName(root, api, props.title, model.source.tree !== undefined);
  useHandle(props.handle, api, body, fit);
  return (
    <div className="grid-root" ref={root} tabIndex={-1}>
      <GridHost
        columnDefs={columns}
        context={context}
        rowHeight={rowHeight}
        headerHeight={headerHeight}
        api={api}
        setApi={setApi}
      />
      <div className="grid-scrubber pd-number" ref={label} hidden aria-hidden="true" />
    </div>
  );
}
