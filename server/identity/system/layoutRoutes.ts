import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { idSchema } from '../../../contract/validate.ts';
import { type Write, writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import {
  activateLayout,
  deleteLayout,
  layoutDetail,
  layoutVersions,
  listLayouts,
  renameLayout,
  revertLayout,
  saveLayout,
} from './layouts.ts';

/** Characters of one part of a layout. */
export const LONGEST_LAYOUT = 400_000;

/** Text as stored; an object is taken too and kept as its JSON. */
const part = z
  .union([
    z.string().max(LONGEST_LAYOUT),
    z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value)),
  ])
  .nullish();
const name = z.string().trim().min(1).max(80);
const own = z.strictObject({ id: idSchema });
const saveBody = z.strictObject({
  id: idSchema.nullish().transform((id) => id ?? undefined),
  name,
  kind: z.enum(['workspace', 'dashboard']),
  baseline: part,
  working: part,
  base: z
    .strictObject({ id: idSchema, version: z.int().min(1) })
    .nullish()
    .transform((base) => base ?? undefined),
  version: z.int().min(0).default(0),
});

export function mountLayouts(app: FastifyInstance, deps: AppDeps): void {
  const { pool, clock } = deps;
  const post = <B extends z.ZodType>(
    verb: string,
    body: B,
    summary: string,
    handler: (write: Write<z.output<B>>) => Promise<unknown>,
  ) =>
    writeRoute(app, deps, {
      url: `/api/layout/${verb}`,
      anyClock: true,
      permission: { session: EVERYONE },
      body,
      summary,
      handler,
    });
  route(app, {
    method: 'GET',
    url: '/api/layout/list',
    permission: { session: EVERYONE },
    summary: "The caller's layouts",
    handler: ({ caller }) => listLayouts(pool, caller.userId),
  });
  route(app, {
    method: 'GET',
    url: '/api/layout/detail',
    permission: { session: EVERYONE },
    query: z.looseObject({ id: idSchema }),
    summary: 'One layout with its baseline and working copy',
    handler: ({ caller, query }) => layoutDetail(pool, caller.userId, query.id),
  });
  route(app, {
    method: 'GET',
    url: '/api/layout/versions',
    permission: { session: EVERYONE },
    query: z.looseObject({ id: idSchema }),
    summary: 'The explicit saves of a layout',
    handler: ({ caller, query }) => layoutVersions(pool, caller.userId, query.id),
  });
  post('save', saveBody, 'Keep a layout, or parts of it, under its version', ({ caller, body, tx }) =>
    saveLayout(tx, caller.userId, body, clock.now()),
  );
  post('revert', own, 'Drop the working copy', ({ caller, body, tx }) =>
    revertLayout(tx, caller.userId, body.id, clock.now()),
  );
  post('rename', z.strictObject({ id: idSchema, name }), 'Rename a layout', ({ caller, body, tx }) =>
    renameLayout(tx, caller.userId, body.id, body.name, clock.now()),
  );
  post('delete', own, 'Delete a layout', ({ caller, body, tx }) => deleteLayout(tx, caller.userId, body.id));
  post('activate', own, 'Open this layout from now on', ({ caller, body, tx }) =>
    activateLayout(tx, caller.userId, body.id),
  );
}
