import { crc32, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ALPHABET, formsOf } from './glyphs.ts';
import { drawCaptcha, drawText } from './picture.ts';

interface Chunk {
  type: string;
  data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.push({ type: named.toString('latin1', 0, 4), data: named.subarray(4) });
    at += length + 12;
  }
  return chunks;
}

function pixelsOf(png: Buffer): Uint8Array {
  const rows = inflateSync(chunksOf(png).find(({ type }) => type === 'IDAT')?.data ?? Buffer.alloc(0));
  expect(rows.length).toBe(241 * 80);
  return rows.filter((_, i) => i % 241 !== 0);
}

it('draws a valid greyscale PNG of 240 × 80 pixels that holds nothing but pixels', () => {
  const chunks = chunksOf(drawCaptcha().png);
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  expect(chunks[0]?.data.toString('hex')).toBe('000000f0000000500800000000');
});

it('asks for four characters, none of which looks like another', () => {
  for (const lookAlikes of ['0OQD', '1IL', '7TY', '2Z', '5S6', '8B3', '4A', 'EF', 'MW', 'PR', 'CG', 'UV'])
    expect(Array.from(lookAlikes).filter((c) => ALPHABET.includes(c)).length, lookAlikes).toBeLessThan(2);
  for (const character of ALPHABET) expect(formsOf(character).length, character).toBeGreaterThan(0);
  const answers = Array.from({ length: 30 }, () => drawCaptcha().answer);
  for (const answer of answers)
    expect(Array.from(answer).filter((c) => ALPHABET.includes(c))).toHaveLength(4);
  expect(new Set(answers).size).toBeGreaterThan(25);
});

it('never draws a text twice in the same way, not even its outlines', () => {
  const [one, other] = [pixelsOf(drawText('KX5T')), pixelsOf(drawText('KX5T'))];
  const isDark = (pixel: number | undefined): boolean => (pixel ?? 255) < 110;
  const darkInOne = one.filter((pixel) => isDark(pixel)).length;
  const darkInBoth = one.filter((pixel, i) => isDark(pixel) && isDark(other[i])).length;
  expect(darkInOne).toBeGreaterThan(1_000);
  expect(darkInBoth).toBeLessThan(darkInOne / 2);
});
