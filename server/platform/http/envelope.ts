import type { Envelope } from '../../../contract/calls.ts';
import { IdsUnavailable } from '../db/id.ts';
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import { isOutage } from '../db/outage.ts';
import { isAcquireTimeout } from '../db/pools.ts';
import { isDiskFull, isLockTimeout, isStatementTimeout } from '../db/transaction.ts';
import type { Locale } from './caller.ts';
import { type Locales, textOf } from './locales.ts';
import { Refused } from './refused.ts';
import { timeText } from './zone.ts';

/** In whose words and zone an answer is written. */
export interface Addressee {
  locale: Locale;
  timeZone: string;
}

/** A result with a message: a handler returns it in place of the bare result. */
export class WithMessage<T = unknown> {
  readonly result: T;
  readonly message: string;
  readonly type: 'success' | 'warning';

  constructor(result: T, message: string, type: 'success' | 'warning' = 'success') {
    this.result = result;
    this.message = message;
    this.type = type;
  }
}

export function success(given: unknown, to: Addressee, now: Date): Envelope {
  const { result, message, type } = given instanceof WithMessage ? given : new WithMessage(given, 'Success');
  return { code: 200, type, message, result: result ?? null, extras: null, time: timeText(now, to.timeZone) };
}

/**
 * The localised text of a refusal: the one that `says` names among the further texts, else that of its code; without
 * a text in any locale the code itself, never the cause.
 */
export function refusalText(
  locales: Locales,
  locale: Locale,
  code: ErrorCode,
  values: Record<string, unknown>,
): string {
  const label =
    typeof values.field === 'string'
      ? textOf(locales, locale, 'errors', `fields.${values.field}`)
      : undefined;
  const key = typeof values.says === 'string' ? `texts.${values.says}` : code;
  return textOf(locales, locale, 'errors', key, label ? { ...values, field: label } : values) ?? code;
}

/** Fields that one refusal names: enough to mend a form, too few to make the answer a burden. */
const MOST_NAMED = 20;

/** What an answer says of a refusal: texts per field where it is about fields, else one sentence. */
export function refusalMessage(
  { code, values, fields }: Refused,
  locales: Locales,
  locale: Locale,
): string | Record<string, string[]> {
  const texts = typeof fields === 'function' ? fields(locales, locale) : fields;
  if (!texts) return refusalText(locales, locale, code, values);
  return Object.fromEntries(Object.entries(texts).slice(0, MOST_NAMED));
}

export function refusal(
  refused: Refused,
  to: Addressee,
  now: Date,
  context: { locales: Locales; traceId: string },
): Envelope<null> {
  const { code, values } = refused;
  const message = refusalMessage(refused, context.locales, to.locale);
  const shown = Object.keys(values).length > 0 ? { values } : {};
  return {
    code: ERRORS[code],
    type: 'error',
    message,
    result: null,
    extras: { errorCode: code, traceId: context.traceId, ...shown },
    time: timeText(now, to.timeZone),
  };
}

interface HttpError {
  statusCode?: number;
  code?: string;
}

/** Written to on a database that is a standby, or read-only. */
const READ_ONLY = '25006';

/** What any thrown thing means to the caller: ours as it is, fastify's own by status, everything else internal. */
export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const { statusCode, code } = (error ?? {}) as HttpError;
  if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refused('tooLarge');
  if (statusCode === 429 || isLockTimeout(error) || isStatementTimeout(error)) return new Refused('busy');
  if (isAcquireTimeout(error)) return new Refused('busy');
  if (error instanceof IdsUnavailable) return new Refused('serverUnready');
  if (isOutage(error)) return new Refused('databaseDown');
  if (isDiskFull(error)) return new Refused('databaseFull');
  if (code === READ_ONLY) return new Refused('databaseReadOnly');
  if (statusCode === 404) return new Refused('notFound');
  if (error instanceof SyntaxError || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return new Refused('validation');
  }
  return new Refused('internal');
}

/** 401, faults and outages are reported to proxies and monitors too; a refusal a person can act on is HTTP 200 (wire.md). */
export function httpStatus(code: ErrorCode): number {
  if (code === 'tooLarge') return 413;
  const body = ERRORS[code];
  return body === 401 || body >= 500 ? body : 200;
}
