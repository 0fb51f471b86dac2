import { type BenchPanel, TWELVE } from '../panels.ts';

/** How many of the panels a host shows; none measures what the page costs without them. */
export const shownPanels = (): readonly BenchPanel[] =>
  TWELVE.slice(0, Number(new URLSearchParams(location.search).get('panels') ?? TWELVE.length));
