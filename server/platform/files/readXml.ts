import { refuseFile } from './fileRefusal.ts';

/** What reads an XML part: its tags without name spaces' prefixes, since whoever opens the part sees the same. */
export interface XmlVisitor {
  open(name: string, attributes: () => Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** Between two tags. */
  text(text: () => string): void;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** At each place something fits, so that no place is read twice. */
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?|[\s\S]/g;
/** More attributes than any schema of an office document has for one tag. */
const MOST_ATTRIBUTES = 1_000;

const withoutPrefix = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex as string, 16) : decimal ? Number(decimal) : undefined;
    if (code !== undefined) return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
    return ENTITIES[name as string] ?? (all as string);
  });
}

/** What XML is written in; undefined of bytes that are none. @throws Refused of another encoding than Unicode's own */
export function xmlText(bytes: Buffer): string | undefined {
  const [one, two] = [bytes[0], bytes[1]];
  const isLittle = (one === 0xff && two === 0xfe) || (one === 0x3c && two === 0);
  const isBig = (one === 0xfe && two === 0xff) || (one === 0 && two === 0x3c);
  const even = bytes.subarray(0, bytes.length & ~1);
  const swapped = isBig ? Buffer.from(even).swap16() : even;
  const text = isLittle || isBig ? swapped.toString('utf16le') : bytes.toString('utf8');
  const start = text.replace(/^\uFEFF?\s*/, '');
  if (!start.startsWith('<')) return undefined;
  const declaration = /^<\?xml[^>]{0,200}/.exec(start)?.[0] ?? '';
  const encoding = /encoding\s*=\s*["']([\w.-]+)["']/.exec(declaration)?.[1]?.toLowerCase();
  if (encoding && !/^(?:utf-?8|utf-?16(?:le|be)?|us-ascii)$/.test(encoding)) throw refuseFile('fileDamaged');
  return start;
}

function attributesIn(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  let count = 0;
  for (const [, key, double, single] of tag.matchAll(ATTRIBUTE)) {
    if (key === undefined) continue;
    if ((count += 1) > MOST_ATTRIBUTES) throw refuseFile('fileDamaged');
    attributes[withoutPrefix(key)] = decode(double ?? single ?? '');
  }
  return attributes;
}

/** Where a tag ends: at the first bracket that is in no quotes. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
    else if (sign === '<') break;
  }
  throw refuseFile('fileDamaged');
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  if (found < 0) throw refuseFile('fileDamaged');
  return found;
}

/** Reads one tag. @returns where the text after it begins */
function readTag(text: string, open: number, visitor: XmlVisitor): number {
  const end = endOfTag(text, open + 1);
  const isClose = text[open + 1] === '/';
  const isEmpty = text[end - 1] === '/';
  let nameEnd = open + (isClose ? 2 : 1);
  const start = nameEnd;
  while (nameEnd < end && !/[\s/]/.test(text[nameEnd]!)) nameEnd += 1;
  const name = withoutPrefix(text.slice(start, nameEnd));
  if (name === '') throw refuseFile('fileDamaged');
  if (isClose) visitor.close(name);
  else visitor.open(name, () => attributesIn(text.slice(nameEnd, end)));
  if (isEmpty) visitor.close(name);
  return end + 1;
}

/** @throws Refused of what is no well-formed XML, and of a document type, whose entities could be anything */
export function readXml(text: string, visitor: XmlVisitor): void {
  let at = 0;
  while (at < text.length) {
    const found = text.indexOf('<', at);
    const open = found < 0 ? text.length : found;
    const from = at;
    if (open > at) visitor.text(() => decode(text.slice(from, open)));
    if (found < 0) return;
    if (text.startsWith('<!--', open)) at = after(text, '-->', open + 4) + 3;
    else if (text.startsWith('<?', open)) at = after(text, '?>', open + 2) + 2;
    else if (text.startsWith('<![CDATA[', open)) {
      const end = after(text, ']]>', open + 9);
      visitor.text(() => text.slice(open + 9, end));
      at = end + 3;
    } else if (text[open + 1] === '!') throw refuseFile('fileDamaged');
    else at = readTag(text, open, visitor);
  }
}
