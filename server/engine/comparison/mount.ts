import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { COMPARED_MOST, KEYS_MOST, SHOWN, SIDES_LEAST, SIDES_MOST } from '../../../contract/comparison.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import type { Engine } from '../engine.ts';
import { sendJson } from '../json.ts';
import { openComparison } from './open.ts';
import { nextPlace, readAligned } from './read.ts';

const BLOCK_MOST = 1_000;
const ALTERNATIVES_MOST = 3;

const name = z.string().min(1).max(60);
const side = z
  .int()
  .min(0)
  .max(SIDES_MOST - 1);
const place = z.int().min(0).max(2_000_000);

const openBody = z.strictObject({
  sides: z
    .array(
      z.strictObject({
        resource: name,
        filters: z.record(z.string(), z.unknown()).default({}),
        key: z.array(z.array(name).min(1).max(ALTERNATIVES_MOST)).min(1).max(KEYS_MOST),
      }),
    )
    .min(SIDES_LEAST)
    .max(SIDES_MOST),
  compared: z.array(z.array(name.nullable()).max(SIDES_MOST)).max(COMPARED_MOST),
  sort: z.strictObject({ side, field: name, order: z.enum(['ascending', 'descending']) }).optional(),
  of: side.optional(),
});

const part = {
  token: z.string().min(1).max(80),
  show: z.enum(SHOWN),
  lacking: side.optional(),
};
const rowsBody = z
  .strictObject({ ...part, start: place, end: place })
  .refine(({ start, end }) => end - start <= BLOCK_MOST, { path: ['end'] });
const placeBody = z.strictObject({
  ...part,
  from: z.int().min(-1).max(2_000_000),
  back: z.boolean().optional(),
});

/** Lists compared row by row; each side asks for the permission of its own list. */
export function mountComparison(app: FastifyInstance, { clock }: AppDeps, engine: Engine): void {
  const common = { method: 'POST', effect: 'none', permission: { session: EVERYONE } } as const;
  route(app, {
    ...common,
    url: '/api/comparison/open',
    body: openBody,
    summary: 'Aligns lists by a key and counts what differs over the whole of each',
    handler: ({ caller, body }) => openComparison(engine, caller, body),
  });
  route(app, {
    ...common,
    url: '/api/comparison/rows',
    body: rowsBody,
    summary: 'A block of aligned rows',
    handler: async (call) => sendJson(call, await readAligned(engine, call.caller, call.body), clock.now()),
  });
  route(app, {
    ...common,
    url: '/api/comparison/place',
    body: placeBody,
    summary: 'Where the next aligned row is that differs or that a side lacks',
    handler: async ({ caller, body }) => nextPlace(engine, caller, body),
  });
}
