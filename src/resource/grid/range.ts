import { formatCount, toast, translate } from '../../kit/index.ts';
import type { Blocks } from './blocks.ts';
import type { Span } from './cellRange.ts';
import { chosenSpan, heightOf, rowsOfSpan } from './chosenSpan.ts';
import type { GridModel } from './model.ts';
import type { Selection } from './selection.ts';

/** Rows that one range may hold: each is named to the server by its id. */
export const MOST_ROWS = 5_000;

const refuseLength = (): void => {
  toast.warning(translate('grid:select.tooLong', { count: formatCount(MOST_ROWS) }), { key: 'range' });
};

const showError = (error: unknown): void => {
  // The list was read anew meanwhile: the range was of the old one.
  if (error instanceof DOMException && error.name === 'AbortError') return;
  toast.error(error instanceof Error ? error.message : String(error), { key: 'range' });
};

/**
 * Chooses the rows from the last touched one to this one, those between that are not loaded as well. A range that is too
 * long is not cut: it is said what is possible, and nothing changes.
 */
export async function chooseRange(
  { selection, blocks }: { selection: Selection; blocks: Blocks },
  id: string,
): Promise<void> {
  const from = selection.anchor();
  const to = blocks.indexOf(id);
  if (from === undefined || from === id || to === undefined) return selection.range(id, [id]);
  const start = blocks.indexOf(from);
  const size = start === undefined ? Number.POSITIVE_INFINITY : Math.abs(to - start) + 1;
  if (start === undefined || size > MOST_ROWS) {
    return refuseLength();
  }
  const [first, last] = [Math.min(start, to), Math.max(start, to)];
  const loaded = blocks.order();
  const between = loaded.slice(loaded.indexOf(first === to ? id : from)).slice(0, size);
  if (between.at(-1) === (last === to ? id : from)) return selection.range(id, between);
  try {
    const rows = await blocks.rows(first, last + 1);
    // Somebody went on to another row meanwhile: the range was of this one.
    if (selection.anchor() !== from) return;
    selection.range(
      id,
      rows.map((row) => row.id),
    );
  } catch (error) {
    showError(error);
  }
}

async function toggleRows(model: GridModel, span: Span): Promise<void> {
  try {
    const ids = (await rowsOfSpan(model, span)).map(({ id }) => id);
    model.selection.set(ids, !ids.every(model.selection.has));
  } catch (error) {
    showError(error);
  }
}

/** Checks the rows of the chosen cells, or unchecks them where all are checked. @returns false where no cells are chosen */
export function toggleChosenCells(model: GridModel): boolean {
  const span = chosenSpan(model);
  if (!span) return false;
  if (heightOf(span) > MOST_ROWS) refuseLength();
  else void toggleRows(model, span);
  return true;
}
