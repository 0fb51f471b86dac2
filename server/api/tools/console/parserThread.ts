import { parentPort, workerData } from 'node:worker_threads';
import { hasSqlDetails, parse, scan } from 'libpg-query';
import { type Inspection, inspectStatement } from './inspectStatement.ts';

/** Parses one text and ends: what a hostile text does to the parser's memory goes with the thread. */

export type ParserReply = { inspection: Inspection } | { fault: { message: string; at: number } };

async function inspect(text: string): Promise<ParserReply> {
  try {
    return { inspection: inspectStatement(await parse(text), await scan(text)) };
  } catch (error) {
    if (!hasSqlDetails(error)) throw error;
    const { message, cursorPosition } = error.sqlDetails!;
    return { fault: { message, at: cursorPosition } };
  }
}

parentPort?.postMessage(await inspect(workerData as string));
