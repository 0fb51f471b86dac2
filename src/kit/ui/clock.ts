import { type Locale, langTag } from '../../../contract/locales.ts';

/** Clock faces. Apart from the other formats, so that the sign-in page stays free of the decimal library. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  const known = formats.get(key) ?? make();
  formats.set(key, known);
  return known;
}

export const timeIn = (at: number, timeZone: string): string =>
  formatOf(
    `time ${timeZone}`,
    () => new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }),
  ).format(at);

export const dayIn = (at: number, timeZone: string, locale: Locale): string =>
  formatOf(
    `day ${timeZone} ${locale}`,
    () =>
      new Intl.DateTimeFormat(langTag(locale), {
        timeZone,
        weekday: 'short',
        month: 'short',
        day: 'numeric',
      }),
  ).format(at);

/** `UTC+5:30` of a zone now. */
export function offsetOf(timeZone: string): string {
  const format = formatOf(
    `offset ${timeZone}`,
    () => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }),
  );
  const name = format.formatToParts().find((part) => part.type === 'timeZoneName')?.value;
  return (name ?? 'GMT').replace('GMT', 'UTC');
}
