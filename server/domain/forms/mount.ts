import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { FORM_PURPOSES } from '../../../contract/forms/form.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { drawBody, keepDraft, publishBody, publishForm, retireBody, retireForm } from './draw.ts';
import { inForce, versionOf } from './versions.ts';

/** Whoever fills a form in, or reads what was filled in; drawn fields are the staff's. */
const READ = { anyOf: ['manualOrder:page', 'formDesign:page'] };

/** Drawing, publishing and reading forms; their list is served like every resource. */
export function mountForms(app: FastifyInstance, deps: AppDeps): void {
  writeRoute(app, deps, {
    url: '/api/formDesign/draw',
    permission: { anyOf: ['formDesign:update'] },
    body: drawBody,
    summary: 'Keeps what is drawn of a form, as a JSON Schema',
    handler: ({ tx, caller, body }) => keepDraft(tx, caller, body, deps.clock.now()),
  });
  writeRoute(app, deps, {
    url: '/api/formDesign/publish',
    permission: { anyOf: ['formDesign:publish'] },
    body: publishBody,
    summary: 'Publishes what is drawn as the next version of the form, and puts it in force',
    handler: ({ tx, caller, body }) => publishForm(tx, caller, body, deps.clock.now()),
  });
  writeRoute(app, deps, {
    url: '/api/formDesign/retire',
    permission: { anyOf: ['formDesign:publish'] },
    body: retireBody,
    summary: 'Takes a form out of force; nothing is asked in its place',
    handler: ({ tx, caller, body }) => retireForm(tx, caller, body, deps.clock.now()),
  });
  route(app, {
    method: 'GET',
    url: '/api/formDesign/inForce',
    permission: READ,
    query: z.looseObject({ purpose: z.enum(FORM_PURPOSES) }),
    summary: 'The version that is filled in now, null without one',
    handler: ({ caller, query }) =>
      caller.merchantId === null ? inForce(deps.pool, query.purpose, caller.locale) : Promise.resolve(null),
  });
  route(app, {
    method: 'GET',
    url: '/api/formDesign/version',
    permission: READ,
    query: z.looseObject({ id: idSchema }),
    summary: 'The version of a form by which a row was filled in',
    async handler({ caller, query }) {
      const found = caller.merchantId === null && (await versionOf(deps.pool, query.id, caller.locale));
      if (!found) throw new Refused('notFound');
      return found;
    },
  });
}
