import { createHmac, randomUUID } from 'node:crypto';
import type { Held, Report } from './behaviours.ts';

/**
 * POSTs what became of an order, signed as upstreams do; a forged one is signed with another secret.
 * @returns the status of the answer, undefined where none came
 */
export async function sendReport(
  url: string,
  secret: string,
  held: Held,
  report: Report,
  signal: AbortSignal,
): Promise<number | undefined> {
  const body = JSON.stringify({
    // The same report sent again is the same event.
    eventId: `${held.upstreamOrderNo}-${report.state}`,
    kind: held.kind,
    orderNo: held.orderNo,
    upstreamOrderNo: held.upstreamOrderNo,
    state: report.state,
    amount: report.amount,
    currency: report.currency,
    utr: report.state === 'paid' ? held.utr : undefined,
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = report.forged ? randomUUID() : secret;
  const sign = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-sign': sign },
    body,
    signal,
  }).catch(() => undefined);
  return response?.status;
}
