import { parentPort, workerData } from 'node:worker_threads';
import { Refused } from '../http/refused.ts';
import { officeKind, type OfficeKind } from './archive.ts';
import { checkPdf } from './pdf.ts';

/** Inspects one document and ends: what a hostile one takes of time and memory goes with the thread. */

export type DocumentReply = { kind: OfficeKind | 'pdf' | undefined } | { refusal: Record<string, unknown> };

async function inspect(bytes: Buffer): Promise<DocumentReply> {
  try {
    if (bytes[0] === 0x50) return { kind: await officeKind(bytes) };
    checkPdf(bytes);
    return { kind: 'pdf' };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refusal: error.values };
  }
}

parentPort?.postMessage(await inspect(Buffer.from(workerData as Uint8Array)));
