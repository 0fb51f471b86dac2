import iconv from 'iconv-lite';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { openFile } from './openFile.ts';

const rowsOf = async (bytes: Buffer | string) =>
  (await openFile(Buffer.from(bytes as string))).rows.map(({ number, cells }) => [number, ...cells]);

describe('a text', () => {
  it.each(['\n', '\r\n', '\r'])('has lines however they end', async (end) => {
    expect(await rowsOf(['a,b', '1,2', ''].join(end))).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
  });
  it.each([
    ['a;b\n1,5;2', ';'],
    ['a\tb\n1,5\t2', '\t'],
    ['a|b|c\n1|2|3', '|'],
    ['sep=;\na,b;c', ';'],
    ['Statement, of an account\nDate;Text;Sum\n1;a, b;1,5\n2;c, d;2,5', ';'],
  ])('is separated by what its lines have in common: %j', async (text, delimiter) => {
    expect((await openFile(Buffer.from(text))).delimiter).toBe(delimiter);
  });
  it.each(['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5'])('is read in %s', async (encoding) => {
    const text = '日期,摘要,金額\n2026-03-05,貨款收入轉帳交易明細,100\n';
    const { rows } = await openFile(
      iconv.encode(text.repeat(20), encoding, { addBOM: encoding.startsWith('utf-16') }),
    );
    expect(rows[1]!.cells).toEqual(['2026-03-05', '貨款收入轉帳交易明細', '100']);
  });
  it('is read in the letters of western Europe', async () => {
    const text = 'Data;Histórico;Valor\n05/03/2026;Transferência recebida de João;100,00\n';
    const table = await openFile(iconv.encode(text.repeat(10), 'windows-1252'));
    expect(table.encoding).toBe('windows-1252');
    expect(table.rows[1]!.cells[1]).toBe('Transferência recebida de João');
  });
  it('keeps a cell of several lines, and tells a mark that is never closed', async () => {
    const { rows } = await openFile(Buffer.from('a,b\n"one\ntwo",2\n"open,3\n05/03/2026,4\nx"y,5\n'));
    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['one\ntwo', '2'] },
      { number: 4, cells: ['"open', '3'], isQuoteOpen: true },
      { number: 5, cells: ['05/03/2026', '4'] },
      { number: 6, cells: ['x"y', '5'] },
    ]);
  });
});

describe('a workbook', () => {
  it('has numbers without an exponent, and days as they stand', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'one',
          rows: [
            ['Date', 'Ref', 'Sum'],
            [new Date('2026-11-27T00:00:00Z'), 711120001202, 0.1 + 0.2],
          ],
        },
      ],
    });
    expect(await rowsOf(Buffer.from(bytes))).toEqual([
      [1, 'Date', 'Ref', 'Sum'],
      [2, '2026-11-27', '711120001202', '0.3'],
    ]);
  });
  it('may be a page by another name', async () => {
    const page =
      '<html><table><tr><td>Menu</td></tr></table><table><tr><th>Date</th><th>Ref</th></tr><tr><td>05/03/2026</td><td>000123</td></tr></table></html>';
    expect(await rowsOf(page)).toEqual([
      [1, 'Date', 'Ref'],
      [2, '05/03/2026', '000123'],
    ]);
  });
  it.each(['PK\u0003\u0004 no archive', '<html>no table</html>'])(
    'is refused where it is none: %j',
    async (bytes) => {
      await expect(openFile(Buffer.from(bytes))).rejects.toMatchObject({ why: 'workbook' });
    },
  );
});
