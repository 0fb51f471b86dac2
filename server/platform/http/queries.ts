import type { FastifyInstance } from 'fastify';
import { isStorable } from '../../../contract/storable.ts';
import { Refused } from './refused.ts';

/** Refuses what nothing can keep; clients of the family write query keys with a capital (Id, Code), ours begin small. */
export function acceptQueries(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const query = request.query as Record<string, unknown>;
    if (!isStorable(query) || !isStorable(request.params)) throw new Refused('validation');
    for (const key of Object.keys(query)) {
      const small = key.charAt(0).toLowerCase() + key.slice(1);
      if (small !== key && !Object.hasOwn(query, small)) query[small] = query[key];
    }
  });
}
