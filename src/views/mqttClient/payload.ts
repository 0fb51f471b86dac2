/** Payloads as people read and write them: text, JSON, or bytes in hexadecimal digits. */

export const FORMATS = ['text', 'json', 'hex'] as const;
export type Format = (typeof FORMATS)[number];

export function bytesOf(base64: string): Uint8Array {
  const raw = atob(base64);
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

const strict = new TextDecoder('utf-8', { fatal: true });
const loose = new TextDecoder();

/** The text of bytes; undefined where they are none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = strict.decode(bytes);
    // oxlint-disable-next-line no-control-regex -- a control is no text
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** One line for a list: the text, or the bytes where they are none. */
export function lineOf(bytes: Uint8Array, cut: boolean): string {
  const most = 240;
  // A character may have been cut in two.
  const text = cut ? loose.decode(bytes.subarray(0, most)) : textOf(bytes);
  return text === undefined
    ? hexPairs(bytes.subarray(0, most / 3)).join(' ')
    : text.slice(0, most).replaceAll(/\s+/g, ' ');
}

const hexPairs = (bytes: Uint8Array): string[] =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));

const ACROSS = 16;

/** Offset, sixteen bytes, and what of them is a letter. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += ACROSS) {
    const part = bytes.subarray(at, at + ACROSS);
    const letters = Array.from(part, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
    );
    const pairs = hexPairs(part)
      .join(' ')
      .padEnd(ACROSS * 3 - 1);
    lines.push(`${at.toString(16).padStart(4, '0')}  ${pairs}  ${letters.join('')}`);
  }
  return lines.join('\n');
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** JSON with a line for each value; numbers stay as they were sent, however long. Undefined for what is no JSON. */
export function prettyJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  let depth = 0;
  let out = '';
  let before = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    const opened = before === '{' || before === '[';
    if (closes ? !opened : opened || before === ',') out += line();
    out += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    before = token;
  }
  return out;
}

export type Encoded = { bytes: Uint8Array } | { fault: 'json' | 'hex' };

/** What is written as the bytes that are sent; JSON and digits are checked first. */
export function encode(text: string, format: Format): Encoded {
  if (format === 'json' && prettyJson(text) === undefined) return { fault: 'json' };
  if (format !== 'hex') return { bytes: new TextEncoder().encode(text) };
  const digits = text.replaceAll(/(?:0x)|[\s,:-]/gi, '');
  if (digits.length % 2 !== 0 || /[^0-9a-f]/i.test(digits)) return { fault: 'hex' };
  const bytes = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return { bytes: Uint8Array.from(bytes) };
}
