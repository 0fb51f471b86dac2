import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from './refused.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 in hex that the signature of the call binds its body to, until the body was compared with it. */
    signedDigest: string | undefined;
  }
}

const digestOf = (body: string): string => createHash('sha256').update(body, 'utf8').digest('hex');

const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

export const badBody = (): Refused => new Refused('openAccess', { reason: 'body', says: 'openAccess.body' });

/** Compares a body as it was sent with what its signature says. @throws Refused openAccess */
export function compareDigest(request: FastifyRequest, body: string): void {
  const { signedDigest } = request;
  if (signedDigest === undefined) return;
  if (!isSame(signedDigest, digestOf(body))) throw badBody();
  request.signedDigest = undefined;
}

/** A body that no parser of texts has read was not compared: such a call goes no further. */
export function demandComparedBodies(app: FastifyInstance): void {
  app.decorateRequest('signedDigest', undefined);
  app.addHook('preValidation', async (request) => {
    if (request.signedDigest !== undefined && request.body === undefined) compareDigest(request, '');
    if (request.signedDigest !== undefined) throw badBody();
  });
}
