// What every statement can print and compare: the years 1 to 9998, whatever zone the text was in.
const EARLIEST = Date.parse('0001-01-02T00:00:00Z');
const LATEST = Date.parse('9999-01-01T00:00:00Z');

/** The instant as UTC text; undefined where it is none, or none that the database keeps. */
export function instantText(value: string | number): string | undefined {
  const at = new Date(value).getTime();
  return at >= EARLIEST && at < LATEST ? new Date(at).toISOString() : undefined;
}
