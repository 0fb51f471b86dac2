import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { PARTS, type PartResult } from '../../../../contract/selfTest.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { route } from '../../../platform/http/route.ts';
import { SERVER_NAME } from '../../../platform/db/pool.ts';
import { tryPart } from './parts.ts';

/** Trying the parts of the server that answers; nothing is left of it. */
export function mountSelfTest(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysTest/run',
    permission: { anyOf: ['sysTest:run'] },
    body: z.looseObject({ part: z.enum(PARTS) }),
    summary: 'Tries one part of this server: its state, the time it took and why',
    handler: async ({ body: { part } }): Promise<PartResult> => {
      const began = performance.now();
      const { state, reason, values = {} } = await tryPart(deps, part);
      const milliseconds = Math.round((performance.now() - began) * 10) / 10;
      return { part, state, reason, values, milliseconds, server: SERVER_NAME };
    },
  });
}
