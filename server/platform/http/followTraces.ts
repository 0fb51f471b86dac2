import type { FastifyInstance } from 'fastify';
import { inTrace } from '../trace.ts';

/** What a request leads to is known by its id. Reading a body ends the context of the first hook, so it begins again. */
export function followTraces(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => inTrace(request.id, done));
  app.addHook('preValidation', (request, _reply, done) => inTrace(request.id, done));
}
