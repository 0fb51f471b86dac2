import { randomUUID } from 'node:crypto';
import { paidOrder } from '../../tests/safety/world.ts';
import { type Contest, eightHands } from './contest.ts';
import { settleScript } from './settleScript.ts';

/** Settle with ledger, log and outbox, of orders of many merchants, as a desk has them. */
export const settle: Contest = {
  what: 'settle over HTTP',
  prepare: async (pool, worlds, count) =>
    (await eightHands(worlds, count, (world) => paidOrder(pool, world, { merchantId: world.loneId }))).map(
      (id) => ({ id }),
    ),
  call: ({ token }, { id }) => ({
    path: '/api/collectOrder/settle',
    headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ ids: [id] }),
    done: (answer) => JSON.parse(answer).result?.done?.[0] === id,
  }),
  script: settleScript,
};
