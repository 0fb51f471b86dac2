import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GREYSCALE = 0;

/** Length, type, data and the checksum of type and data (PNG specification, section 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(named.length + 8);
  result.writeUInt32BE(data.length, 0);
  named.copy(result, 4);
  result.writeUInt32BE(crc32(named), named.length + 4);
  return result;
}

/** An 8-bit greyscale PNG; `pixels` holds the rows from top to bottom, 0 is black. */
export function encodePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = GREYSCALE;
  // Each row is preceded by its filter type; 0 is none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
