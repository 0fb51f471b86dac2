import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ErrorCode } from '../../../contract/errors.ts';
import { idSchema } from '../../../contract/validate.ts';
import { logDifference, secretChanged } from '../../engine/differences.ts';
import { ShownOnce, type Write, writeRoute } from '../../engine/writeRoute.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { refusalText } from '../../platform/http/envelope.ts';
import { Refused } from '../../platform/http/refused.ts';
import { stopJobsOf } from '../../platform/jobs/jobStore.ts';
import { forgive } from '../session/attempts.ts';
import { sessionState } from '../session/sessionState.ts';
import { hashPassword, randomPassword } from '../session/password.ts';
import { replacePassword } from '../session/passwordRules.ts';
import { aboveCaller, checkRank, lockTargets, type Target } from './authority.ts';

const SUPER = 999;
const DISABLED = 2;
const ids = z.array(idSchema).min(1).max(500);
const status = z.union([z.literal(1), z.literal(2)]);

/** The spec's clients send one id flat, our grid sends a selection (wire.md, business calls). */
const one = z.union([
  z.strictObject({ id: idSchema }),
  z.strictObject({ ids, input: z.strictObject({}).optional(), dryRun: z.literal(false).optional() }),
]);
const statusBody = z.union([
  z.strictObject({ id: idSchema, status }),
  z.strictObject({ ids, input: z.strictObject({ status }), dryRun: z.literal(false).optional() }),
]);

const idsOf = (body: { id: string } | { ids: string[] }): string[] => ('id' in body ? [body.id] : body.ids);

function only(body: { id: string } | { ids: string[] }): string {
  const given = idsOf(body);
  if (given.length !== 1) throw new Refused('selectOne');
  return given[0] as string;
}

interface Outcome {
  done: string[];
  refused: { id: string; code: ErrorCode; message: string }[];
}

const offLimits = (caller: Caller, target: Target, wanted: number): boolean =>
  wanted === DISABLED && (target.id === caller.userId || target.accountType === SUPER);

/** Each row on its own: what is refused says why and leaves the others alone. */
async function setStatus(
  deps: AppDeps,
  { caller, tx, onCommit }: Write,
  wanted: readonly string[],
  to: 1 | 2,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [] };
  const refuse = (id: string, code: ErrorCode, says?: string) =>
    outcome.refused.push({ id, code, message: refusalText(deps.locales, caller.locale, code, { says }) });
  const locked = await lockTargets(tx, caller, wanted);
  const targets = new Map(locked.map((target) => [target.id, target]));
  const above = await aboveCaller(tx, caller, locked);
  for (const id of wanted) {
    const target = targets.get(id);
    if (!target) refuse(id, 'notFound');
    else if (offLimits(caller, target, to)) refuse(id, 'selfForbidden');
    else if (above.has(id)) refuse(id, 'selfForbidden', 'holdsMore');
    else outcome.done.push(id);
  }
  await tx.query('update sys_user set status = $2, version = version + 1 where id = any($1::bigint[])', [
    outcome.done,
    to,
  ]);
  for (const id of outcome.done) {
    const change = { before: { status: targets.get(id)?.status }, after: { status: to } };
    await logDifference(tx, { resource: 'sysUser', id, ...change }, caller, deps.clock.now());
  }
  const sessions = sessionState(deps.pool);
  for (const id of to === DISABLED ? outcome.done : []) {
    onCommit(await sessions.endUser(tx, id, 'disabled', deps.clock.now()));
    // Afterwards, as it waits for the row in hand; a job that goes on meanwhile asks by itself who its owner is.
    onCommit(() =>
      stopJobsOf(deps.pool, id, refusalText(deps.locales, caller.locale, 'accountDisabled', {})),
    );
  }
  onCommit(() => sessions.forgetPeople());
  return outcome;
}

/** The one target, locked, in scope and of no higher rank. */
async function lockOne({ caller, tx }: Write, body: z.output<typeof one>): Promise<string> {
  const id = only(body);
  const [target] = await lockTargets(tx, caller, [id]);
  if (!target) throw new Refused('notFound');
  await checkRank(tx, caller, target);
  return id;
}

interface NewPassword {
  password: string;
  hash: string;
}

async function makePassword(): Promise<NewPassword> {
  const password = randomPassword();
  return { password, hash: await hashPassword(password) };
}

async function resetPassword(
  deps: AppDeps,
  write: Write<z.output<typeof one>, unknown, NewPassword>,
): Promise<ShownOnce> {
  const { tx, body, prepared, onCommit } = write;
  const id = await lockOne(write, body);
  await replacePassword(tx, { userId: id, hash: prepared.hash, given: true }, deps.clock.now());
  await forgive(tx, id);
  const change = { resource: 'sysUser', id, ...secretChanged('password') };
  await logDifference(tx, change, write.caller, deps.clock.now());
  onCommit(await sessionState(deps.pool).endUser(tx, id, 'password reset', deps.clock.now()));
  const { password } = prepared;
  const kept = { done: [id], refused: [] };
  return new ShownOnce('id' in body ? password : { ...kept, password }, kept);
}

export function mountUsers(app: FastifyInstance, deps: AppDeps): void {
  writeRoute(app, deps, {
    url: '/api/sysUser/setStatus',
    permission: { anyOf: ['sysUser:setStatus'] },
    body: statusBody,
    summary: 'Enable or disable users; disabling ends their sessions',
    handler: async (write) => {
      const { body } = write;
      if (!('id' in body)) return setStatus(deps, write, body.ids, body.input.status);
      const { refused } = await setStatus(deps, write, [body.id], body.status);
      if (refused[0]) throw new Refused(refused[0].code);
      return 1;
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysUser/resetPwd',
    permission: { anyOf: ['sysUser:resetPwd'] },
    body: one,
    summary: 'Give a user a new random password, shown once; ends its sessions',
    prepare: makePassword,
    handler: (write) => resetPassword(deps, write),
  });
  writeRoute(app, deps, {
    url: '/api/sysUser/unlockLogin',
    permission: { anyOf: ['sysUser:unlockLogin'] },
    body: one,
    summary: 'Forget the wrong passwords counted against a user',
    handler: async (write) => {
      const id = await lockOne(write, write.body);
      await forgive(write.tx, id);
      const change = { resource: 'sysUser', id, before: { unlocked: null }, after: { unlocked: true } };
      await logDifference(write.tx, change, write.caller, deps.clock.now());
      return 'id' in write.body ? true : { done: [id], refused: [] };
    },
  });
}
