import { Refused } from '../../platform/http/refused.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Message } from './message.ts';

/** What one try came to. */
export interface Attempt {
  delivered: boolean;
  httpStatus: number | null;
  milliseconds: number;
  /** First 4 KiB of the answer. */
  answer: string | null;
  failure: string | null;
}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 4_096;

/** PostgreSQL's text holds no NUL, and a cut must not leave half a character. */
const kept = (text: string): string =>
  Buffer.from(text)
    .subarray(0, ANSWER_BYTES)
    .toString('utf8')
    .replaceAll('\u0000', '')
    .replace(/\uFFFD$/, '');

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return `address refused: ${String(error.values.reason)}`;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  const { code, message } = error as NodeJS.ErrnoException;
  return (code ?? message ?? 'failed').slice(0, 300);
}

/** Success is a 2xx with the body SUCCESS; a redirect is not followed and counts as what it is. */
export async function tryOnce(outbound: Outbound, url: string, message: Message): Promise<Attempt> {
  const began = performance.now();
  const spent = () => Math.round(performance.now() - began);
  try {
    const answer = await outbound.send(url, { method: 'POST', ...message, timeoutMs: TIMEOUT_MS });
    const inRange = answer.status >= 200 && answer.status < 300;
    const delivered = inRange && answer.body.trim() === 'SUCCESS';
    const failure = delivered ? null : inRange ? 'answer is not SUCCESS' : `HTTP ${answer.status}`;
    return {
      delivered,
      httpStatus: answer.status,
      milliseconds: spent(),
      answer: kept(answer.body),
      failure,
    };
  } catch (error) {
    return {
      delivered: false,
      httpStatus: null,
      milliseconds: spent(),
      answer: null,
      failure: reasonOf(error),
    };
  }
}
