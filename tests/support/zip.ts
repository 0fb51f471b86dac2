import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  name: string;
  content: Buffer | string;
  /** What the directory says of its size, where that is a lie. */
  size?: number;
  /** The name in front of the bytes, where it is another. */
  localName?: string;
  flags?: number;
}

/** A ZIP archive, as far as tests need one. */
export function zipped(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, size, localName = name, flags = 0 } of parts) {
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain);
    const says = size ?? plain.length;
    const shared = Buffer.alloc(26);
    for (const [place, value] of [
      [0, 20],
      [2, flags],
      [4, 8],
    ] as const)
      shared.writeUInt16LE(value, place);
    shared.writeUInt32LE(crc32(plain), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(says, 18);
    const local = Buffer.from(shared);
    local.writeUInt16LE(Buffer.byteLength(localName), 22);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), local, Buffer.from(localName), packed]);
    const central = Buffer.from(shared);
    central.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), central, rest, Buffer.from(name)]),
    );
    bodies.push(body);
    at += body.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, central, end]);
}

const TYPES = { name: '[Content_Types].xml', content: '<Types/>' };

/** The smallest documents that are ones. */
export const docx = (more: readonly ZipPart[] = []): Buffer =>
  zipped([TYPES, { name: 'word/document.xml', content: '<w:document/>' }, ...more]);
export const xlsx = (more: readonly ZipPart[] = []): Buffer =>
  zipped([TYPES, { name: 'xl/workbook.xml', content: '<workbook/>' }, ...more]);
