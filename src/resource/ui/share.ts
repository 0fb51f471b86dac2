/** What wants room in a panel's bar, in pixels. */
export interface Wants {
  /** Room for all of it; what must stand is taken off already. */
  free: number;
  gap: number;
  /** Filters in their order; a set one says what the list leaves out, so it goes first. */
  chips: readonly { width: number; set: boolean }[];
  /** Verbs in their order. */
  buttons: readonly number[];
}

/** Verbs that stand before a second filter does. */
const VERBS_FIRST = 3;

/**
 * Which filters and how many verbs one line has room for: the first verb, the first filter that is set, two more
 * verbs, the other set filters, the other verbs, and filters that leave nothing out. A filter too wide lets a
 * narrower one pass; verbs keep their order, and where one of the first has no room an empty filter has none either.
 */
export function share({ free, gap, chips, buttons }: Wants): { chips: boolean[]; buttons: number } {
  const shown = chips.map(() => false);
  let left = free;
  let verbs = 0;
  const take = (width: number): boolean => {
    const fits = width + gap <= left;
    if (fits) left -= width + gap;
    return fits;
  };
  const verbsTo = (most: number): void => {
    while (verbs < Math.min(most, buttons.length) && take(buttons[verbs]!)) verbs += 1;
  };
  const filters = (set: boolean, most = chips.length): void => {
    let taken = 0;
    for (const [at, chip] of chips.entries()) {
      if (taken >= most || shown[at] || chip.set !== set) continue;
      shown[at] = take(chip.width);
      if (shown[at]) taken += 1;
    }
  };
  verbsTo(1);
  filters(true, 1);
  if (verbs > 0) verbsTo(VERBS_FIRST);
  filters(true);
  if (verbs >= Math.min(VERBS_FIRST, buttons.length)) {
    verbsTo(buttons.length);
    filters(false);
  }
  return { chips: shown, buttons: verbs };
}
