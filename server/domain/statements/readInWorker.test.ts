import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statementFormatSchema } from '../../../contract/statementFormat.ts';
import { previewInWorker, type ReadInput, readInWorker } from './readInWorker.ts';
import { LONGEST_LINE, MOST_COLUMNS } from './table.ts';

const HEADER = 'Date,Ref,Amount\n';
const LINE = '2026-03-05,606412345678,1000.00\n';
const format = statementFormatSchema.parse({ date: 'Date', reference: 'Ref', amount: 'Amount' });
const account = { currency: 'INR', zone: 'Asia/Kolkata', own: new Set<string>() };
const input = (content: string): ReadInput => ({ bytes: Buffer.from(content), format, account });

const started: Worker[] = [];
const noteWorker = (worker: Worker): void => void started.push(worker);
beforeEach(() => {
  started.length = 0;
  process.on('worker', noteWorker);
});
afterEach(() => void process.off('worker', noteWorker));

const numbers = (content: string, timeLimitMs?: number): Promise<number[]> =>
  readInWorker(
    input(content),
    async ({ pieces }) => {
      const read: number[] = [];
      for await (const piece of pieces()) read.push(...piece.map(({ number }) => number));
      return read;
    },
    timeLimitMs,
  );

describe('a statement is read in a worker', () => {
  it('row by row over many pieces, and the worker ends', async () => {
    const read = await numbers(HEADER + LINE.repeat(1_234));
    expect(read).toEqual(Array.from({ length: 1_234 }, (_, at) => at + 2));
    expect(started).toHaveLength(1);
    expect(started[0]!.threadId).toBe(-1);
  });
  it('that ends too where nobody asks for the rest', async () => {
    const head = await readInWorker(input(HEADER + LINE.repeat(2_000)), async (reading) => {
      for await (const _ of reading.pieces()) break;
      return reading.head;
    });
    expect(head).toMatchObject({ rows: 2_000, lines: 2_000, headerLine: 1, proof: { state: 'unproven' } });
    expect(started[0]!.threadId).toBe(-1);
  });
  it('that is stopped at its time limit', async () => {
    await expect(numbers(HEADER + LINE, 0)).rejects.toMatchObject({ why: 'tooHeavy' });
    expect(started[0]!.threadId).toBe(-1);
  });
  it('or only looked at', async () => {
    const answer = await previewInWorker(input(HEADER + LINE.repeat(3)));
    expect(answer.preview).toMatchObject({
      lines: 3,
      days: [{ day: '2026-03-05', credits: 3, credited: '3000' }],
    });
    expect(answer.preview?.first).toHaveLength(3);
    expect(started[0]!.threadId).toBe(-1);
  });
  it.each([
    ['nine megabytes of commas', ','.repeat(9 << 20), 'lineLength', 1],
    ['a wide line further down', `${HEADER}${LINE}${LINE}${','.repeat(MOST_COLUMNS)}\n`, 'tooManyColumns', 4],
    ['a long line', `${HEADER}${'x'.repeat(LONGEST_LINE + 1)}\n`, 'lineLength', 2],
    ['other columns', 'Date,Sum\n1,2\n', 'columns', 1],
    ['no lines', 'Date,Ref,Amount\n\n', 'noLines', 1],
    ['nothing', ' \n', 'empty', 1],
    ['zero bytes', 'a,b\0', 'text', 1],
  ])('and %s are refused there', async (_, content, why, line) => {
    await expect(numbers(content)).rejects.toMatchObject({ why, line });
    expect(started).toHaveLength(1);
  });
});
