import type { FastifyInstance } from 'fastify';

/** Clients of the family write query keys with a capital (Id, Code, Title); ours begin small. */
export function acceptCapitals(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const query = request.query as Record<string, unknown>;
    for (const key of Object.keys(query)) {
      const small = key.charAt(0).toLowerCase() + key.slice(1);
      if (small !== key && !Object.hasOwn(query, small)) query[small] = query[key];
    }
  });
}
