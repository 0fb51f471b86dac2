/** Of the countries whose currencies the product handles, and of their neighbours' banks. */
const LANGUAGES =
  'en en-IN hi bn ur zh pt-BR es id ms sw ja th vi fil fr de it nl tr ru ar ta te mr gu kn ml pa'.split(' ');
const SHORTEST = 3;
/** Banks' own; no calendar has them. */
const ALSO: readonly (readonly [string, number])[] = [
  ['sept', 9],
  ['agt', 8],
  ['ags', 8],
  ['sept', 9],
];

/** Without marks, points and case, so that `nov.`, `Nov` and `NOV` are one. */
export const monthForm = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{Mn}.\s'’]/gu, '')
    .toLowerCase();

function allNames(): Map<string, number> {
  const names = new Map<string, number>(ALSO);
  const ambiguous = new Set<string>();
  for (const language of LANGUAGES)
    for (const width of ['long', 'short'] as const)
      for (const extra of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, {
          month: width,
          ...extra,
          timeZone: 'UTC',
          numberingSystem: 'latn',
          calendar: 'gregory',
        });
        for (let month = 1; month <= 12; month += 1) {
          const part = format
            .formatToParts(Date.UTC(2026, month - 1, 15))
            .find(({ type }) => type === 'month');
          const name = monthForm(part?.value ?? '');
          if (/\d/.test(name) || Array.from(name).length < SHORTEST) continue;
          const known = names.get(name);
          if (known !== undefined && known !== month) ambiguous.add(name);
          else names.set(name, month);
        }
      }
  // A name that is another month in another language says nothing.
  for (const name of ambiguous) names.delete(name);
  return names;
}

let known: ReadonlyMap<string, number> | undefined;

/** The month of a name in any of these languages, from 1; undefined where none or more than one has it. */
export function monthNamed(name: string): number | undefined {
  known ??= allNames();
  return known.get(monthForm(name));
}
