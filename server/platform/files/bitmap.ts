import { refuseFile } from './fileRefusal.ts';

/** Pixels as they are read, three bytes each, from the top. */
export interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

const HEADER = 54;
const PLAIN = 0;
const WITH_MASKS = 3;

/**
 * A Windows bitmap of 24 or 32 bits a pixel, the two that programs write today.
 * @throws Refused of any other, and of one with more pixels than `most`
 */
export function readBitmap(bytes: Buffer, most: number): Pixels {
  if (bytes.length < HEADER) throw refuseFile('fileDamaged');
  const [width, tall] = [bytes.readInt32LE(18), bytes.readInt32LE(22)];
  const height = Math.abs(tall);
  const [depth, packing] = [bytes.readUInt16LE(28), bytes.readUInt32LE(30)];
  if (width <= 0 || height === 0) throw refuseFile('fileDamaged');
  if (width * height > most) throw refuseFile('filePixels', { most: most / 1_000_000 });
  const isKnown = depth === 24 ? packing === PLAIN : depth === 32 && [PLAIN, WITH_MASKS].includes(packing);
  if (!isKnown) throw refuseFile('fileBitmap');
  const start = bytes.readUInt32LE(10);
  const wide = depth / 8;
  const line = Math.ceil((width * wide) / 4) * 4;
  if (start < HEADER || start + line * height > bytes.length) throw refuseFile('fileDamaged');
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    // Lines come from the bottom, unless the height is below nothing.
    let from = start + line * (tall > 0 ? height - 1 - y : y);
    let to = y * width * 3;
    for (let x = 0; x < width; x += 1) {
      data[to] = bytes[from + 2]!;
      data[to + 1] = bytes[from + 1]!;
      data[to + 2] = bytes[from]!;
      from += wide;
      to += 3;
    }
  }
  return { width, height, data };
}
