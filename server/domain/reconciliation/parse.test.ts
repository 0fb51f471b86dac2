import { describe, expect, it } from 'vitest';
import { type Read, readStatement } from './parse.ts';
import { isFaults, parserSchema } from './statement.ts';

const parser = parserSchema.parse({ date: 'Date', reference: 'Ref', amount: 'Amount' });

async function all(content: string): Promise<Read[]> {
  const read: Read[] = [];
  for await (const each of readStatement(content, parser, 'INR', new Set())) read.push(each);
  return read;
}
const short = (read: readonly Read[]) =>
  read.map(({ number, line }) => [number, isFaults(line) ? line.join(' ') : line.amount]);

describe('a statement file', () => {
  it('names each line as an editor counts it, over empty and quoted ones', async () => {
    const content =
      '\uFEFFDate,Ref,Amount\n2026-03-05,"a\nb",10\n\n2026-03-05,c\n2026-13-05,d,5\n2026-03-05,e,-7\n';
    expect(short(await all(content))).toEqual([
      [3, '10'],
      [5, 'columns'],
      [6, 'date'],
      [7, '7'],
    ]);
  });
  it('keeps a quote that stands in a name', async () => {
    const content = 'Date,Ref,Amount\n2026-03-05,5" pipe,10\n2026-03-05,b,20\n';
    expect(short(await all(content))).toEqual([
      [2, '10'],
      [3, '20'],
    ]);
  });
  it('of a megabyte is read piece by piece', async () => {
    const line = '2026-03-05,606412345678,1000.00\r\n';
    const count = Math.floor((1 << 20) / line.length);
    let read = 0;
    for await (const _ of readStatement(`Date,Ref,Amount\r\n${line.repeat(count)}`, parser, 'INR', new Set()))
      read += 1;
    expect(read).toBe(count);
    // Some seconds on a machine that does much else.
  }, 60_000);
  it.each([
    ['', 'empty'],
    ['Date,Ref,Amount\n\n', 'noLines'],
    ['Date,Sum\n1,2\n', 'columns Ref, Amount'],
    ['Date,Ref,Amount\n"2026-03-05,x,1\n', 'csv'],
    [`Date,Ref,Amount\n2026-03-05,${'x'.repeat(70_000)},1\n`, 'csv'],
    [`Date,Ref,Amount\n2026-03-05,x,1${',x'.repeat(62)}\n`, 'tooManyColumns'],
  ])('that is none is refused: %.20s', async (content, why) => {
    await expect(all(content)).rejects.toThrow(why);
  });
});
