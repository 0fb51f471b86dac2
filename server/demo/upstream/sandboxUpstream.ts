import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MalformedAnswers } from './malformedAnswers.ts';
import type { Held, Behaviour } from './behaviours.ts';
import { type OrderOptions, SandboxOrders } from './sandboxOrders.ts';

export interface SandboxOptions extends OrderOptions {
  /** How an order behaves where nobody has set one for its upstream; it pays unless given. */
  behaviourOf?: () => Behaviour;
  /** Where a payer pays; a path of this server unless given. */
  payUrl?: (code: string, orderNo: string) => string;
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

/** Ends a call so that the caller cannot know what became of its order. @returns whether it did */
function breaksOff(behaviour: Behaviour, response: ServerResponse): boolean {
  if (behaviour === 'resets') response.socket?.resetAndDestroy();
  else if (behaviour === 'gateway') answer(response, 502, { message: 'bad gateway' });
  else return false;
  return true;
}

/**
 * An upstream as a real HTTP server: takes orders under /<code>/collect, /pay, /query, /probe and reports by callback;
 * a payer pays at /<code>/payer/<order no>.
 */
export async function startSandboxUpstream(options: SandboxOptions): Promise<SandboxUpstream> {
  const behaviours = new Map<string, { behaviour: Behaviour; delayMs: number }>();
  const malformedAnswers = new MalformedAnswers();
  const orders = new SandboxOrders(options);
  const behaviourOf = (code: string) =>
    behaviours.get(code) ??
    behaviours.get('*') ?? { behaviour: options.behaviourOf?.() ?? 'pays', delayMs: 0 };

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
    const held = orders.take(code, kind, behaviour, body);
    if (malformedAnswers.answer(code, kind, response)) {
      held.state = 'paid';
      return;
    }
    if (breaksOff(behaviour, response)) return;
    const here = `http://${response.req.headers.host}/${code}/payer/${held.orderNo}`;
    const payUrl = kind === 'collect' ? (options.payUrl?.(code, held.orderNo) ?? here) : undefined;
    answer(response, 200, { state: 'accepted', upstreamOrderNo: held.upstreamOrderNo, payUrl });
    // A collection waits for its payer, a payout is carried out by itself.
    if (kind === 'pay') orders.report(held, behaviour === 'delays' ? delayMs : 0);
  }

  async function pay(orderNo: string): Promise<boolean> {
    const held = await orders.known(orderNo);
    if (held?.kind !== 'collect') return false;
    orders.report(held, held.behaviour === 'delays' ? behaviourOf(held.code).delayMs : 0);
    return true;
  }

  const server = createServer((request, response) => {
    void (async () => {
      const [, code = '', call = '', orderNo = ''] = (request.url ?? '').split('?')[0]!.split('/');
      const body = JSON.parse((await bodyOf(request)) || '{}') as Record<string, string>;
      if (call === 'collect' || call === 'pay') submit(decodeURIComponent(code), call, body, response);
      else if (call === 'query') {
        if (!malformedAnswers.answer(decodeURIComponent(code), call, response))
          answer(response, 200, answerFor(await orders.known(body.orderNo ?? '')));
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
    held: (orderNo) => orders.held(orderNo),
    submissionsOf: (orderNo) => orders.submissionsOf(orderNo),
    async stop() {
      await orders.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
