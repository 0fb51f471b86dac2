import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { readDetailOf } from './payments.ts';

/** What clients of the family offer and this product refuses: code that runs, and a provider that is not bound. */
export function mountRefused(app: FastifyInstance, deps: AppDeps): void {
  const refuse = (says: string) => async (): Promise<never> => {
    throw new Refused('notOffered', { says });
  };
  const [code, pay] = [refuse('pluginCode'), refuse('noPayProvider')];
  const writes = { method: 'POST', effect: 'none', permission: { anyOf: ['sysPlugin:update'] } } as const;
  const pays = { method: 'POST', effect: 'none', permission: { anyOf: ['sysWechatPay:page'] } } as const;
  const reads = { method: 'GET', permission: { anyOf: ['sysWechatPay:page'] } } as const;
  route(app, {
    ...writes,
    url: '/api/sysPlugin/compileAssembly',
    summary: 'Refused: no code is compiled',
    handler: code,
  });
  route(app, {
    ...writes,
    url: '/api/sysPlugin/removeAssembly/:name',
    summary: 'Refused: no code was compiled',
    handler: code,
  });
  route(app, {
    ...pays,
    url: '/api/sysWechatPay/payTransactionNative',
    summary: 'Refused: no provider is bound',
    handler: pay,
  });
  route(app, {
    ...pays,
    url: '/api/sysWechatPay/refundDomestic',
    summary: 'Refused: no provider is bound',
    handler: pay,
  });
  route(app, {
    ...pays,
    url: '/api/sysWechatPay/listRefund',
    summary: 'Refunds of a payment: none are made here',
    handler: async () => [],
  });
  route(app, {
    ...reads,
    url: '/api/sysWechatPay/payInfo/:id',
    summary: 'A payment as it is kept',
    handler: ({ request, caller }: Call) => readDetailOf(deps, caller, (request.params as { id: string }).id),
  });
  route(app, {
    ...reads,
    url: '/api/sysWechatPay/payInfoFromWechat/:id',
    summary: 'Refused: no provider is bound',
    handler: pay,
  });
}
