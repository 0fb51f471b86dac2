import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { HANDOVER_LONGEST } from '../../../contract/shiftHandover.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { engineOf } from '../../engine/shared.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { asClaim, openClaims } from './claims.ts';
import { openCounts } from './counts.ts';
import { acceptShift, declineShift, withdrawShift } from './decide.ts';
import { notifyParty } from './notify.ts';
import { offerShift } from './offer.ts';
import { packetOf } from './read.ts';
import { takersOf } from './takers.ts';

const CLAIMS_MOST = 1_000;
const REASON_MOST = 500;

const READ = { anyOf: ['shiftHandover:page'] };
const WRITE = { anyOf: ['shiftHandover:write'] };
const one = z.looseObject({ id: idSchema });
const offerBody = z.strictObject({
  toUserId: idOf('sysUser', { tenantWide: 'whoever may hold the claims may take the shift' }),
  note: z.string().trim().max(HANDOVER_LONGEST).default(''),
});
const acceptBody = z.strictObject({
  id: idSchema,
  /** Claims that are taken; all where it is left out. */
  orderIds: z
    .array(idOf('collectOrder', { unchecked: 'claims that are not of the handover are left out' }))
    .max(CLAIMS_MOST)
    .optional(),
});
const declineBody = z.strictObject({ id: idSchema, reason: z.string().trim().min(1).max(REASON_MOST) });
const withdrawBody = z.strictObject({ id: idSchema });

function mountReading(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/shiftHandover/draft',
    permission: WRITE,
    summary: 'What a handover of one’s own shift would give now, and who may take it',
    async handler({ caller }) {
      const engine = await engineOf(deps);
      const claims = await openClaims(deps.pool, caller.userId, deps.clock.now());
      return {
        claims: claims.map((claim) => asClaim(claim)),
        counts: await openCounts(deps.pool, await engine.scopes.visible(caller)),
        colleagues: await takersOf({ deps, engine, caller }, claims),
      };
    },
  });
  route(app, {
    method: 'GET',
    url: '/api/shiftHandover/packet',
    permission: READ,
    query: one,
    summary: 'A handover with its claims, why one can no longer be given, notes and counts',
    handler: async ({ caller, query }) => packetOf(deps, await engineOf(deps), caller, query.id),
  });
}

/** Before the transaction. @throws Refused notFound where the colleague may not take these claims */
async function prepareOffer(deps: AppDeps, caller: Caller, toUserId: string) {
  const engine = await engineOf(deps);
  const claims = await openClaims(deps.pool, caller.userId, deps.clock.now());
  const [taker] = await takersOf({ deps, engine, caller }, claims, toUserId);
  if (!taker) throw new Refused('notFound');
  return openCounts(deps.pool, await engine.scopes.visible(caller));
}

function mountOffer(app: FastifyInstance, deps: AppDeps): void {
  writeRoute(app, deps, {
    url: '/api/shiftHandover/offer',
    permission: WRITE,
    body: offerBody,
    summary: 'Offers one’s open claims, with a text, to a colleague who may hold them',
    prepare: ({ caller, body }) => prepareOffer(deps, caller, body.toUserId),
    async handler({ tx, caller, body, prepared: counts }) {
      const deciding = { tx, caller, now: deps.clock.now() };
      const offered = await offerShift(deciding, { ...body, counts });
      const values = { count: offered.claims };
      await notifyParty(deps, deciding, { id: offered.id, userId: body.toUserId, news: 'offered', values });
      return offered;
    },
  });
  writeRoute(app, deps, {
    url: '/api/shiftHandover/withdraw',
    permission: WRITE,
    body: withdrawBody,
    summary: 'Takes back an offer of one’s own',
    async handler({ tx, caller, body: { id } }) {
      const deciding = { tx, caller, now: deps.clock.now() };
      const userId = await withdrawShift(deciding, id);
      await notifyParty(deps, deciding, { id, userId, news: 'withdrawn', values: {} });
      return { id };
    },
  });
}

/** Shifts given to a colleague; their list is served like every resource. */
export function mountHandover(app: FastifyInstance, deps: AppDeps): void {
  mountReading(app, deps);
  mountOffer(app, deps);
  writeRoute(app, deps, {
    url: '/api/shiftHandover/accept',
    permission: WRITE,
    body: acceptBody,
    summary: 'Takes a shift over: its claims move at once, all or those named; answers the receipt',
    prepare: async ({ caller }) => (await engineOf(deps)).scopes.visible(caller),
    async handler({ tx, caller, body: { id, orderIds }, prepared: visible }) {
      const deciding = { tx, caller, now: deps.clock.now(), visible };
      const { giverId, receipt } = await acceptShift(deciding, id, orderIds);
      const moved = receipt.filter(({ outcome }) => outcome === 'moved').length;
      const values = { moved, count: receipt.length };
      await notifyParty(deps, deciding, { id, userId: giverId, news: 'accepted', values });
      return { id, receipt };
    },
  });
  writeRoute(app, deps, {
    url: '/api/shiftHandover/decline',
    permission: WRITE,
    body: declineBody,
    summary: 'Declines a shift with a reason; its claims stay with their giver',
    async handler({ tx, caller, body: { id, reason } }) {
      const deciding = { tx, caller, now: deps.clock.now() };
      const userId = await declineShift(deciding, id, reason);
      await notifyParty(deps, deciding, { id, userId, news: 'declined', values: { reason } });
      return { id };
    },
  });
}
