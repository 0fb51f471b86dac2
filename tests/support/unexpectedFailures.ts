import { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { createLog } from '../../server/platform/observability/log.ts';

/** Where an answer 500 is written down, whatever the caller made of it (server/platform/http/failures.ts). */
export const UNEXPECTED = 'unexpected failure';

/** Failures that a server answered with 500: a test that provokes one takes it away, any other fails its file. */
export class UnexpectedFailures {
  #lines: string[] = [];
  readonly log: Logger;

  constructor() {
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        const line = chunk.toString();
        if (line.includes(UNEXPECTED)) this.#lines.push(line.trim());
        done();
      },
    });
    this.log = createLog('error', destination);
  }

  /** The failures so far, which are expected from here on. */
  take(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  /** @throws Error with what nobody expected */
  check(): void {
    const lines = this.take();
    if (lines.length > 0)
      throw new Error(`the server answered 500 ${lines.length} times:\n${lines.slice(0, 5).join('\n')}`);
  }
}
