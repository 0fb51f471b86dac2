/** Names of entries (RFC 4514), as far as it takes to know which is below which. */

/** The parts of a name, the entry's own first, as they are compared. */
export function partsOf(dn: string): string[] {
  const parts: string[] = [];
  let part = '';
  let quoted = false;
  for (let at = 0; at < dn.length; at += 1) {
    const letter = dn[at]!;
    if (letter === '\\') {
      part += letter + (dn[at + 1] ?? '');
      at += 1;
    } else if (letter === '"') {
      quoted = !quoted;
      part += letter;
    } else if (letter === ',' && !quoted) {
      parts.push(part);
      part = '';
    } else part += letter;
  }
  parts.push(part);
  return parts.map((each) =>
    each
      .trim()
      .replace(/\s*=\s*/, '=')
      .toLowerCase(),
  );
}

/** One spelling for all of one name. */
export const nameKey = (dn: string): string => partsOf(dn).join(',');

/** Names of what an entry is in, the nearest first. */
export function above(dn: string): string[] {
  const parts = partsOf(dn);
  return parts.slice(1).map((_part, at) => parts.slice(at + 1).join(','));
}

const PART = /^[A-Za-z][A-Za-z0-9.-]*=.+$/;

/** True for what names an entry. */
export const isName = (dn: string): boolean => partsOf(dn).every((part) => PART.test(part));
