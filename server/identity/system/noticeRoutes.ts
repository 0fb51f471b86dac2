import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { idSchema } from '../../../contract/validate.ts';
import { SIZE_MOST } from '../../engine/page.ts';
import { Scopes } from '../../engine/scope.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { type Call, route } from '../../platform/http/route.ts';
import { FOR_READER, mine, pageReceived, readerOf, unread } from './noticeRead.ts';

const MOST = 100;
const limits = z.looseObject({ limit: z.coerce.number().int().min(1).max(MOST).default(20) });

/** A number of a query; what is none is left out, as the family's forms leave a filter empty. */
const count = z.preprocess((value) => {
  const number = Number(value);
  return value === '' || !Number.isSafeInteger(number) || number < 0 ? undefined : number;
}, z.int().max(1_000_000_000).optional().catch(undefined));
const asked = z
  .looseObject({
    title: z.string().max(200).optional(),
    type: count,
    readStatus: count,
    page: count,
    pageSize: count,
  })
  .transform(({ title, type, readStatus, page, pageSize }) => ({
    title,
    type: type === 1 || type === 2 ? type : undefined,
    readStatus: readStatus === 0 || readStatus === 1 ? readStatus : undefined,
    page: page || 1,
    pageSize: Math.min(pageSize || 20, SIZE_MOST),
  }));

function mountReads(app: FastifyInstance, deps: AppDeps, scopes: Scopes): void {
  const listMine = ({ caller, query, body }: Call<{ limit?: number } | undefined, { limit: number }>) =>
    mine(deps, scopes, caller, body?.limit ?? query.limit);
  const base = {
    url: '/api/sysNotice/mine',
    permission: { session: EVERYONE },
    query: limits,
    summary: 'Published notices, newest first',
  } as const;
  route(app, { ...base, method: 'GET', handler: listMine as never });
  route(app, {
    ...base,
    method: 'POST',
    effect: 'none',
    body: z.looseObject({ limit: z.int().min(1).max(MOST).optional() }),
    handler: listMine,
  });
  route(app, {
    method: 'GET',
    url: '/api/sysNotice/pageReceived',
    permission: { session: EVERYONE },
    query: asked,
    summary: 'One page of the notices for the caller, newest first',
    handler: ({ caller, query }) => pageReceived(deps, scopes, caller, query),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysNotice/unReadList',
    permission: { session: EVERYONE },
    summary: 'What the caller has not read of the notices, newest first',
    handler: ({ caller }) => unread(deps, scopes, caller, MOST),
  });
}

/** Published notices of the caller's tenant that are for the caller. */
export function mountNotices(app: FastifyInstance, deps: AppDeps): void {
  const scopes = new Scopes(deps.pool);
  mountReads(app, deps, scopes);
  writeRoute(app, deps, {
    url: '/api/sysNotice/setRead',
    anyClock: true,
    permission: { session: EVERYONE },
    body: z.union([
      z.looseObject({ id: idSchema }).transform(({ id }) => [id]),
      z.looseObject({ ids: z.array(idSchema).max(MOST) }).transform(({ ids }) => ids),
    ]),
    summary: 'Mark notices as read',
    handler: async ({ caller, body, tx }) => {
      await tx.query(
        `insert into sys_notice_read (notice_id, user_id, read_at)
         select n.id, $1, $3 from sys_notice n where n.id = any($10::bigint[]) and ${FOR_READER}
         on conflict do nothing`,
        [...(await readerOf(deps, scopes, caller)), body],
      );
      return true;
    },
  });
}
