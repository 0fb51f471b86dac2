import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { ZodType, output } from 'zod';
import { ANONYMOUS_LIMIT } from './bodies.ts';
import { type Audience, checkAudience } from '../../../contract/audience.ts';
import { audienceOf } from '../../../contract/permissions.ts';
import { type Caller, demand, demandKind, type Locale } from './caller.ts';
import type { Clock } from './deps.ts';
import type { Drain } from './drain.ts';
import { refuseClockOff } from './clockOff.ts';
import { withCommandMessage } from './commandMessage.ts';
import { success } from './envelope.ts';
import { fitBody, isFamilyUrl } from './familyBody.ts';
import { routeLabels } from './fieldLabels.ts';
import type { Locales } from './locales.ts';
import { Refused } from './refused.ts';
import { check, type LabelOf } from './validation.ts';

/** `session`: whoever has signed in and is of the audience; `anyOf`: whoever holds a code that is for their kind of people. */
export type Permission = 'anonymous' | { session: Audience } | { anyOf: readonly string[] };

export interface Call<B = unknown, Q = unknown> {
  /** An anonymous route gets a caller without user or permissions. */
  caller: Caller;
  body: B;
  query: Q;
  headers: FastifyRequest['headers'];
  log: FastifyBaseLogger;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * What a POST leaves behind: `none` reads; `keyed` writes once per Idempotency-Key; `unkeyed` are the calls that begin, lock
 * or end a session, demo switches, and protocols with a rule of repetition of their own.
 */
export type Effect = 'none' | 'keyed' | 'unkeyed';

type Method = { method: 'GET' } | { method: 'POST'; effect: Effect };

export type RouteSpec<B extends ZodType, Q extends ZodType> = Method & CallSpec<B, Q>;

export interface CallSpec<B extends ZodType, Q extends ZodType> {
  url: string;
  permission: Permission;
  body?: B;
  query?: Q;
  summary: string;
  /** Answers although the caller's screen is locked. */
  whenLocked?: boolean;
  /** Answers although the caller must first change a password that somebody else gave. */
  beforeOwnPassword?: boolean;
  /** A long-lived answer (a stream) does not count towards the caller's concurrent calls. */
  longLived?: boolean;
  /** Answers without the database: no hook on its way may read it. */
  probe?: boolean;
  /** Answers although this server's clock is off: it changes nothing whose time matters. What has no effect always does. */
  anyClock?: boolean;
  /** Bytes of a body, where a call takes more than most. */
  bodyLimit?: number;
  /** Calls a minute from one address. */
  perMinute?: number;
  /** The handler's value becomes the envelope's result; returning `call.reply` means it has answered by itself. */
  handler: (call: Call<output<B>, output<Q>>) => Promise<unknown>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission;
    summary?: string;
    whenLocked?: boolean;
    beforeOwnPassword?: boolean;
    longLived?: boolean;
    probe?: boolean;
    effect?: Effect;
    body?: ZodType;
    query?: ZodType;
  }
  interface FastifyRequest {
    caller: Caller;
  }
  interface FastifyInstance {
    clock: Clock;
    drain: Drain;
    locales: Locales;
  }
}

const scopePermission = Symbol('permission of a plugin scope');
type Scoped = { [scopePermission]?: Permission };

/** Declares one permission for every route that a third-party plugin registers in this scope. */
export function declareScope(scope: FastifyInstance, permission: Permission): void {
  (scope as unknown as Scoped)[scopePermission] = permission;
}

/** @throws Error where a permission does not say whom it is for */
function checkPermission(permission: Permission, of: string): void {
  if (permission === 'anonymous') return;
  if ('session' in permission) return checkAudience(permission.session, of);
  for (const code of permission.anyOf) checkAudience(audienceOf(code), `${of}: ${code}`);
}

/** Deny by default (P8): a route that declares no permission, or not whom it is for, stops the boot. */
export function denyByDefault(app: FastifyInstance): void {
  app.addHook('onRoute', function (this: FastifyInstance, options: RouteOptions) {
    const permission = options.config?.permission ?? (this as unknown as Scoped)[scopePermission];
    const name = `${String(options.method)} ${options.url}`;
    if (!permission) throw new Error(`${name} declares no permission`);
    checkPermission(permission, name);
    options.config = { ...options.config, permission };
  });
}

/** Throws unless the caller may use a route of this permission. */
export function allow(permission: Permission, caller: Caller): void {
  if (permission === 'anonymous') return;
  if (!caller.userId) throw new Refused('unauthenticated');
  if ('session' in permission) demandKind(caller, permission.session);
  else demand(caller, permission.anyOf);
}

/** Labels of a route's fields in a language. */
type LabelsIn = (locale: Locale) => LabelOf;

function parse(schema: ZodType | undefined, value: unknown, { locale }: Caller, labelsIn: LabelsIn): unknown {
  if (!schema) return value;
  const parsed = check(schema, value ?? {}, locale, labelsIn(locale));
  if ('data' in parsed) return parsed.data;
  throw new Refused('validation', {}, parsed.fields);
}

const isDryRun = (body: unknown): boolean =>
  (body as { dryRun?: unknown } | null | undefined)?.dryRun === true;

/** What a call is read from: the family's clients send whole rows, of which it takes what it names. */
function bodyOf({ url, body }: Pick<CallSpec<ZodType, ZodType>, 'url' | 'body'>, given: unknown): unknown {
  return body && isFamilyUrl(url) ? fitBody(body, given ?? {}) : given;
}

/** The one way to serve a call: permission, validation and envelope in one place. */
export function route<B extends ZodType, Q extends ZodType>(
  app: FastifyInstance,
  spec: RouteSpec<B, Q>,
): void {
  const {
    method,
    url,
    permission,
    summary,
    whenLocked,
    beforeOwnPassword,
    longLived,
    probe,
    // What writes nothing needs no time.
    anyClock = method === 'GET' || spec.effect === 'none',
    perMinute,
    bodyLimit,
    handler,
  } = spec;
  const labelsIn: LabelsIn = (locale) => routeLabels(app.locales, locale, url);
  // A scope with parsers of its own has limits of its own.
  const anonymousJson = permission === 'anonymous' && app.hasContentTypeParser('application/json');
  app.route({
    method,
    url,
    ...(anonymousJson && { bodyLimit: ANONYMOUS_LIMIT }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: {
      permission,
      summary,
      whenLocked,
      beforeOwnPassword,
      longLived,
      probe,
      ...('effect' in spec && { effect: spec.effect }),
      body: spec.body,
      query: spec.query,
      ...(perMinute && { rateLimit: { max: perMinute, timeWindow: 60_000 } }),
    },
    handler: async (request, reply) => {
      if (!anyClock) refuseClockOff(app.clock);
      const { caller, headers, log } = request;
      const body = parse(spec.body, bodyOf(spec, request.body), caller, labelsIn) as output<B>;
      const query = parse(spec.query, request.query, caller, labelsIn) as output<Q>;
      const result = await handler({ caller, body, query, headers, log, request, reply });
      // An answer that was cut off on its way has its headers: nothing more goes there.
      if (result === reply || reply.sent || reply.raw.destroyed) return reply;
      const writes = 'effect' in spec && spec.effect !== 'none' && !isDryRun(request.body);
      const { locales } = app;
      const answer = writes ? withCommandMessage(result, { locales, locale: caller.locale, url }) : result;
      return success(answer, request.caller, app.clock.now());
    },
  });
}
