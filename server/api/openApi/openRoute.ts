import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import type { ZodType, output } from 'zod';
import { ERRORS } from '../../../contract/errors.ts';
import { isStorable } from '../../../contract/storable.ts';
import { merchantTurn, transactInTurn } from '../../engine/inTurn.ts';
import { MOST_FIELDS, refuseExcess } from '../../platform/http/bodies.ts';
import type { Locale } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { asRefused, refusalMessage } from '../../platform/http/envelope.ts';
import { routeLabels } from '../../platform/http/fieldLabels.ts';
import type { Locales } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import { SharedBudget } from '../../platform/http/sharedBudget.ts';
import { route } from '../../platform/http/route.ts';
import { check } from '../../platform/http/validation.ts';
import { type Access, spendNonce } from './access.ts';
import { authenticate, Denied } from './authenticate.ts';
import { keepCall, type Note, noteOf } from './log.ts';

/** An admitted call. Its work, its nonce and its log row are one transaction. */
export interface OpenCall {
  deps: AppDeps;
  tx: PoolClient;
  access: Access;
  now: Date;
  ip: string;
  /** What the addresses in an answer begin with; never to be stored, a caller's Host may be part of it. */
  baseUrl: string;
}

interface OpenSpec<B extends ZodType> {
  /** Below /api/open/. */
  path: string;
  summary: string;
  body: B;
  /** What needs no transaction: looked at before one is opened. */
  before?: (deps: AppDeps, access: Access, body: output<B>) => Promise<void>;
  run: (call: OpenCall, body: output<B>) => Promise<unknown>;
}

/** Calls of one address that were not let in, a minute: somebody without a key does not fill the log. */
const MOST_DENIED = 300;
const LONGEST_NO = 100;
const merchantOrderNo = (body: unknown): string | undefined => {
  const no = (body as { merchantOrderNo?: unknown } | null)?.merchantOrderNo;
  return typeof no === 'string' ? no.slice(0, LONGEST_NO) : undefined;
};

/** The body by its schema; the log names the order of a body that is refused, too. */
function parsed<B extends ZodType>(schema: B, note: Note, locale: Locale, locales: Locales): output<B> {
  const raw = note.body;
  refuseExcess(raw, MOST_FIELDS.anonymous);
  const value: unknown = raw.trim() === '' ? {} : JSON.parse(raw);
  if (!isStorable(value)) throw new Refused('validation');
  note.merchantOrderNo = merchantOrderNo(value);
  const checked = check(schema, value, locale, routeLabels(locales, locale, note.path));
  if ('data' in checked) return checked.data as output<B>;
  throw new Refused('validation', {}, checked.fields);
}

/** An answer as the log keeps it: its own addresses without what they began with for this caller. */
const answerToKeep = (result: unknown, baseUrl: string): string =>
  JSON.stringify(result).replaceAll(`"${baseUrl}/`, '"/');

/** Two calls with one merchant order: the later one starts over and finds what the first has made. */
const lostRace = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'duplicate' && error.values.field === 'merchantOrderNo';

async function serve<B extends ZodType>(
  deps: AppDeps,
  spec: OpenSpec<B>,
  note: Note,
  from: { locale: Locale; baseUrl: string; began: number },
): Promise<unknown> {
  const access = await authenticate(deps, note);
  const body = parsed(spec.body, note, from.locale, deps.locales);
  await spec.before?.(deps, access, body);
  const once = () =>
    transactInTurn(deps, merchantTurn(access.merchantId), async (tx) => {
      const now = deps.clock.now();
      if (!(await spendNonce(tx, access.accessKey, note.nonce, now))) throw new Denied('replay');
      const result = await spec.run({ deps, tx, access, now, ip: note.ip, baseUrl: from.baseUrl }, body);
      const milliseconds = performance.now() - from.began;
      await keepCall(
        tx,
        note,
        { reason: null, code: 200, answer: answerToKeep(result, from.baseUrl), milliseconds },
        now,
      );
      return result;
    });
  return once().catch((error: unknown) => {
    if (lostRace(error)) return once();
    throw error;
  });
}

/** What is wrong with each field, in one line. */
const fieldTexts = (fields: Record<string, string[]>): string =>
  Object.entries(fields)
    .map(([name, texts]) => `${name}: ${texts.join(', ')}`)
    .join('; ');

/** Spends the nonce of a refused call too, and keeps why it was refused, in the words of the answer. */
async function keepRefusal(
  deps: AppDeps,
  note: Note,
  error: unknown,
  { locale, milliseconds }: { locale: Locale; milliseconds: number },
): Promise<void> {
  const refused = asRefused(error);
  const { code, values } = refused;
  const denied = error instanceof Denied;
  const now = deps.clock.now();
  if (!denied && note.merchantId) await spendNonce(deps.pool, note.accessKey, note.nonce, now);
  const message = refusalMessage(refused, deps.locales, locale);
  const answer = JSON.stringify({ errorCode: code, message, ...values, says: undefined });
  const reason = denied ? error.reason : 'refused';
  const errorMessage = typeof message === 'string' ? message : fieldTexts(message);
  await keepCall(deps.pool, note, { reason, code: ERRORS[code], answer, errorMessage, milliseconds }, now);
}

/** Mounts calls that merchants' own systems make: signed, logged, each idempotent by its merchant order. */
export function openRoutes(scope: FastifyInstance, deps: AppDeps) {
  const denied = new SharedBudget(deps.pool, 'denied Open API calls', MOST_DENIED);
  return <B extends ZodType>(spec: OpenSpec<B>): void =>
    route(scope, {
      method: 'POST',
      effect: 'unkeyed',
      url: `/api/open/${spec.path}`,
      permission: 'anonymous',
      summary: spec.summary,
      handler: async ({ request, caller }) => {
        const began = performance.now();
        const note = noteOf(request);
        // Beyond that nothing is read and nothing is logged.
        if (denied.isSpent(note.ip)) throw new Refused('busy');
        try {
          const baseUrl = deps.env.publicUrl ?? `${request.protocol}://${request.host}`;
          return await serve(deps, spec, note, { locale: caller.locale, baseUrl, began });
        } catch (error) {
          if (error instanceof Denied && !(await denied.take(note.ip)).allowed) throw new Refused('busy');
          await keepRefusal(deps, note, error, {
            locale: caller.locale,
            milliseconds: performance.now() - began,
          });
          throw error;
        }
      },
    });
}
