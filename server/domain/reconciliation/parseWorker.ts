import { parentPort, workerData } from 'node:worker_threads';
import { BrokenStatement } from './brokenStatement.ts';
import { readStatement, type Read } from './parse.ts';
import type { ParseInput, ParseReply } from './parseInWorker.ts';
import { checkShape } from './shape.ts';

/** Runs in a thread of its own: strangers' bytes are parsed here and nowhere else. */
const PIECE = 500;
const { content, parser, currency, own } = workerData as ParseInput;
const port = parentPort!;
const reply = (message: ParseReply): void => port.postMessage(message);
/** The next piece is read when the one before has been written: the main thread never holds more than one. */
const wanted = (): Promise<unknown> => new Promise((resolve) => port.once('message', resolve));

try {
  const lines = checkShape(content, parser.delimiter);
  let piece: Read[] = [];
  for await (const read of readStatement(content, parser, currency, own)) {
    piece.push(read);
    if (piece.length < PIECE) continue;
    reply({ piece, lines });
    piece = [];
    await wanted();
  }
  reply({ piece, lines, last: true });
} catch (error) {
  if (!(error instanceof BrokenStatement)) throw error;
  reply({ broken: { why: error.why, detail: error.detail, line: error.line } });
}
