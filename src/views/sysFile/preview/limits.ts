/** What is shown of a sheet at most. */
export const MOST_ROWS = 1_000;
export const MOST_COLUMNS = 50;
