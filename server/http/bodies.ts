import type { FastifyInstance } from 'fastify';
import { isStorable } from '../../contract/storable.ts';
import { Refused } from './refused.ts';

export const BODY_LIMIT = 1 << 20;
const DEEPEST = 32;

/** True where brackets outside strings nest deeper than `limit`; runs before any parsing. */
export function tooDeep(json: string, limit = DEEPEST): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (inString) {
      if (char === 92) at++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 123 || char === 91) {
      if (++depth > limit) return true;
    } else if (char === 125 || char === 93) depth--;
  }
  return false;
}

/** JSON under both media types of the contract; depth is bounded, __proto__ and texts that nothing can keep refused. */
export function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json-patch+json', 'application/json'],
    { parseAs: 'string' },
    (request, text: string, done) => {
      if (text.trim() === '') return done(null, undefined);
      if (tooDeep(text)) return done(new Refused('validation'));
      return parse(request, text, (error: Error | null, body?: unknown) => {
        // Only an escape can bring them in: a bare one is no JSON, or no UTF-8.
        const sound = !text.includes('\\u') || isStorable(body);
        done(error ?? (sound ? null : new Refused('validation')), body);
      });
    },
  );
}
