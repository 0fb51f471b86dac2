import type * as z from 'zod';
import { type Action, inputOf } from '../../contract/resource.ts';
import { fieldsSchema } from '../../contract/validate.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { sqlState } from '../platform/db/transaction.ts';
import type { ActionResult } from '../../contract/calls.ts';
import { Refused } from '../platform/http/refused.ts';
import { check } from '../platform/http/validation.ts';
import type { Spent } from '../identity/session/otp/giveBack.ts';
import type { Compiled } from './compile.ts';
import { type Idempotent, operationKey } from './idempotency.ts';
import { inputWords } from './labels.ts';
import { refusedPart, WrongFilter } from './wrongFilter.ts';

/** An action as the engine runs it, whether it has rows or makes one. */
export interface Runnable {
  deps: AppDeps;
  compiled: Compiled;
  name: string;
  action: Action;
}

/** What was typed into the sheet; the one-time password apart, since it is stored nowhere. */
export interface Typed {
  input: Record<string, unknown>;
  otp: string | undefined;
  /** Nothing that is required is missing but the one-time password; a dry run may leave things out. */
  isComplete: boolean;
}

type InputSchema = z.ZodType<Record<string, unknown>>;

/** What an action asks of some rows alone is in its schema as optional: without it nobody knows whether anything is missing. */
const hasAsked = ({ asks = {} }: Action, input: Record<string, unknown>): boolean =>
  Object.entries(asks).every(
    ([name, { optional }]) => optional === true || name === 'otp' || input[name] !== undefined,
  );

/** The input of a command, validated strictly in the caller's words. */
export function typedOf(
  { action, compiled, deps }: Runnable,
  caller: Caller,
  body: { input?: Record<string, unknown> | undefined; dryRun?: boolean | undefined },
): Typed {
  const fields = inputOf(action, caller.merchantId === null);
  if (!fields) {
    if (body.input && Object.keys(body.input).length > 0)
      throw refusedPart(compiled, new WrongFilter('input', 'input'));
    return { input: {}, otp: undefined, isComplete: true };
  }
  // A dry run shows what would change before the sheet is filled in.
  const words = inputWords(deps.locales, caller.locale, compiled.resource);
  const schema = fieldsSchema(fields, words, body.dryRun === true) as InputSchema;
  const parsed = check(schema, body.input ?? {}, caller.locale);
  if (!('data' in parsed)) throw new Refused('validation', {}, parsed.fields);
  const { otp, ...input } = action.otp ? parsed.data : { ...parsed.data, otp: undefined };
  const typed = { input, otp: typeof otp === 'string' ? otp : undefined };
  if (!body.dryRun) return { ...typed, isComplete: true };
  const { otp: _code, ...others } = fields;
  const complete = fieldsSchema(action.otp ? others : fields, words, false) as InputSchema;
  return { ...typed, isComplete: hasAsked(action, input) && complete.safeParse(input).success };
}

/** Spends the one-time password of an action that asks for one, on this very command. */
export async function confirmed(
  { deps, compiled, name, action }: Runnable,
  caller: Caller,
  known: Idempotent,
  { otp }: Typed,
): Promise<Spent | undefined> {
  if (!action.otp || (action.otp === 'byRow' && otp === undefined)) return undefined;
  // A code of the moment is a person's: no system sends it in their name.
  if (caller.identity !== undefined) throw new Refused('forbidden', { says: 'personsCode' });
  return deps.modules.identity.confirmByOtp(deps, {
    userId: caller.userId,
    code: otp ?? '',
    action: `${compiled.resource.id}/${name}`,
    commandKey: operationKey(known),
  });
}

/** A value that a constraint will not have, or no value at all: nothing was written. */
const WITHOUT_EFFECT = /^2[23]/;

export const didNothing = (error: unknown): boolean =>
  error instanceof Refused || WITHOUT_EFFECT.test(sqlState(error) ?? '');

/**
 * Runs a confirmed command; one that certainly did nothing leaves its code as if it had not been typed. What goes on as a
 * job keeps it: by its end the code has lapsed.
 */
export async function spending(
  deps: AppDeps,
  spent: Spent | undefined,
  run: () => Promise<ActionResult>,
): Promise<ActionResult> {
  try {
    const result = await run();
    if (spent && result.done.length === 0 && result.jobId === undefined)
      await deps.modules.identity.giveBack(deps.pool, spent);
    return result;
  } catch (error) {
    if (spent && didNothing(error)) await deps.modules.identity.giveBack(deps.pool, spent);
    throw error;
  }
}
