import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSandboxPayer } from '../../demo/sandboxAddress.ts';
import type { Locale } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { localeFrom } from '../../platform/http/locales.ts';
import { route } from '../../platform/http/route.ts';
import { type Bill, noteVisit, readBill, statusOf } from './bill.ts';
import { cashierPath, orderNoOf } from './link.ts';
import { cashierPage, lostPage, type Stage, seen } from './page.ts';
import { SCRIPT } from './script.ts';

/** A page looks every two seconds; many payers may share an address. */
const PER_MINUTE = 1_200;

const ENDS: Readonly<Record<string, Stage>> = {
  success: 'success',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
  reversed: 'reversed',
  review: 'review',
};

function stageOf(bill: Bill, paid: boolean, now: Date): Stage {
  const status = statusOf(bill);
  const end = ENDS[status];
  if (end) return end;
  if (bill.expiresAt && bill.expiresAt <= now) return 'expired';
  if (paid) return 'confirming';
  return bill.upstreamPayUrl ? 'pay' : 'preparing';
}

const lost = (reply: FastifyReply) => reply.code(404).type('text/plain; charset=utf-8').send('404');

const common = { permission: 'anonymous', perMinute: PER_MINUTE } as const;

/** What the page's form sends is read by no parser: it says nothing but that the button was pressed. */
function mountForm(
  app: FastifyInstance,
  pay: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1_024 }, (_request, body, done) =>
      done(null, body),
    );
    route(scope, {
      ...common,
      method: 'POST',
      effect: 'unkeyed',
      url: '/pay/:token/paid',
      summary: 'Demo: the payer pays at the sandbox upstream',
      handler: ({ request, reply }) => pay(request, reply),
    });
  });
}

/** The page behind an order's pay URL: what is to be paid, how long there is time, and what became of it. */
export function mountCashier(app: FastifyInstance, deps: AppDeps): void {
  const key = deps.env.secretsKey ?? '';
  const find = (request: FastifyRequest): Promise<Bill | undefined> => {
    const orderNo = orderNoOf(key, (request.params as { token: string }).token);
    return orderNo === undefined ? Promise.resolve(undefined) : readBill(deps.pool, orderNo);
  };
  const sandbox = (bill: Bill) => deps.env.demo && isSandboxPayer(bill.upstreamPayUrl ?? '');

  async function show(request: FastifyRequest, reply: FastifyReply, given: Locale): Promise<FastifyReply> {
    const bill = await find(request);
    if (!bill) return reply.code(404).type('text/html; charset=utf-8').send(lostPage(deps.locales, given));
    if (!bill.visited)
      await noteVisit(deps.pool, bill, { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });
    const query = request.query as { lang?: string; paid?: string };
    const now = deps.clock.now();
    const html = cashierPage(deps.locales, {
      bill,
      stage: stageOf(bill, query.paid !== undefined, now),
      path: cashierPath(key, bill.orderNo),
      left: Math.max(0, Math.round(((bill.expiresAt?.getTime() ?? now.getTime()) - now.getTime()) / 1000)),
      sandbox: sandbox(bill),
      locale: typeof query.lang === 'string' ? localeFrom(query.lang) : given,
    });
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
  }

  async function pay(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const bill = await find(request);
    if (!bill || !sandbox(bill)) return lost(reply);
    await deps.outbound.send(bill.upstreamPayUrl ?? '', { method: 'POST', timeoutMs: 5_000 });
    const { lang } = request.query as { lang?: string };
    const language = typeof lang === 'string' ? `&lang=${localeFrom(lang)}` : '';
    return reply.redirect(`${cashierPath(key, bill.orderNo)}?paid=1${language}`, 303);
  }

  route(app, {
    ...common,
    method: 'GET',
    url: '/pay/cashier.js',
    summary: 'The cashier’s countdown',
    handler: async ({ reply }) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(SCRIPT),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/pay/:token',
    summary: 'Where a payer pays a collection order',
    handler: ({ request, reply, caller }) => show(request, reply, caller.locale),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/pay/:token/state',
    summary: 'What the cashier’s page looks for a change of',
    handler: async ({ request, reply }) => {
      const bill = await find(request);
      if (!bill) return lost(reply);
      return reply.header('cache-control', 'no-store').type('text/plain').send(seen(bill));
    },
  });
  mountForm(app, pay);
}
