const asked = new URLSearchParams(location.search);
const number = (name: string, otherwise: number): number => Number(asked.get(name) ?? otherwise);

/** What every peer draws: a million rows of forty columns in a box as large as the product's grid. */
export const ROWS = 1_000_000;
export const COLUMNS = 40;
export const ROW_PX = 26;
export const HEADER_PX = 28;
export const COLUMN_PX = number('column', 110);
export const WIDTH = number('width', 1500);
export const HEIGHT = number('height', 700);
export const FEED = asked.get('feed');
/** AG Grid with the options that make it cheapest. */
export const TUNED = asked.has('tuned');
