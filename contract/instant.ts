// What every statement can print and compare: the years 1 to 9998, whatever zone the text was in.
const EARLIEST = Date.parse('0001-01-02T00:00:00Z');
const LATEST = Date.parse('9999-01-01T00:00:00Z');

/** The instant as UTC text; undefined where it is none, or none that the database keeps. */
export function instantText(value: string | number): string | undefined {
  const at = new Date(value).getTime();
  return at >= EARLIEST && at < LATEST ? new Date(at).toISOString() : undefined;
}

/** A day of the calendar that the database keeps; the thirtieth of February is none, though a Date makes one of it. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && instantText(text)?.startsWith(text) === true;
