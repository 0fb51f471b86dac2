import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ParseInput, parseInWorker } from './parseInWorker.ts';
import { checkShape, LONGEST_LINE, MOST_COLUMNS } from './shape.ts';
import { parserSchema } from './statement.ts';

const HEADER = 'Date,Ref,Amount\n';
const LINE = '2026-03-05,606412345678,1000.00\n';
const parser = parserSchema.parse({ date: 'Date', reference: 'Ref', amount: 'Amount' });
const input = (content: string): ParseInput => ({ content, parser, currency: 'INR', own: new Set() });

const started: Worker[] = [];
const noteWorker = (worker: Worker): void => void started.push(worker);
beforeEach(() => {
  started.length = 0;
  process.on('worker', noteWorker);
});
afterEach(() => void process.off('worker', noteWorker));

async function numbers(content: string, timeLimitMs?: number): Promise<number[]> {
  const read: number[] = [];
  for await (const piece of parseInWorker(input(content), timeLimitMs))
    read.push(...piece.read.map(({ number }) => number));
  return read;
}

describe('a statement is read in a worker', () => {
  it('line by line over many pieces, and the worker ends', async () => {
    const read = await numbers(HEADER + LINE.repeat(1_234));
    expect(read).toEqual(Array.from({ length: 1_234 }, (_, at) => at + 2));
    expect(started).toHaveLength(1);
    expect(started[0]!.threadId).toBe(-1);
  });
  it('that ends too where nobody asks for the rest', async () => {
    for await (const piece of parseInWorker(input(HEADER + LINE.repeat(2_000)))) {
      expect(piece).toMatchObject({ lines: 2_001 });
      break;
    }
    expect(started[0]!.threadId).toBe(-1);
  });
  it('that is stopped at its time limit', async () => {
    await expect(numbers(HEADER + LINE, 0)).rejects.toMatchObject({ why: 'tooHeavy', detail: 'time' });
    expect(started[0]!.threadId).toBe(-1);
  });
  it.each([
    ['nine megabytes of commas', ','.repeat(9 << 20), 'lineLength', 1],
    ['lines of commas', `${','.repeat(100)}\n`.repeat(90_000), 'tooManyColumns', 1],
    ['a wide line further down', `${HEADER}${LINE}${LINE}${','.repeat(64)}\n`, 'tooManyColumns', 4],
    ['an open quote', `${HEADER}"${LINE}`, 'csv', 1],
  ])('and %s are refused there', async (_, content, why, line) => {
    await expect(numbers(content)).rejects.toMatchObject({ why, line });
    expect(started).toHaveLength(1);
  });
});

describe('the shape of a statement', () => {
  it('may reach its limits', () => {
    const widest = ','.repeat(MOST_COLUMNS - 1);
    const longest = 'x'.repeat(LONGEST_LINE);
    expect(checkShape(`${widest}\n${longest}\n`, ',')).toBe(2);
    expect(() => checkShape(`${widest},`, ',')).toThrow('tooManyColumns');
    expect(() => checkShape(`${longest}x`, ',')).toThrow('lineLength');
  });
  it('counts its own delimiter, and only outside quotes', () => {
    expect(checkShape(`"${','.repeat(100)}",b\n`, ',')).toBe(1);
    expect(checkShape(','.repeat(100), ';')).toBe(1);
  });
});
