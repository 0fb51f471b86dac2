import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG of one colour with a text that is no part of the picture; `says` is its size, where that is a lie. */
export function png(
  width = 4,
  height = 4,
  says: { width: number; height: number } = { width, height },
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(says.width, 0);
  head.writeUInt32BE(says.height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 200)]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from('Comment\0taken at home', 'latin1')),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A bitmap of 24 bits a pixel, its first line from the bottom red and the others blue. */
export function bitmap(width: number, height: number): Buffer {
  const line = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + line * height);
  bytes.write('BM', 'latin1');
  for (const [at, value] of [
    [2, bytes.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) bytes[54 + y * line + x * 3 + (y === 0 ? 2 : 0)] = 255;
  return bytes;
}
