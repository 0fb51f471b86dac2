import type { GridApi } from 'ag-grid-community';
import type { RefObject } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { RowRenderer } from './rowRenderer.ts';
import type { Direction } from './changes.ts';
import { shownColumns } from './columnState.ts';
import type { Fit } from './fit.ts';
import { flash } from './flash.ts';
import type { GridModel } from './model.ts';
import type { Screen } from './screenPorts.ts';
import { settleFocus } from './settleFocus.ts';

/** Where a row is looked for: a message or a narrow float over a part of it hides no row. */
const LOOKED_AT = [0.02, 0.25, 0.5, 0.75, 0.98] as const;

/** A person sees the row: some of what its list shows of it is on top of whatever is there. */
function isOnTop(row: HTMLElement): boolean {
  const list = row.closest('.ag-grid-viewport')?.getBoundingClientRect();
  const { left, right, top, height } = row.getBoundingClientRect();
  const [from, to] = [Math.max(left, list?.left ?? left), Math.min(right, list?.right ?? right)];
  return LOOKED_AT.some((share) =>
    row.contains(row.ownerDocument.elementFromPoint(from + share * (to - from), top + height / 2)),
  );
}

export function screenOf(
  api: GridApi<Row>,
  body: RefObject<RowRenderer | undefined>,
  model: GridModel,
  fit: RefObject<Fit | undefined>,
): Screen {
  return {
    visible: () => body.current?.visible() ?? new Set(),
    show(row: Row, changes: ReadonlyMap<string, Direction>) {
      const index = model.blocks.indexOf(row.id);
      if (index === undefined) return;
      if (changes.size > 0) fit.current?.rows([row]);
      body.current?.put(row, index);
      const drawn = body.current?.rowOf(row.id);
      if (drawn) flash(drawn, changes);
    },
    atTop: () => (body.current?.first() ?? 0) === 0,
    sees: (index) => body.current?.sees(index) ?? true,
    reveal: (index) => void (api.isDestroyed() || api.ensureIndexVisible(index, 'middle')),
    shows(id) {
      const row = body.current?.rowOf(id);
      return row !== undefined && body.current?.sees(row.index) === true && isOnTop(row.element);
    },
    focusFirst() {
      if (body.current) settleFocus(model, body.current, 0, Number.POSITIVE_INFINITY);
    },
    sums: () => fit.current?.sums(),
    // An answer may come after the grid has gone.
    reread: () => void (api.isDestroyed() || api.refreshInfiniteCache()),
    mark: () => body.current?.paint(),
    columns: () => shownColumns(api),
  };
}
