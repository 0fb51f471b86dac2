import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { DirectoryTest, SyncKind } from '../../../contract/directorySync.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { idSchema } from '../../../contract/validate.ts';
import { familyList } from '../../engine/family/page.ts';
import { engineOf } from '../../engine/shared.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { asService, hostIn } from './connection.ts';
import { readDepartments, readPeople } from './entries.ts';
import { shownPlan } from './preview.ts';
import { openDirectory, planOf } from './synchronise.ts';
import { askSync } from './work.ts';

const byId = z.looseObject({ id: idSchema });
/** What was seen in the preview, and the count that was typed. */
const seen = byId.extend({ digest: z.string().max(64).optional(), confirmed: z.int().optional() });
/** Each of these asks another server. */
const PER_MINUTE = 30;

/** Signs in as the service account and counts what the filters find. */
async function test(deps: AppDeps, caller: Caller, id: string): Promise<DirectoryTest> {
  const directory = await openDirectory(deps, caller, id);
  const begun = performance.now();
  const [people, departments] = await asService(deps.env, directory, async (client) => [
    (await readPeople(client, directory)).length,
    (await readDepartments(client, directory)).length,
  ]);
  const { security } = hostIn(deps.env, directory.host, directory.port)!;
  return { people: people!, departments: departments!, security, ms: Math.round(performance.now() - begun) };
}

async function preview(deps: AppDeps, caller: Caller, id: string, kind: SyncKind) {
  const directory = await openDirectory(deps, caller, id);
  return shownPlan(deps, caller, await planOf(deps, caller, directory, kind));
}

function mountPreviews(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysLdap/test',
    permission: { anyOf: ['sysLdap:test'] },
    body: byId,
    perMinute: PER_MINUTE,
    summary: 'Sign in to a directory and count what its filters find',
    handler: ({ caller, body }) => test(deps, caller, body.id),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysLdap/previewUser',
    permission: { anyOf: ['sysLdap:syncUser'] },
    body: byId,
    perMinute: PER_MINUTE,
    summary: 'What a synchronisation of people would add, change and disable, and whom it leaves out and why',
    handler: ({ caller, body }) => preview(deps, caller, body.id, 'user'),
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysLdap/previewDept',
    permission: { anyOf: ['sysLdap:syncDept'] },
    body: byId,
    perMinute: PER_MINUTE,
    summary: 'The same of departments',
    handler: ({ caller, body }) => preview(deps, caller, body.id, 'dept'),
  });
}

export function mountDirectory(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysLdap/list',
    permission: { anyOf: ['sysLdap:page'] },
    summary: 'All directories',
    handler: async ({ caller }) => familyList(await engineOf(deps), resourceOf('sysLdap'), caller, {}),
  });
  mountPreviews(app, deps);
  writeRoute(app, deps, {
    url: '/api/sysLdap/syncUser',
    permission: { anyOf: ['sysLdap:syncUser'] },
    body: seen,
    summary:
      'Take people from a directory, in the background: those who are gone there are disabled, nobody is deleted',
    prepare: ({ caller, body }) => openDirectory(deps, caller, body.id),
    handler: ({ caller, tx, prepared, body: { digest, confirmed } }) =>
      askSync(tx, caller, { id: prepared.id, of: 'user', digest, confirmed }),
  });
  writeRoute(app, deps, {
    url: '/api/sysLdap/syncDept',
    permission: { anyOf: ['sysLdap:syncDept'] },
    body: seen,
    summary: 'Take departments from a directory as organisations, in the background',
    prepare: ({ caller, body }) => openDirectory(deps, caller, body.id),
    handler: ({ caller, tx, prepared, body: { digest, confirmed } }) =>
      askSync(tx, caller, { id: prepared.id, of: 'dept', digest, confirmed }),
  });
}
