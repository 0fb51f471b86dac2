/**
 * A double click on the edge of a column's header makes the column as wide as what it shows. AG Grid would measure the
 * rows that it draws itself, which are none. Returns its undo.
 */
export function attachHeaderEdge(root: HTMLElement, fit: (column: string) => void): () => void {
  const dblclick = (event: MouseEvent): void => {
    const edge = (event.target as Element).closest('.ag-header-cell-resize');
    const column = edge?.closest('[col-id]')?.getAttribute('col-id');
    if (!column) return;
    event.stopPropagation();
    fit(column);
  };
  root.addEventListener('dblclick', dblclick, true);
  return () => root.removeEventListener('dblclick', dblclick, true);
}
