import { createHmac } from 'node:crypto';
import { dictName } from '../../../contract/dicts.ts';

/** An order as its merchant is notified of it; amounts as decimal text. */
export interface CallbackContent {
  orderNo: string;
  merchantOrderNo: string;
  upstreamOrderNo: string | null;
  utr: string | null;
  currency: string;
  amount: string;
  paidAmount: string | null;
  fee: string;
  paidAt: Date | null;
}

/** By which dictionary the status of an order of each kind has its name. */
export const STATUSES = Object.freeze({ collect: 'collectStatusEnum', pay: 'payStatusEnum' });

export interface Message {
  body: string;
  headers: Record<string, string>;
}

/** Signature of a callback: lowercase hex of HMAC-SHA256 over the raw body under the merchant's secret. */
export function signatureOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('hex');
}

type Reported = { kind: 'collect' | 'pay'; status: number };

/** What is signed and sent, without the headers that prove it. */
export function bodyOf(eventId: string, reported: Reported, order: CallbackContent, now: Date): string {
  return JSON.stringify({
    eventId,
    timestamp: Math.floor(now.getTime() / 1000),
    ...order,
    paidAt: order.paidAt?.toISOString() ?? null,
    kind: reported.kind,
    status: reported.status,
    statusName: dictName(STATUSES[reported.kind], reported.status),
  });
}

/**
 * The POST a merchant gets. Headers: `X-Paydesk-Signature` (above), `X-Paydesk-Timestamp` (seconds) and
 * `X-Paydesk-Event`, which stays the same over all tries of one event, so that a merchant counts it once. Time and
 * event stand in the signed body too.
 */
export function composeCallback(
  secret: string,
  eventId: string,
  reported: Reported,
  order: CallbackContent,
  now: Date,
): Message {
  const timestamp = Math.floor(now.getTime() / 1000);
  const body = bodyOf(eventId, reported, order, now);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Paydesk-Callback/1',
      'x-paydesk-event': eventId,
      'x-paydesk-timestamp': String(timestamp),
      'x-paydesk-signature': signatureOf(secret, body),
    },
  };
}
