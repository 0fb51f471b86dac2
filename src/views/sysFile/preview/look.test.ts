import { expect, test } from 'vitest';
import { writeXlsx } from 'hucre/xlsx';
import { readText } from './encoding.ts';
import { readSheets } from './readSheets.ts';
import { zipSize } from './zipSize.ts';

test('a text is read by its mark, else by the first encoding in which all of it has a meaning', () => {
  const read = (...bytes: number[]) => readText(Uint8Array.from(bytes));
  expect(read(0xef, 0xbb, 0xbf, 0x61)).toEqual({ text: 'a', encoding: 'utf-8' });
  expect(read(0xff, 0xfe, 0x61, 0)).toEqual({ text: 'a', encoding: 'utf-16le' });
  expect(read(0xfe, 0xff, 0, 0x61)).toEqual({ text: 'a', encoding: 'utf-16be' });
  expect(readText(new TextEncoder().encode('银行 €'))).toEqual({ text: '银行 €', encoding: 'utf-8' });
  expect(read(0xd2, 0xf8, 0xd0, 0xd0)).toEqual({ text: '银行', encoding: 'gb18030' });
  expect(read(0x63, 0x61, 0x66, 0xe9, 0x20, 0xff)).toEqual({ text: 'café ÿ', encoding: 'windows-1252' });
  // A letter that is cut where the shown part ends is none of another encoding.
  expect(readText(new TextEncoder().encode('银行').slice(0, 4)).encoding).toBe('utf-8');
});

test('an archive is known by what it comes to before anything of it is inflated', async () => {
  const rows = Array.from({ length: 2_000 }, () => ['the same again']);
  const book = new Uint8Array(await writeXlsx({ sheets: [{ name: 'A', rows }] }));
  const before = zipSize(book)!;
  expect(before).toBeGreaterThan(book.length * 4);
  // The directory says what the first part comes to.
  const view = new DataView(book.buffer);
  const first = view.getUint32(book.length - 6, true);
  view.setUint32(first + 24, 2 ** 31, true);
  expect(zipSize(book)).toBeGreaterThan(2 ** 31);
  for (const other of [new Uint8Array(), book.subarray(0, 50), Uint8Array.from([...book, 0])])
    expect(zipSize(other)).toBeUndefined();
});

test('of a workbook the beginning of each sheet is shown, formulas by their values', async () => {
  const book = await writeXlsx({
    sheets: [
      {
        name: 'Long',
        rows: [
          ['Text', 1.5, new Date('2026-01-02'), new Date('2026-01-02T03:04:05Z'), true, null],
          ...Array.from({ length: 1_100 }, (_, at) => [at]),
        ],
      },
      { name: 'Wide', rows: [Array.from({ length: 60 }, (_, at) => at)] },
      { name: 'Empty', rows: [] },
    ],
  });
  const [long, wide, empty] = await readSheets(book);
  expect(long?.rows[0]?.slice(0, 5)).toEqual(['Text', '1.5', '2026-01-02', '2026-01-02 03:04:05', 'true']);
  expect([long?.rows.length, long?.isCut]).toEqual([1_000, true]);
  expect([wide?.rows[0]?.length, wide?.isCut]).toEqual([50, true]);
  expect(empty).toEqual({ name: 'Empty', rows: [], isCut: false });
  await expect(readSheets(new Uint8Array(40))).rejects.toThrow();
});
