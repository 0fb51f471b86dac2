import { translate } from '../../kit/index.ts';
import type { GridPanel } from './usePanel.ts';

/**
 * A key acts on the row that is outlined, in view, in the panel that has the keyboard. Where the keyboard is elsewhere
 * (in a message, on a tab, nowhere) or the row is out of view, it is brought there and the key is asked for once more:
 * nothing has been done to a row that nobody looked at. @returns true where the key may act, else what to say
 */
export function bringIntoSight({ model, focusGrid }: GridPanel, isInPanel: boolean): true | string {
  const { targets, selection, screen, blocks } = model;
  const id = targets.focusedId();
  const isTicked = selection.count(model.state().total) > 0;
  // The command itself says that nothing is chosen.
  if (!isTicked && id === undefined) {
    if (!isInPanel) focusGrid();
    return true;
  }
  const isRevealed = targets.reveal();
  if (!isInPanel) {
    focusGrid();
    // Ticks are seen wherever the keyboard is: the button that chose all that match is gone once it was pressed.
    if (!isTicked) return translate('grid:sight.outlined');
  }
  if (isRevealed) return translate('grid:sight.revealed');
  if (isTicked || id === undefined || screen.shows(id)) return true;
  // Of a row that the list has not loaded the peek shows all that there is to see.
  if (blocks.indexOf(id) === undefined && model.peekOpen) return true;
  return translate('grid:sight.covered');
}
