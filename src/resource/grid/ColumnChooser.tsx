import { type RefObject, memo, useState } from 'react';
import { Icon, Popover, VirtualList, useT } from '../../kit/index.ts';
import { SELECT_COLUMN } from './columns.ts';
import { resetColumns, showColumn } from './columnState.ts';
import type { GridModel } from './model.ts';
import type { GridHandle } from './ResourceGrid.tsx';

function Choices({ model, handle }: { model: GridModel; handle: RefObject<GridHandle | null> }) {
  const t = useT('grid');
  const [, redraw] = useState(0);
  const api = handle.current?.api;
  const columns = api?.getColumns()?.filter((column) => column.getColId() !== SELECT_COLUMN) ?? [];
  return (
    <>
      <VirtualList
        className="pop-list"
        items={columns}
        keyOf={(column) => column.getColId()}
        textOf={(column) => column.getColDef().headerName ?? ''}
        walk
      >
        {(column) => (
          <label className="pop-choice">
            <input
              type="checkbox"
              checked={column.isVisible()}
              // Rows without what they are called by can be distinguished by nobody, and verbs act on them.
              disabled={column.getColId() === model.resource.label && column.isVisible()}
              onChange={(event) => {
                if (api) showColumn(api, model.resource, column.getColId(), event.target.checked);
                redraw((count) => count + 1);
              }}
            />
            {column.getColDef().headerName}
          </label>
        )}
      </VirtualList>
      <div className="pop-foot">
        <button
          type="button"
          className="pd-button"
          onClick={() => {
            if (handle.current) resetColumns(handle.current, model.resource);
            redraw((count) => count + 1);
          }}
        >
          {t('columns.reset')}
        </button>
      </div>
    </>
  );
}

/** Which columns a person sees; order and widths are set in the header itself. */
export const ColumnChooser = memo(function ColumnChooser(props: {
  model: GridModel;
  handle: RefObject<GridHandle | null>;
}) {
  const t = useT('grid');
  return (
    <Popover className="pd-icon-button" label={t('columns.choose')} face={<Icon name="columns" />}>
      {() => <Choices {...props} />}
    </Popover>
  );
});
