import { parentPort, workerData } from 'node:worker_threads';
import { BrokenStatement } from './brokenStatement.ts';
import { headOf } from './head.ts';
import { openFile } from './openFile.ts';
import { previewStatement } from './preview.ts';
import { readStatement } from './readStatement.ts';
import type { ReadInput, ReadReply } from './readInWorker.ts';

/** Runs in a thread of its own: strangers' bytes are read here and nowhere else. */
const PIECE = 500;
const { bytes, format, account, isPreview } = workerData as ReadInput;
const port = parentPort!;
const reply = (message: ReadReply): void => port.postMessage(message);
/** The next piece is sent when the one before has been written: the main thread never holds more than one. */
const wanted = (): Promise<unknown> => new Promise((resolve) => port.once('message', resolve));

async function read(file: Buffer): Promise<void> {
  if (!format) throw new BrokenStatement('columns');
  const table = await openFile(file, format);
  const reading = readStatement(table, { format, ...account });
  reply({ head: headOf(table, reading) });
  for (let at = 0; at < reading.rows.length; at += PIECE) {
    await wanted();
    reply({ piece: reading.rows.slice(at, at + PIECE), isLast: at + PIECE >= reading.rows.length });
  }
}

try {
  const file = Buffer.from(bytes);
  if (isPreview) reply({ answer: await previewStatement(file, format, account) });
  else await read(file);
} catch (error) {
  if (!(error instanceof BrokenStatement)) throw error;
  reply({ broken: { why: error.why, line: error.line, facts: error.facts } });
}
