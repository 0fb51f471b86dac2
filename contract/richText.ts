/**
 * Rich text as the product keeps and draws it: what is read of any HTML is a tree of these tags and attributes, and what is
 * written is made of that tree alone. Nothing of the source is copied, so that no markup gets through that is not here.
 */

export interface RichElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: RichNode[];
}
export type RichNode = string | RichElement;

const PLAIN = 'p div span b strong i em u s sub sup h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code'.split(
  ' ',
);
const TABLE = 'table thead tbody tr th td'.split(' ');
const VOID = ['br', 'hr'];
/** Only where pictures are taken, which come with the text itself. */
const PICTURE = 'img';
const TAGS: ReadonlySet<string> = new Set([...PLAIN, ...TABLE, ...VOID, 'a']);
/** What is in these is no text of the author's: it goes with them. */
const WHOLE: ReadonlySet<string> = new Set(
  'script style iframe svg math template noscript object embed textarea title xmp noembed noframes plaintext select head'.split(
    ' ',
  ),
);
const NONE: Readonly<Record<string, string>> = {};
/** What is deeper is text of what is around it. */
const DEEPEST = 30;

const span = (value: string): string | undefined => (/^[1-9]\d?$/.test(value) ? value : undefined);

/** Whole addresses of the web and of mail: a browser drops blanks and control characters, so they are dropped before it is asked. */
function address(value: string): string | undefined {
  const given = value.replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, '');
  return /^(?:https?:\/\/|mailto:)[^\s]/i.test(given) ? given : undefined;
}

const picture = (value: string): string | undefined =>
  /^data:image\/(?:png|jpeg|gif);base64,[\w+/]+=*$/.test(value) ? value : undefined;

const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, (value: string) => string | undefined>>>> =
  {
    a: { href: address },
    th: { colspan: span, rowspan: span },
    td: { colspan: span, rowspan: span },
    img: { src: picture, alt: (value) => value.slice(0, 300) },
  };

const ENTITIES: Readonly<Record<string, string>> = Object.freeze({
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  times: '×',
  deg: '°',
  euro: '€',
  yen: '¥',
  pound: '£',
});
const HIGHEST = 0x10ffff;

function point(code: number): string {
  const isText =
    code === 9 || code === 10 || (code >= 32 && code <= HIGHEST && (code < 0xd800 || code > 0xdfff));
  return isText ? String.fromCodePoint(code) : '';
}

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6});?|#(\d{1,7});?|([a-z]{2,8});)/gi, (whole, hex, decimal, name) => {
    if (hex) return point(Number.parseInt(hex, 16));
    if (decimal) return point(Number(decimal));
    return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : whole;
  });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Reads from a place on; every character is looked at a bounded number of times. */
class Reader {
  readonly #html: string;
  readonly #pictures: boolean;
  readonly #root: RichElement = { tag: '', attributes: NONE, children: [] };
  readonly #open: RichElement[] = [this.#root];
  #at = 0;

  constructor(html: string, pictures: boolean) {
    this.#html = html;
    this.#pictures = pictures;
  }

  read(): RichNode[] {
    while (this.#at < this.#html.length) this.#next();
    return this.#root.children;
  }

  #next(): void {
    const html = this.#html;
    const at = html.indexOf('<', this.#at);
    const end = at < 0 ? html.length : at;
    this.#text(html.slice(this.#at, end));
    this.#at = end;
    if (at < 0) return;
    const after = html.charAt(at + 1);
    if (/[a-z]/i.test(after)) this.#start();
    else if (after === '/' && /[a-z]/i.test(html.charAt(at + 2))) this.#end();
    else if (html.startsWith('<!--', at)) this.#skip('-->', at + 4);
    else if (after === '!' || after === '?' || after === '/') this.#skip('>', at + 1);
    else {
      this.#text('<');
      this.#at = at + 1;
    }
  }

  /** Past the next of these, or to the end where there is none. */
  #skip(what: string, from: number): void {
    const found = this.#html.indexOf(what, from);
    this.#at = found < 0 ? this.#html.length : found + what.length;
  }

  #text(source: string): void {
    if (source === '') return;
    const { children } = this.#open.at(-1)!;
    const before = children.at(-1);
    const text = source === '<' ? source : decoded(source);
    if (typeof before === 'string') children[children.length - 1] = before + text;
    else if (text !== '') children.push(text);
  }

  #name(from: number): string {
    const name = /[^\s/>]*/y;
    name.lastIndex = from;
    const found = name.exec(this.#html)?.[0] ?? '';
    this.#at = from + found.length;
    return found.toLowerCase();
  }

  #start(): void {
    const tag = this.#name(this.#at + 1);
    const given = this.#attributes(tag);
    if (given === undefined) return;
    if (WHOLE.has(tag)) return this.#dropWhole(tag);
    const isPicture = tag === PICTURE && this.#pictures && given.src !== undefined;
    if ((!TAGS.has(tag) && !isPicture) || (tag === 'a' && this.#open.some((each) => each.tag === 'a')))
      return;
    const element: RichElement = { tag, attributes: given, children: [] };
    if (this.#open.length > DEEPEST) return;
    this.#open.at(-1)!.children.push(element);
    if (!VOID.includes(tag) && !isPicture) this.#open.push(element);
  }

  /** The attributes that the tag may have; undefined where the text ends before the tag does. */
  #attributes(tag: string): Readonly<Record<string, string>> | undefined {
    const kept: Record<string, string> = {};
    const rules = Object.hasOwn(ATTRIBUTES, tag) ? ATTRIBUTES[tag]! : {};
    const each = /[\s/]*(?:([^\s/>][^\s/>=]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]*))?)?/y;
    for (;;) {
      each.lastIndex = this.#at;
      const [found, name, raw] = each.exec(this.#html)!;
      this.#at += found.length;
      if (name === undefined) break;
      const key = name.toLowerCase();
      const check = Object.hasOwn(rules, key) ? rules[key] : undefined;
      if (!check || raw === undefined || Object.hasOwn(kept, key)) continue;
      const value = check(decoded(/^["']/.test(raw) ? raw.slice(1, -1) : raw));
      if (value !== undefined) kept[key] = value;
    }
    if (this.#at >= this.#html.length) return undefined;
    this.#at += 1;
    return kept;
  }

  #dropWhole(tag: string): void {
    const close = new RegExp(`</${tag}[\\s/>]`, 'gi');
    close.lastIndex = this.#at;
    const found = close.exec(this.#html);
    if (found) this.#skip('>', found.index);
    else this.#at = this.#html.length;
  }

  #end(): void {
    const tag = this.#name(this.#at + 2);
    this.#skip('>', this.#at);
    const place = this.#open.findLastIndex((each) => each.tag === tag);
    if (place > 0) this.#open.length = place;
  }
}

/** What is kept of any HTML, and of plain text; with pictures those whose bytes it holds. */
export const readRichText = (html: string, { pictures = false } = {}): RichNode[] =>
  new Reader(html, pictures).read();

function written(node: RichNode): string {
  if (typeof node === 'string') return escaped(node);
  const { tag, attributes, children } = node;
  const own = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  if (attributes.href !== undefined) own.push(' target="_blank" rel="noopener noreferrer nofollow"');
  const start = `<${tag}${own.join('')}>`;
  return VOID.includes(tag) ? start : `${start}${children.map(written).join('')}</${tag}>`;
}

/** The same as HTML that may be shown as it is. */
export const safeHtml = (html: string): string => readRichText(html).map(written).join('');

const textIn = (node: RichNode): string =>
  typeof node === 'string' ? node : node.children.map(textIn).join('');

/** Has it anything to read. */
export const saysNothing = (html: string): boolean => readRichText(html).map(textIn).join('').trim() === '';
