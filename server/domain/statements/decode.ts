import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import type { Encoding } from '../../../contract/statementFormat.ts';
import { BrokenStatement } from './brokenStatement.ts';

/** Byte order marks; the longest that fits says what the bytes are. */
const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
];
/** Names of the detector that are ours, or parts of ours. */
const DETECTED: Readonly<Record<string, Encoding>> = {
  GB18030: 'GB18030',
  Big5: 'Big5',
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
};
/** Enough for the statistics of letters. */
const SAMPLE = 64 * 1024;

const markOf = (bytes: Buffer): Encoding | undefined =>
  MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Of text without a mark, every other byte of which is zero where it is of western letters. */
function wideOf(bytes: Buffer): Encoding | undefined {
  const sample = bytes.subarray(0, 512);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const most = sample.length / 4;
  if (zeros[1]! > most && zeros[0] === 0) return 'UTF-16LE';
  return zeros[0]! > most && zeros[1] === 0 ? 'UTF-16BE' : undefined;
}

/** What the bytes most probably are, by their mark, by whether they are valid, then by their letters. */
export function detectEncoding(bytes: Buffer): Encoding {
  const certain = markOf(bytes) ?? wideOf(bytes);
  if (certain) return certain;
  if (isUtf8(bytes)) return 'UTF-8';
  const found = analyse(bytes.subarray(0, SAMPLE)).find(({ name }) => name in DETECTED);
  return found ? DETECTED[found.name]! : 'windows-1252';
}

/**
 * The text of a file.
 * @throws BrokenStatement text, where the bytes are none of this encoding: a letter is never replaced
 */
export function decode(bytes: Buffer, encoding: Encoding): string {
  const text = iconv.decode(bytes, encoding);
  if (text.includes('\uFFFD') || text.includes('\0')) throw new BrokenStatement('text');
  return text;
}
