import { describe, expect, it } from 'vitest';
import { sheetOf, timeOf } from '../support/xlsx.ts';
import { type Sheet, workbook } from '../../server/platform/spreadsheet/workbook.ts';

async function written(sheet: Omit<Sheet, 'title'>, title = 'Orders'): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of workbook({ ...sheet, title })) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* pages(...list: (string | null)[][][]): AsyncGenerator<(string | null)[][]> {
  for (const page of list) yield await Promise.resolve(page);
}

const cellsOf = async (type: Sheet['columns'][number]['type'], texts: (string | null)[]) =>
  sheetOf(
    await written({ columns: [{ header: 'h', type }], pages: pages(texts.map((text) => [text])) }),
  ).rows.slice(1);

describe('cells', () => {
  it('are numbers, and texts where a spreadsheet would round them', async () => {
    const cells = await cellsOf('decimal', [
      '1234.50',
      '-0.000001',
      '999999999999999',
      '9999999999999.999',
      '100',
    ]);
    expect(cells.flat().map(({ kind, text }) => (kind === 'number' ? Number(text) : text))).toEqual([
      1234.5,
      -0.000001,
      999999999999999,
      '9999999999999.999',
      100,
    ]);
    expect(new Set(cells.flat().map(({ format }) => format))).toEqual(new Set(['#,##0.00######']));
  });

  it('are times to the second', async () => {
    const [time, old] = (await cellsOf('instant', ['2026-11-26 10:02:03', '1899-01-01 00:00:00'])).flat();
    expect([timeOf(time!.text), time!.format]).toEqual(['2026-11-26 10:02:03', 'yyyy\\-mm\\-dd\\ hh:mm:ss']);
    expect(old!.kind).toBe('text');
  });

  it('hold text as it is, which nothing runs', async () => {
    const texts = [
      '=1+1',
      ' +A1',
      '<a b="c">&amp;',
      '_x0041_',
      'two\nlines',
      '你好 😀',
      '\u0000x\ud800y',
      '-12',
    ];
    const cells = (await cellsOf('text', texts)).flat();
    expect(cells.map(({ kind }) => kind)).toEqual(texts.map(() => 'text'));
    expect(cells.map(({ text }) => text)).toEqual([...texts.slice(0, 6), ' x y', '-12']);
    // It stays text when somebody edits it.
    expect(new Set(cells.map(({ format }) => format))).toEqual(new Set(['@']));
  });

  it('leave empty what is null', async () => {
    expect((await cellsOf('decimal', [null, ''])).flat().map(({ kind }) => kind)).toEqual(['empty', 'empty']);
  });
});

describe('a workbook', () => {
  const columns = [
    { header: '编号', type: 'text' },
    { header: 'Amount', type: 'decimal' },
  ] as const;

  it('has a frozen header, widths and the rows of all its pages', async () => {
    const first = Array.from({ length: 3_000 }, (_, at) => [`C${at}`, `${at}.25`]);
    const file = await written({ columns, pages: pages(first, [['last', null]], []) });
    const { sheet, rows } = sheetOf(file);
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen" activePane="bottomLeft"/>');
    expect(sheet).toContain('<col min="1" max="1" width="7" customWidth="true"/>');
    expect(rows).toHaveLength(3_002);
    expect(rows[0]!.map(({ text }) => text)).toEqual(['编号', 'Amount']);
    expect(rows[3_000]!.map(({ text }) => text)).toEqual(['C2999', '2999.25']);
  });

  it('has its header where no row matches, and a sheet name that spreadsheets take', async () => {
    const file = await written({ columns, pages: pages() }, "Fund: [details] of / 'everything' we have");
    expect(sheetOf(file).rows).toHaveLength(1);
    expect(file.length).toBeGreaterThan(0);
  });

  it('is not offered where a page fails', async () => {
    async function* broken(): AsyncGenerator<string[][]> {
      yield [['a', '1']];
      await Promise.reject(new Error('gone'));
    }
    await expect(written({ columns, pages: broken() })).rejects.toThrow('gone');
  });
});
