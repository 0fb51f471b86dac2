import type { FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { newId } from '../../platform/db/id.ts';
import { currentTrace } from '../../platform/trace.ts';
import type { Denial } from './access.ts';

/** What the log keeps of one call. */
export interface Note {
  merchantId: string | null;
  accessKey: string;
  method: string;
  path: string;
  ip: string;
  timestamp: string;
  nonce: string;
  headers: Record<string, string>;
  /** As sent. */
  body: string;
  givenSign: string;
  canonical?: string;
  expectedSign?: string;
  merchantOrderNo?: string;
}

export interface Outcome {
  /** Null where the call was served. */
  reason: Denial | 'refused' | null;
  code: number;
  answer: string;
  /** Of a refused call. */
  errorMessage?: string;
  milliseconds: number;
}

const KEPT = 4_096;
const MESSAGE_LENGTH = 1_000;
/** Carry secrets of somebody, or say nothing. */
const HIDDEN: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'x-authorization',
  'sign',
  'proxy-authorization',
]);
const MASK = '••••';

const header = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');
const sound = (text: string, most: number): string => text.replaceAll('\u0000', '').slice(0, most);

export function noteOf(request: FastifyRequest): Note {
  const { headers } = request;
  const body = typeof request.body === 'string' ? request.body : '';
  return {
    merchantId: null,
    accessKey: header(headers.accesskey),
    method: request.method,
    path: request.url.split('?', 1)[0] ?? '',
    ip: request.ip,
    timestamp: header(headers.timestamp),
    nonce: header(headers.nonce),
    givenSign: header(headers.sign),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        HIDDEN.has(name) ? MASK : sound(String(value ?? ''), 500),
      ]),
    ),
    body,
  };
}

/** Enough of a right signature to compare by, too little to send. */
const begun = (sign: string | undefined): string | null => (sign ? `${sign.slice(0, 12)}…` : null);

/** One call, with its event. */
export const LOG_CALL = `with kept as (
    insert into open_api_log (id, merchant_id, access_key, method, path, merchant_order_no, ip, headers, body, canonical,
      given_sign, expected_sign, reason, answer_code, answer, milliseconds, created_at, trace_id, error_message)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
    returning id, merchant_id)
  insert into outbox (resource, row_id, change, merchant_id) select 'openApiLog', id, 'add', merchant_id from kept`;

/** Keeps a call: in its own transaction where it was served, so that neither is without the other. */
export async function keepCall(
  db: Pool | PoolClient,
  note: Note,
  { reason, code, answer, milliseconds, errorMessage }: Outcome,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'open-log',
    text: LOG_CALL,
    values: [
      newId(),
      note.merchantId,
      sound(note.accessKey, 100) || null,
      note.method,
      note.path,
      note.merchantOrderNo ?? null,
      note.ip,
      JSON.stringify(note.headers),
      sound(note.body, KEPT),
      note.canonical ? sound(note.canonical, 2_000) : null,
      sound(note.givenSign, 200) || null,
      begun(note.expectedSign),
      reason,
      code,
      sound(answer, KEPT),
      Math.round(milliseconds),
      now,
      currentTrace() ?? null,
      errorMessage === undefined ? null : sound(errorMessage, MESSAGE_LENGTH),
    ],
  });
}
