/**
 * The patterns that a drawn field may have: single characters and classes, each with a count. What may repeat must not meet a
 * character that could be its own or that of what follows, so that there is one way to match a text and nothing is tried twice.
 */

/** Characters of ASCII, and one more for all others. */
const OTHERS = 128;
const COUNT_MOST = 500;
const LENGTH_MOST = 200;

type Characters = ReadonlySet<number>;

interface Part {
  characters: Characters;
  least: number;
  most: number;
}

const codeOf = (character: string): number => Math.min(character.codePointAt(0) ?? 0, OTHERS);
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const ALL = range(0, OTHERS);
const DIGITS = range(48, 57);
const WORD = [...DIGITS, ...range(65, 90), ...range(97, 122), 95];
const SPACES = [9, 10, 11, 12, 13, 32, OTHERS];
const without = (codes: readonly number[]): number[] =>
  ALL.filter((code) => code === OTHERS || !codes.includes(code));

const ESCAPES: Readonly<Record<string, readonly number[]>> = {
  d: DIGITS,
  D: without(DIGITS),
  w: WORD,
  W: without(WORD),
  s: SPACES,
  S: without(SPACES),
};

/** Characters that mean themselves after a backslash. */
const ESCAPED = /^[\^$\\.*+?()[\]{}|/-]$/;
const SPECIAL = /^[\^$\\*+?()[\]{}|]$/;

class Unsafe extends Error {}

function escaped(character: string | undefined): readonly number[] {
  const known = character === undefined ? undefined : Object.hasOwn(ESCAPES, character) && ESCAPES[character];
  if (known) return known;
  if (character === undefined || !ESCAPED.test(character)) throw new Unsafe();
  return [codeOf(character)];
}

/** Reads a source from left to right. */
class Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#characters = Array.from(source);
  }

  get ended(): boolean {
    return this.#at >= this.#characters.length;
  }

  peek(): string | undefined {
    return this.#characters[this.#at];
  }

  next(): string | undefined {
    const character = this.peek();
    this.#at += 1;
    return character;
  }

  /** What a `{` begins, without it. */
  counted(): string {
    let text = '';
    for (let character = this.next(); character !== '}'; character = this.next()) {
      if (character === undefined) throw new Unsafe();
      text += character;
    }
    return text;
  }
}

function classOf(reader: Reader): Characters {
  const isNegated = reader.peek() === '^';
  if (isNegated) reader.next();
  const found: number[] = [];
  let from: number | undefined;
  for (let character = reader.next(); character !== ']'; character = reader.next()) {
    if (character === undefined || character === '[') throw new Unsafe();
    if (character === '-' && from !== undefined && reader.peek() !== ']') {
      const end = reader.next();
      const to = end === '\\' ? escaped(reader.next()) : [codeOf(end ?? '')];
      if (end === undefined || to.length !== 1 || to[0]! < from || to[0] === OTHERS) throw new Unsafe();
      found.push(...range(from, to[0]!));
      from = undefined;
      continue;
    }
    const codes: readonly number[] = character === '\\' ? escaped(reader.next()) : [codeOf(character)];
    found.push(...codes);
    from = codes.length === 1 ? codes[0] : undefined;
  }
  if (found.length === 0) throw new Unsafe();
  return new Set(isNegated ? without(found) : found);
}

function charactersOf(reader: Reader): Characters {
  const character = reader.next();
  if (character === '[') return classOf(reader);
  if (character === '\\') return new Set(escaped(reader.next()));
  if (character === '.') return new Set(ALL);
  if (character === undefined || SPECIAL.test(character)) throw new Unsafe();
  return new Set([codeOf(character)]);
}

function countOf(reader: Reader): Pick<Part, 'least' | 'most'> {
  const sign = reader.peek();
  const simple = { '?': [0, 1], '*': [0, Infinity], '+': [1, Infinity] }[sign ?? ''];
  if (simple) {
    reader.next();
    return { least: simple[0]!, most: simple[1]! };
  }
  if (sign !== '{') return { least: 1, most: 1 };
  reader.next();
  const found = /^(\d{1,3})(,(\d{0,3}))?$/.exec(reader.counted());
  if (!found) throw new Unsafe();
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[3] ? Number(found[3]) : Infinity;
  if (least > most || least > COUNT_MOST || (most !== Infinity && most > COUNT_MOST)) throw new Unsafe();
  return { least, most };
}

function partsOf(source: string): Part[] {
  const reader = new Reader(source);
  const parts: Part[] = [];
  while (!reader.ended) {
    const characters = charactersOf(reader);
    parts.push({ characters, ...countOf(reader) });
  }
  return parts;
}

/** True where a text can be read in one way: what may go on never has the character that may come next. */
function isPlain(parts: readonly Part[]): boolean {
  return parts.every(({ characters, least, most }, at) => {
    if (least === most) return true;
    for (const next of parts.slice(at + 1)) {
      if ([...characters].some((code) => next.characters.has(code))) return false;
      if (next.least > 0) return true;
    }
    return true;
  });
}

const visibleOf = (characters: Characters): number | undefined =>
  [...characters].find((code) => code > 32 && code < 127) ?? [...characters][0];

/** The shortest text that a safe pattern takes, of characters that can be seen. */
export const sampleOf = (source: string): string =>
  partsOf(source)
    .map(({ characters, least }) => String.fromCodePoint(visibleOf(characters) ?? 0).repeat(least))
    .join('');

/** True where the source may be the pattern of a drawn field: it is read in time that grows with the text alone. */
export function isSafePattern(source: string): boolean {
  if (source === '' || source.length > LENGTH_MOST) return false;
  try {
    return new RegExp(`^(?:${source})$`, 'u').unicode && isPlain(partsOf(source));
  } catch {
    return false;
  }
}
