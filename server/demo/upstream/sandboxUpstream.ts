import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MalformedAnswers } from './malformedAnswers.ts';
import { type Held, type Behaviour, type Report, reportsOf } from './behaviours.ts';
import { sendReport } from './sendReport.ts';

/** What a sandbox that was restarted learns of an order that it took before. */
export type Remembered = Pick<Held, 'code' | 'kind' | 'amount' | 'currency' | 'upstreamOrderNo'>;

export interface SandboxOptions {
  /** The shared secret of an upstream, by its code. */
  secretOf: (code: string) => string | Promise<string>;
  /** Where reports of that upstream go. */
  notifyUrl: (code: string) => string;
  /** Before the first report; the behaviour `delays` waits `delayMs` on top. */
  reportAfterMs: number;
  /** How an order behaves where nobody has set one for its upstream; it pays unless given. */
  behaviourOf?: () => Behaviour;
  /** Where a payer pays; a path of this server unless given. */
  payUrl?: (code: string, orderNo: string) => string;
  recall?: (orderNo: string) => Promise<Remembered | undefined>;
}

export interface SandboxUpstream {
  port: number;
  malformedAnswers: MalformedAnswers;
  /** How orders of an upstream (`*`: all) behave from now on. */
  setBehaviour(code: string, behaviour: Behaviour, delayMs?: number): void;
  /** A payer pays: an order that waits at the cashier is reported as its behaviour says. */
  pay(orderNo: string): Promise<boolean>;
  held(orderNo: string): Held | undefined;
  /** How often this order was asked to be carried out. */
  submissionsOf(orderNo: string): number;
  stop(): Promise<void>;
}

const BODY_LIMIT = 65_536;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) throw new Error('too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** What it says of an order when it is asked. */
function answerFor(held: Held | undefined): Record<string, string> {
  if (!held || held.behaviour === 'forgets') return { state: 'notFound' };
  const state =
    held.behaviour === 'contradicts' ? 'failed' : held.behaviour === 'silent' ? 'paid' : held.state;
  const { upstreamOrderNo, amount, currency, utr } = held;
  return { state, upstreamOrderNo, amount, currency, ...(state === 'paid' ? { utr } : {}) };
}

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/**
 * An upstream as a real HTTP server: takes orders under /<code>/collect, /pay, /query, /probe and reports by callback;
 * a payer pays at /<code>/payer/<order no>.
 */
export async function startSandboxUpstream(options: SandboxOptions): Promise<SandboxUpstream> {
  const behaviours = new Map<string, { behaviour: Behaviour; delayMs: number }>();
  const malformedAnswers = new MalformedAnswers();
  const orders = new Map<string, Held>();
  const counts = new Map<string, number>();
  const stopping = new AbortController();
  const reporting = new Set<Promise<void>>();
  const behaviourOf = (code: string) =>
    behaviours.get(code) ??
    behaviours.get('*') ?? { behaviour: options.behaviourOf?.() ?? 'pays', delayMs: 0 };

  const send = async (held: Held, each: Report) =>
    sendReport(options.notifyUrl(held.code), await options.secretOf(held.code), held, each, stopping.signal);

  function report(held: Held, delayMs: number): void {
    const work = (async () => {
      await sleep(options.reportAfterMs + delayMs, undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
      if (stopping.signal.aborted) return;
      const reports = reportsOf(held);
      if (reports.length > 0) held.state = reports[0]!.state;
      // Duplicates come all at once, as a stuttering queue sends them; others in their order.
      if (held.behaviour === 'duplicates') await Promise.all(reports.map((one) => send(held, one)));
      else for (const one of reports) await send(held, one);
    })();
    reporting.add(work);
    void work.finally(() => reporting.delete(work));
  }

  function take(code: string, kind: Held['kind'], behaviour: Behaviour, body: Record<string, string>): Held {
    const orderNo = body.orderNo ?? '';
    counts.set(orderNo, (counts.get(orderNo) ?? 0) + 1);
    const held: Held = {
      code,
      kind,
      orderNo,
      upstreamOrderNo: `SB${digits(14)}`,
      amount: body.amount ?? '0',
      currency: body.currency ?? '',
      utr: digits(12),
      behaviour,
      state: behaviour === 'resets' || behaviour === 'gateway' ? 'paid' : 'pending',
    };
    orders.set(orderNo, held);
    return held;
  }

  function submit(
    code: string,
    kind: Held['kind'],
    body: Record<string, string>,
    response: ServerResponse,
  ): void {
    const { behaviour, delayMs } = behaviourOf(code);
    if (behaviour === 'refuses') {
      answer(response, 200, { state: 'failed', reason: 'sandbox is set to refuse' });
      return;
    }
    const held = take(code, kind, behaviour, body);
    if (malformedAnswers.answer(code, kind, response)) {
      held.state = 'paid';
      return;
    }
    if (behaviour === 'resets') {
      response.socket?.resetAndDestroy();
      return;
    }
    if (behaviour === 'gateway') {
      answer(response, 502, { message: 'bad gateway' });
      return;
    }
    const here = `http://${response.req.headers.host}/${code}/payer/${held.orderNo}`;
    const payUrl = kind === 'collect' ? (options.payUrl?.(code, held.orderNo) ?? here) : undefined;
    answer(response, 200, { state: 'accepted', upstreamOrderNo: held.upstreamOrderNo, payUrl });
    // A collection waits for its payer, a payout is carried out by itself.
    if (kind === 'pay') report(held, behaviour === 'delays' ? delayMs : 0);
  }

  /** An order it has in memory, else one that it took before a restart: a payout of then was carried out. */
  async function known(orderNo: string): Promise<Held | undefined> {
    const held = orders.get(orderNo);
    if (held) return held;
    const past = await options.recall?.(orderNo);
    if (!past) return undefined;
    const state = past.kind === 'pay' ? 'paid' : 'pending';
    const made: Held = { ...past, orderNo, utr: digits(12), behaviour: 'pays', state };
    orders.set(orderNo, made);
    return made;
  }

  async function pay(orderNo: string): Promise<boolean> {
    const held = await known(orderNo);
    if (held?.kind !== 'collect') return false;
    report(held, held.behaviour === 'delays' ? behaviourOf(held.code).delayMs : 0);
    return true;
  }

  const server = createServer((request, response) => {
    void (async () => {
      const [, code = '', call = '', orderNo = ''] = (request.url ?? '').split('?')[0]!.split('/');
      const body = JSON.parse((await bodyOf(request)) || '{}') as Record<string, string>;
      if (call === 'collect' || call === 'pay') submit(decodeURIComponent(code), call, body, response);
      else if (call === 'query') {
        if (!malformedAnswers.answer(decodeURIComponent(code), call, response))
          answer(response, 200, answerFor(await known(body.orderNo ?? '')));
      } else if (call === 'payer') answer(response, (await pay(decodeURIComponent(orderNo))) ? 200 : 404, {});
      else if (call === 'probe')
        answer(response, behaviourOf(code).behaviour === 'gateway' ? 502 : 200, { state: 'pending' });
      else answer(response, 404, {});
    })().catch(() => answer(response, 400, {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    malformedAnswers,
    setBehaviour: (code, behaviour, delayMs = 0) => void behaviours.set(code, { behaviour, delayMs }),
    pay,
    held: (orderNo) => orders.get(orderNo),
    submissionsOf: (orderNo) => counts.get(orderNo) ?? 0,
    async stop() {
      stopping.abort();
      await Promise.allSettled(reporting);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
