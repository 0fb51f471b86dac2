import type { Delimiter, Encoding } from '../../../contract/statementFormat.ts';
import { BrokenStatement } from './brokenStatement.ts';
import { decode, detectEncoding } from './decode.ts';
import { readDelimited } from './delimited.ts';
import { readWebPage, readWorkbook } from './sheets.ts';
import type { Table } from './table.ts';

/** The first bytes of the two kinds of workbook: an archive, and the older container. */
const BOOKS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const WEB = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html|<table|<meta)/i;

const isWorkbook = (bytes: Buffer): boolean =>
  BOOKS.some((first) => first.every((byte, at) => bytes[at] === byte));

export interface Envelope {
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
}

/** The table of a file, whatever its name says it is. @throws BrokenStatement */
export async function openFile(bytes: Buffer, envelope: Envelope = {}): Promise<Table> {
  const notText = { encoding: null, delimiter: null };
  if (isWorkbook(bytes)) return { kind: 'workbook', ...notText, rows: await readWorkbook(bytes) };
  const encoding = envelope.encoding ?? detectEncoding(bytes);
  const text = decode(bytes, encoding);
  if (text.trim() === '') throw new BrokenStatement('empty');
  if (WEB.test(text)) return { kind: 'web', ...notText, encoding, rows: readWebPage(text) };
  return { kind: 'delimited', encoding, ...readDelimited(text, envelope.delimiter) };
}
