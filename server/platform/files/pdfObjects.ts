import { refuseFile } from './fileRefusal.ts';

/** Objects of a PDF, as far as their dictionaries: read from every place that a reader could begin at. */

export interface PdfDict {
  [name: string]: PdfValue | undefined;
}
/** Names begin with a slash; strings are empty, numbers and keywords are text. */
type PdfValue = string | PdfValue[] | PdfDict;

export interface PdfStream {
  dict: PdfDict;
  /** The first byte of what the stream holds. */
  streamAt: number;
}

const MOST_DEPTH = 40;
/** White space and comments. */
const BLANK = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const REGULAR = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const STREAM = /stream(?:\r\n|\n|\r)?/y;
/** What begins an object, wherever it is written. */
const BEGINS = /(?<![A-Za-z])obj/g;
/** A dictionary or a list of more is none that a writer made. */
const MOST_VALUES = 100_000;
/** So often the file's own length is read: once, but for headers that are written within objects. */
const MOST_PASSES = 8;

const decoded = (name: string): string =>
  name.replaceAll(/#([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

class Lexer {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found) this.at += found.length;
    return found;
  }

  /** A string with brackets within and what is behind a backslash left out. */
  #skipString(): void {
    let depth = 0;
    for (; this.at < this.#text.length; this.at += 1) {
      const sign = this.#text[this.at];
      if (sign === '\\') this.at += 1;
      else if (sign === '(') depth += 1;
      else if (sign === ')' && (depth -= 1) === 0) break;
    }
    this.at += 1;
  }

  #list(end: string, depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    for (;;) {
      this.take(BLANK);
      if (values.length > MOST_VALUES) this.at = this.#text.length;
      if (this.at >= this.#text.length) return values;
      if (this.#text.startsWith(end, this.at)) {
        this.at += end.length;
        return values;
      }
      values.push(this.value(depth + 1));
    }
  }

  #dict(depth: number): PdfDict {
    const values = this.#list('>>', depth);
    const dict = Object.create(null) as PdfDict;
    for (let at = 0; at < values.length; at += 1) {
      const name = values[at];
      if (typeof name !== 'string' || !name.startsWith('/')) continue;
      const [key, next] = [name.slice(1), values[at + 1] ?? ''];
      const before = dict[key];
      // Readers differ in which of two they take.
      dict[key] = before === undefined ? next : [before, next];
      // `5 0 R` is three values of one: nothing here follows it.
      at += 1;
    }
    return dict;
  }

  value(depth = 0): PdfValue {
    this.take(BLANK);
    const two = this.#text.slice(this.at, this.at + 2);
    if (depth > MOST_DEPTH) {
      this.at = this.#text.length;
      return '';
    }
    if (two === '<<') {
      this.at += 2;
      return this.#dict(depth);
    }
    if (two[0] === '[') {
      this.at += 1;
      return this.#list(']', depth);
    }
    if (two[0] === '(') {
      this.#skipString();
      return '';
    }
    if (two[0] === '<') {
      const end = this.#text.indexOf('>', this.at);
      this.at = end < 0 ? this.#text.length : end + 1;
      return '';
    }
    if (two[0] === '/') {
      this.at += 1;
      return `/${decoded(this.take(REGULAR) ?? '')}`;
    }
    const word = this.take(REGULAR);
    if (word === undefined) this.at += 1;
    return word ?? '';
  }
}

/**
 * Every object that has a stream, wherever its header is written: within strings and other streams, too.
 * @throws Refused of a file that takes more than its length to read
 */
export function* readObjects(text: string): Generator<PdfStream> {
  let left = MOST_PASSES * text.length;
  for (const { index } of text.matchAll(BEGINS)) {
    const start = index + 'obj'.length;
    const lexer = new Lexer(text, start);
    lexer.take(BLANK);
    const dict = text.startsWith('<<', lexer.at) ? lexer.value() : undefined;
    lexer.take(BLANK);
    left -= lexer.at - start;
    if (left < 0) throw refuseFile('fileDamaged');
    if (typeof dict === 'object' && !Array.isArray(dict) && lexer.take(STREAM))
      yield { dict, streamAt: lexer.at };
  }
}
