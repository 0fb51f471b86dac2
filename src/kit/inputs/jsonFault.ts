const NAME = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SIMPLE = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/** Thrown to unwind; the place is all it carries. */
class Fault extends Error {
  readonly at: number;
  constructor(at: number) {
    super('fault');
    this.at = at;
  }
}

/** The first sign that cannot stand where it does. Browsers tell it in words of their own, or not at all. */
function faultAt(text: string): number | undefined {
  let at = 0;
  const take = (pattern: RegExp): void => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) throw new Fault(at);
    at = pattern.lastIndex;
  };
  const sign = (wanted: string): boolean => {
    take(SPACE);
    if (text[at] !== wanted) return false;
    at += 1;
    return true;
  };
  const need = (wanted: string): void => {
    if (!sign(wanted)) throw new Fault(at);
  };
  const name = (): void => {
    const from = at;
    take(NAME);
    // A line that ends inside quotes, a tab: JSON wants such signs written out.
    for (let place = from; place < at; place += 1) if (text[place]! < ' ') throw new Fault(place);
  };
  const list = (end: string, item: () => void): void => {
    if (sign(end)) return;
    do item();
    while (sign(','));
    need(end);
  };
  const value = (): void => {
    if (sign('{'))
      return list('}', () => {
        take(SPACE);
        name();
        need(':');
        value();
      });
    if (sign('[')) return list(']', value);
    if (text[at] === '"') name();
    else take(SIMPLE);
  };
  try {
    value();
    take(SPACE);
    return at < text.length ? at : undefined;
  } catch (error) {
    if (error instanceof Fault) return error.at;
    throw error;
  }
}

/** Where a text stops being JSON, counted from one; undefined where it is JSON or nothing at all. */
export function jsonFault(text: string): { line: number; column: number } | undefined {
  const at = text.trim() === '' ? undefined : faultAt(text);
  if (at === undefined) return undefined;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
