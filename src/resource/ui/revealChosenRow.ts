import { translate } from '../../kit/index.ts';

/**
 * Of a short list: a key acts on the chosen row where it is seen and the keyboard is in its panel. Else the row is shown,
 * has the keyboard, and the key is asked for once more. @returns true where the key may act, else what to say
 */
export function revealChosenRow(list: HTMLElement | null, isInPanel: boolean): true | string {
  const row = list?.querySelector<HTMLElement>('tr[aria-selected="true"]');
  // The command itself says that nothing is chosen.
  if (!list || !row) return true;
  const [frame, place] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  const isInView = place.top >= frame.top && place.bottom <= frame.bottom;
  if (isInView && isInPanel) return true;
  row.scrollIntoView({ block: 'nearest' });
  row.focus({ preventScroll: true });
  return translate(isInPanel ? 'grid:sight.revealed' : 'grid:sight.outlined');
}
