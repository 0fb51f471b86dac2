import type { FastifyInstance } from 'fastify';
import { isStorable } from '../../../contract/storable.ts';
import { compareDigest } from './bodyDigest.ts';
import { Refused } from './refused.ts';

export const BODY_LIMIT = 1 << 20;
const DEEPEST = 32;

/** Names in the objects of one body, and values that are objects or lists: each at most this many. */
export const MOST_FIELDS = { anonymous: 2_000, signedIn: 20_000 } as const;
/** An anonymous JSON body in bytes: a sign-in takes a few hundred. */
export const ANONYMOUS_LIMIT = 16 * 1024;

/**
 * Why a JSON text is refused before it is parsed: nested too deeply, or too wide. One pass over the text that stops at
 * the first excess; brackets and colons within strings count for nothing.
 */
export function excess(
  json: string,
  mostFields: number,
  deepest = DEEPEST,
): 'tooDeep' | 'tooManyFields' | undefined {
  let depth = 0;
  let names = 0;
  let opened = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (inString) {
      if (char === 92) at++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 58) {
      if (++names > mostFields) return 'tooManyFields';
    } else if (char === 123 || char === 91) {
      if (++depth > deepest) return 'tooDeep';
      if (++opened > mostFields) return 'tooManyFields';
    } else if (char === 125 || char === 93) depth--;
  }
  return undefined;
}

/** Looks at a JSON text before it is parsed. @throws Refused validation or tooManyFields */
export function refuseExcess(json: string, mostFields: number): void {
  const found = excess(json, mostFields);
  if (found === 'tooDeep') throw new Refused('validation');
  if (found === 'tooManyFields') throw new Refused('tooManyFields', { most: mostFields });
}

/** JSON under both media types of the contract; depth and width are bounded, __proto__ and texts that nothing can keep refused. */
export function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json-patch+json', 'application/json'],
    { parseAs: 'string' },
    (request, text: string, done) => {
      try {
        compareDigest(request, text);
      } catch (error) {
        return done(error as Refused);
      }
      if (text.trim() === '') return done(null, undefined);
      const signedIn = request.caller.userId !== '';
      // An address that no route serves has no limit of its own.
      if (!signedIn && Buffer.byteLength(text) > ANONYMOUS_LIMIT) return done(new Refused('tooLarge'));
      try {
        refuseExcess(text, signedIn ? MOST_FIELDS.signedIn : MOST_FIELDS.anonymous);
      } catch (error) {
        return done(error as Refused);
      }
      return parse(request, text, (error: Error | null, body?: unknown) => {
        // Only an escape can bring them in: a bare one is no JSON, or no UTF-8.
        const sound = !text.includes('\\u') || isStorable(body);
        done(error ?? (sound ? null : new Refused('validation')), body);
      });
    },
  );
}
