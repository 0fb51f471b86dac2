import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { audienceOf } from '../../../contract/permissions.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { declareScope, type Permission } from '../../platform/http/route.ts';
import { sendPassForm } from '../../identity/session/docsForm.ts';
import { holdsPass } from '../../identity/session/docsPass.ts';
import type { SessionKeys } from '../../identity/session/keys.ts';

const UI_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const schemaOf = (type: z.ZodType | undefined) =>
  type && z.toJSONSchema(type, { io: 'input', unrepresentable: 'any', target: 'draft-7' });

function localized(permission: Permission | undefined): string {
  if (typeof permission !== 'object') return `Permission: ${permission}`;
  if ('session' in permission) return `Permission: session, of ${permission.session.join(', ')}`;
  const codes = permission.anyOf.map((code) => `${code} (${audienceOf(code)?.join(', ')})`);
  return `Permission: ${codes.join(' or ')}`;
}

/** OpenAPI of every route, written from what the routes declare; read at /api/docs with the administrators' pass. */
export async function mountDocs(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Paydesk', version: '1', description: 'Calls of the back office.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    hideUntagged: false,
    transform: ({ url, route }) => {
      const { config } = route;
      const tag = url.split('/')[2] ?? 'server';
      const schema = {
        summary: config?.summary,
        description: localized(config?.permission),
        tags: [tag],
        ...(config?.body && {
          body: schemaOf(config.body),
          consumes: ['application/json-patch+json', 'application/json'],
        }),
        ...(config?.query && { querystring: schemaOf(config.query) }),
        ...(config?.summary === undefined && { hide: true }),
      };
      return { schema, url };
    },
  });
  await app.register(async (scope) => {
    declareScope(scope, 'anonymous');
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('content-security-policy', UI_POLICY).header('cache-control', 'no-store');
      if (await holdsPass(deps, keys, request, '/api/docs')) return;
      return sendPassForm(deps, request, reply, '/api/docs');
    });
    await scope.register(swaggerUi, { routePrefix: '/api/docs' });
  });
}
