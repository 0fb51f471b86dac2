import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGN_WINDOW_S } from '../../platform/http/signing.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Outbound, OutboundAnswer } from '../../platform/outbound/outbound.ts';
import { isWebAddress } from '../../platform/http/webAddress.ts';
import { type Connection, ANSWER_VALUES } from './config.ts';
import { parsedJson, readAnswer, requestBody } from './mapping.ts';
import { type Call, type State, stateOf, verdict } from './verdict.ts';

/** What one call to an upstream came to; `unknown` where nobody can tell whether it was carried out. */
export interface Answer {
  state: State | 'unknown' | 'notSent';
  upstreamOrderNo?: string;
  payUrl?: string;
  utr?: string;
  /** As the upstream gave it; null where it should name one and does not, left out where it tells none. */
  amount?: string | null;
  currency?: string;
  reason?: string;
  httpStatus: number | null;
  milliseconds: number;
  /** The first 4 KiB that came back. */
  raw: string | null;
}

const KEPT = 4_096;

/** Errors of finding and opening the way: the next route may be tried at once. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

const OPENING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa']);

/** True where the request cannot have left; a connection that was open and then broke may have carried it. */
function neverLeft(code: string, error: unknown): boolean {
  const { syscall } = error as { syscall?: unknown };
  return NOT_SENT.has(code) && typeof syscall === 'string' && OPENING.has(syscall);
}

const signature = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex');

const kept = (text: string): string => text.replaceAll('\u0000', '').slice(0, KEPT);

/** An amount that is missing is no agreement, unless the configuration says that this upstream tells none. */
function amountOf(
  { reportsAmount, answer }: Connection,
  amount: string | undefined,
): string | null | undefined {
  return amount ?? (reportsAmount || Object.hasOwn(answer, 'amount') ? null : undefined);
}

/**
 * An answer that sends payers to an address that is none of the web is malformed: whether the order was taken, nobody
 * can tell. What it says of money counts all the same.
 */
function stateAndAddress(
  state: Answer['state'],
  payUrl: string | undefined,
): Pick<Answer, 'state' | 'payUrl'> {
  if (payUrl === undefined || isWebAddress(payUrl)) return { state, payUrl };
  return { state: state === 'accepted' || state === 'pending' ? 'unknown' : state };
}

function answered(connection: Connection, call: Call, answer: OutboundAnswer, milliseconds: number): Answer {
  const values = readAnswer(connection.answer, parsedJson(answer.body), ANSWER_VALUES);
  const stated = verdict(connection, call, answer.status, values.state);
  return {
    ...stateAndAddress(stated, values.payUrl),
    upstreamOrderNo: values.upstreamOrderNo,
    utr: values.utr,
    amount: amountOf(connection, values.amount),
    currency: values.currency,
    reason: values.reason ?? (stateOf(connection, values.state) ? undefined : `HTTP ${answer.status}`),
    httpStatus: answer.status,
    milliseconds,
    raw: kept(answer.body),
  };
}

/** The generic HTTP adapter: signed JSON out, JSON back, names by the upstream's configuration. Never throws. */
export async function callUpstream(
  outbound: Outbound,
  connection: Connection,
  call: Call,
  values: Readonly<Record<string, string>>,
  now: Date,
): Promise<Answer> {
  const began = performance.now();
  const body = JSON.stringify(requestBody(call === 'probe' ? undefined : connection.request, values));
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const path = connection.paths[call] ?? `/${call}`;
  try {
    const answer = await outbound.send(`${connection.baseUrl.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      body,
      timeoutMs: connection.timeoutMs,
      headers: {
        'content-type': 'application/json',
        'x-key': connection.key,
        'x-timestamp': timestamp,
        'x-sign': signature(connection.secret, timestamp, body),
      },
    });
    return answered(connection, call, answer, Math.round(performance.now() - began));
  } catch (error) {
    // A time-out carries a number of the platform's own under that name.
    const { code: given } = error as { code?: unknown };
    const code = typeof given === 'string' ? given : '';
    const refused = error instanceof Refused;
    return {
      state: refused || neverLeft(code, error) ? 'notSent' : 'unknown',
      reason: refused ? `address refused: ${String(error.values.reason)}` : code || (error as Error).name,
      httpStatus: null,
      milliseconds: Math.round(performance.now() - began),
      raw: null,
    };
  }
}

/** A message an upstream sent by itself. */
export interface Message {
  eventId: string;
  kind: 'collect' | 'pay';
  orderNo: string;
  state: State;
  upstreamOrderNo?: string;
  utr?: string;
  amount?: string | null;
  currency?: string;
  reason?: string;
}

export interface Signed {
  timestamp: string;
  sign: string;
  /** The body as it came, byte for byte. */
  raw: string;
}

/** True where the raw body carries the upstream's signature and was signed within the last five minutes. */
export function verify(connection: Connection, { timestamp, sign, raw }: Signed, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Number(timestamp) - now.getTime() / 1000) > SIGN_WINDOW_S) return false;
  const expected = Buffer.from(signature(connection.secret, timestamp, raw));
  const given = Buffer.from(sign);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Reads a verified message by the upstream's mapping; undefined where it names no event, order or state. */
export function readMessage(connection: Connection, raw: string): Message | undefined {
  const body = parsedJson(raw);
  const values = readAnswer(connection.answer, body, ANSWER_VALUES);
  const state = stateOf(connection, values.state);
  const { eventId, orderNo } = values;
  if (!state || !eventId || !orderNo) return undefined;
  const { upstreamOrderNo, utr, currency, reason } = values;
  const amount = amountOf(connection, values.amount);
  const kind = values.kind === 'pay' || orderNo.startsWith('P') ? 'pay' : 'collect';
  return { eventId, kind, orderNo, state, upstreamOrderNo, utr, amount, currency, reason };
}
