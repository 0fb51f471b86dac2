import { createGrid, type GridApi, type GridOptions } from 'ag-grid-community';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { modulesOf } from './modules.ts';

/**
 * A grid made in a pop-out outlives it, but an observer ends with the window it is of: those of a grid are the page's,
 * wherever it is made.
 */
function make(root: HTMLElement, options: GridOptions<Row>): GridApi<Row> {
  let making = true;
  const getDocument = () => (making ? document : root.ownerDocument);
  const made = createGrid<Row>(root, { ...options, getDocument }, { modules: modulesOf() });
  making = false;
  return made;
}

/**
 * A grid drawn into `root` for as long as the component lives; options that change are handed over one by one.
 * AG Grid's own React wrapper makes a component of every row and cell, which doubles the cost of a full redraw.
 */
export function useAgGrid(
  root: RefObject<HTMLElement | null>,
  options: GridOptions<Row>,
): GridApi<Row> | undefined {
  const [api, setApi] = useState<GridApi<Row>>();
  const given = useRef(options);
  useEffect(() => {
    const made = make(root.current!, given.current);
    setApi(made);
    return () => {
      setApi(undefined);
      made.destroy();
    };
  }, [root]);
  useEffect(() => {
    const before = given.current;
    given.current = options;
    const changed = Object.entries(options).filter(
      ([key, value]) => before[key as keyof typeof before] !== value,
    );
    if (!api || changed.length === 0) return;
    const top = Math.round(api.getVerticalPixelRange().top / (before.rowHeight ?? 1));
    api.updateGridOptions(Object.fromEntries(changed));
    // Rows of another height: the place in the list stays, not the pixel.
    if (changed.some(([key]) => key === 'rowHeight') && top > 0) api.ensureIndexVisible(top, 'top');
  });
  return api;
}
