/** Which rows a view shows, and where they lie. */

/** Rows drawn beyond the edges: what the compositor shows before the page has drawn. */
const BEYOND = 2;

/**
 * How far, in px, the rows are moved up: a list taller than an element can be is drawn shorter (`drawn` instead of
 * `whole`), and its thumb stands for a share of it. `height` is that of the view.
 */
export function shiftOf(scrolled: number, whole: number, drawn: number, height: number): number {
  if (drawn === 0 || whole <= drawn) return 0;
  return Math.floor((scrolled / Math.max(1, drawn - height)) * (whole - drawn));
}

/**
 * First and last row to draw, both included, when the view begins `top` px below the first row. Their number is the
 * same wherever the view stands, so that a row that leaves at one edge serves at the other.
 */
export function rangeOf(top: number, height: number, rowHeight: number, count: number): [number, number] {
  const most = Math.ceil(height / rowHeight) + 1 + 2 * BEYOND;
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - BEYOND, count - most));
  return [first, Math.min(count, first + most) - 1];
}

/** The index a key leads to from a row; undefined for a key that does not move between rows. */
export function moveOf(
  key: string,
  ctrl: boolean,
  from: number,
  view: { fits: number; count: number },
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return ctrl ? view.count - 1 : from + 1;
    case 'ArrowUp':
      return ctrl ? 0 : from - 1;
    case 'PageDown':
      return from + Math.max(1, view.fits - 1);
    case 'PageUp':
      return from - Math.max(1, view.fits - 1);
    case 'Home':
      return 0;
    case 'End':
      return view.count - 1;
    default:
      return undefined;
  }
}
