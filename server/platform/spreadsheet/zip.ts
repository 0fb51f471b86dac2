import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file inside the archive; its text is read once. */
export interface ZipEntry {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  name: Buffer;
  checksum: number;
  packed: number;
  size: number;
  offset: number;
}

/** Sizes are 32 bits without the ZIP64 extension, which not every spreadsheet reads. */
const MOST_BYTES = 0xff_ff_ff_ff;
/** Names are UTF-8, and the sizes of an entry follow its bytes. */
const FLAGS = 0x08_08;
const DEFLATE = 8;
const VERSION = 20;
/** 1 January 1980: the archive depends on its content only. */
const DATE = 0x00_21;

/** Little-endian fields as [bytes, value]. */
function fields(parts: readonly (readonly [2 | 4, number])[]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of parts) {
    buffer.writeUIntLE(value, at, length);
    at += length;
  }
  return buffer;
}

const localHeader = (name: Buffer): Buffer => {
  const head: (readonly [2 | 4, number])[] = [
    [4, 0x04_03_4b_50],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DATE],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  ];
  return Buffer.concat([fields(head), name]);
};

const descriptor = ({ checksum, packed, size }: Written): Buffer =>
  fields([
    [4, 0x08_07_4b_50],
    [4, checksum],
    [4, packed],
    [4, size],
  ]);

const centralHeader = ({ name, checksum, packed, size, offset }: Written): Buffer =>
  Buffer.concat([
    fields([
      [4, 0x02_01_4b_50],
      [2, VERSION],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, DATE],
      [4, checksum],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ]),
    name,
  ]);

const endOfArchive = (entries: number, length: number, offset: number): Buffer =>
  fields([
    [4, 0x06_05_4b_50],
    [2, 0],
    [2, 0],
    [2, entries],
    [2, entries],
    [4, length],
    [4, offset],
    [2, 0],
  ]);

async function* packed(content: ZipEntry['content'], written: Written): AsyncGenerator<Buffer> {
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      written.checksum = crc32(bytes, written.checksum);
      written.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw({ level: 1 });
  const piped = pipeline(measured, deflate);
  // Its error reaches the reader of `deflate` too.
  piped.catch(() => undefined);
  for await (const bytes of deflate as AsyncIterable<Buffer>) {
    written.packed += bytes.length;
    yield bytes;
  }
  await piped;
}

/** A ZIP archive as it is made: nothing of an entry is held back. @throws RangeError where it would exceed 4 GiB */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Written[] = [];
  let offset = 0;
  const counted = (bytes: Buffer): Buffer => {
    offset += bytes.length;
    return bytes;
  };
  for (const entry of entries) {
    const written: Written = { name: Buffer.from(entry.name), checksum: 0, packed: 0, size: 0, offset };
    yield counted(localHeader(written.name));
    for await (const bytes of packed(entry.content, written)) yield counted(bytes);
    if (written.size > MOST_BYTES || offset > MOST_BYTES) throw new RangeError('a workbook exceeds 4 GiB');
    yield counted(descriptor(written));
    directory.push(written);
  }
  const start = offset;
  for (const written of directory) yield counted(centralHeader(written));
  yield endOfArchive(directory.length, offset - start, start);
}
