/** Digits in groups of two or three, as people of different countries part them. */
const GROUPED = /^\d{1,3}(?:[ ,.'’\u00a0\u202f]\d{2,3})*$/;

/** The count that is in a box; undefined where it is none. Any grouping will do, and full-width digits. */
export function countIn(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim();
  if (!/^\d{1,9}$/.test(typed) && !GROUPED.test(typed)) return undefined;
  const digits = typed.replace(/\D/g, '');
  return digits.length > 9 ? undefined : Number(digits);
}
