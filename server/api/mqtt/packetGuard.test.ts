import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packetGuard } from './packetGuard.ts';

const MOST = 300_000;

/** A packet of so many bytes after its header. */
function packet(length: number): Buffer {
  const header = [0x30];
  let rest = length;
  do {
    const byte = rest % 128;
    rest = Math.floor(rest / 128);
    header.push(rest > 0 ? byte | 0x80 : byte);
  } while (rest > 0);
  return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)]);
}

const pieces = (data: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(data.length / size) }, (_, at) => data.subarray(at * size, (at + 1) * size));

const seen = (data: Buffer, size: number): boolean => {
  const isTooLarge = packetGuard(MOST);
  return pieces(data, size).some(isTooLarge);
};

it('lets packets pass up to the bound, however they are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 1, 127, 128, 16_383, 16_384, MOST), { maxLength: 4 }),
      fc.constantFrom(1, 2, 3, 1_000, 65_536),
      (lengths, size) => {
        expect(seen(Buffer.concat(lengths.map(packet)), Math.max(size, 1))).toBe(false);
      },
    ),
    { numRuns: 30 },
  );
});

it('sees a larger one by its header alone', () => {
  for (const size of [1, 2, 3, 100])
    expect(seen(Buffer.concat([packet(5), packet(0), packet(MOST + 1).subarray(0, 4)]), size)).toBe(true);
  expect(seen(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]), 6)).toBe(true);
});
