/** The twelve panels that every host shows: six grids and six charts, four next to each other in three lines. */

export interface BenchPanel {
  id: string;
  view: string;
}

const VIEWS = ['collectOrder', 'fundDetail', 'dashboard', 'dashboard'] as const;
export const COLUMNS = 4;
export const LINES = 3;

export const TWELVE: readonly BenchPanel[] = Array.from({ length: COLUMNS * LINES }, (_, at) => ({
  id: `p${at}`,
  view: VIEWS[at % COLUMNS]!,
}));
