import { useEffect } from 'react';
import { isGap } from '../../resource/grid/loaded.ts';
import type { ResourcePanel } from '../../resource/useResourcePanel.ts';
import type { Alignment } from './alignment.ts';

const ROWS = '.ag-grid-viewport';

/** The place that an element of a grid is at. */
export function placeOf(element: Element | null | undefined): number | undefined {
  const index = element?.closest('[row-index]')?.getAttribute('row-index');
  return index === null || index === undefined ? undefined : Number(index);
}

/** Rows of the other sides at the place under the keyboard look focused too; nothing does where they lack one. */
function followPlace(alignment: Alignment, at: number, place: number): void {
  for (const [other, { model }] of alignment.sides.entries()) {
    if (other === at || !model) continue;
    const row = model.blocks.at(place);
    if (row && !isGap(row)) model.selection.adopt(row.id);
    else model.selection.leave();
  }
}

/** A side scrolls with the others, and its focused row takes theirs along. */
export function useInStep(
  { area, model, handle }: ResourcePanel,
  alignment: Alignment,
  at: number,
  activate: (at: number) => void,
): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const scroll = ({ target }: Event): void => {
      const own = target as HTMLElement;
      if (!own.matches(ROWS)) return;
      for (const [other, { screen }] of alignment.sides.entries()) {
        const view = other === at ? undefined : screen?.area.querySelector<HTMLElement>(ROWS);
        // The one that was moved answers with an event of its own, which finds nothing to do.
        if (view && Math.abs(view.scrollTop - own.scrollTop) >= 1) view.scrollTop = own.scrollTop;
      }
    };
    const focused = ({ target }: FocusEvent): void => {
      activate(at);
      const place = placeOf(target as Element);
      if (place !== undefined) followPlace(alignment, at, place);
    };
    alignment.sides[at]!.screen = { area: element, focusAt: (place) => handle.current?.focusAt(place) };
    element.addEventListener('scroll', scroll, { capture: true, passive: true });
    element.addEventListener('focusin', focused);
    return () => {
      alignment.sides[at]!.screen = undefined;
      element.removeEventListener('scroll', scroll, { capture: true });
      element.removeEventListener('focusin', focused);
    };
  }, [area, model, handle, alignment, at, activate]);
}
