import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  CONSOLE_LIMITS,
  type ConsoleAnswer,
  type ConsoleState,
  type ConsoleStatement,
} from '../../../../contract/sqlConsole.ts';
import { newId } from '../../../platform/db/id.ts';
import type { ConsoleAccess } from '../../../platform/db/consoleAccess.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';
import { Refused } from '../../../platform/http/refused.ts';
import { type Call, route } from '../../../platform/http/route.ts';
import { demandSuper } from '../database/mount.ts';
import { functionCheck } from './functions.ts';
import { parseStatement } from './parseStatement.ts';
import { runStatement } from './run.ts';

const PERMISSION = { anyOf: ['sysDatabase:page'] } as const;
/** Statements of one server at once. */
const AT_ONCE = 2;
const HISTORY = 100;

/** @throws Refused notOffered for others than super administrators, and where the console is off */
function accessFor({ console: access }: AppDeps, caller: Caller): ConsoleAccess {
  demandSuper(caller);
  if (!access) throw new Refused('notOffered', { says: 'consoleOff' });
  return access;
}

async function openUntil({ pool, clock }: AppDeps, sessionId: string): Promise<Date | undefined> {
  const { rows } = await pool.query<{ until: Date }>(
    'select open_until as until from console_opening where session_id = $1 and open_until > $2',
    [sessionId, clock.now()],
  );
  return rows[0]?.until;
}

async function tablesOf({ pool }: AppDeps): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ name: string; columns: string[] | null }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = to_regnamespace('console') and c.relkind = 'v' group by c.relname order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns ?? []]));
}

async function historyOf({ pool }: AppDeps, userId: string): Promise<ConsoleStatement[]> {
  const { rows } = await pool.query<Omit<ConsoleStatement, 'begunAt'> & { begunAt: Date }>(
    `select id::text, statement, begun_at as "begunAt", ms, rows, failure from console_statement
     where user_id = $1 order by id desc limit ${HISTORY}`,
    [userId],
  );
  return rows.map((row) => ({ ...row, begunAt: row.begunAt.toISOString() }));
}

async function stateOf(deps: AppDeps, { userId, sessionId }: Caller): Promise<ConsoleState> {
  const until = await openUntil(deps, sessionId);
  return {
    openUntil: until?.toISOString() ?? null,
    tables: await tablesOf(deps),
    history: await historyOf(deps, userId),
  };
}

const OPEN = `insert into console_opening (session_id, open_until) values ($1, $2)
  on conflict (session_id) do update set open_until = excluded.open_until`;

async function open(
  deps: AppDeps,
  { userId, sessionId }: Caller,
  code: string,
): Promise<ConsoleState['openUntil']> {
  const action = 'sysDatabase/openConsole';
  await deps.modules.identity.confirmByOtp(deps, { userId, code, action, commandKey: newId() });
  const until = new Date(deps.clock.now().getTime() + CONSOLE_LIMITS.openMinutes * 60_000);
  await deps.pool.query(OPEN, [sessionId, until]);
  return until.toISOString();
}

const KEEP = 'insert into console_statement (id, user_id, statement, begun_at) values ($1, $2, $3, $4)';
const END = 'update console_statement set ms = $2, rows = $3, failure = $4 where id = $1';

/** Whether the caller has gone away before the answer. */
function goneSignal({ reply }: Call): AbortSignal {
  const stop = new AbortController();
  reply.raw.once('close', () => reply.raw.writableFinished || stop.abort());
  return stop.signal;
}

type FunctionCheck = ReturnType<typeof functionCheck>;

/** @throws Refused for a statement that is not carried out at all; returns how PostgreSQL's grammar fails it */
async function inspect(statement: string, forbidden: FunctionCheck) {
  const parsed = await parseStatement(statement);
  if ('failure' in parsed) return parsed;
  const { refusal } = parsed.inspection;
  if (refusal) throw new Refused(refusal.code, { word: refusal.word });
  const name = await forbidden(parsed.inspection);
  if (name !== undefined) throw new Refused('consoleWord', { word: name });
  return parsed.inspection;
}

interface Console {
  deps: AppDeps;
  access: ConsoleAccess;
  forbidden: FunctionCheck;
}

/** Runs a statement of a person; the text is stored before it runs, and what became of it afterwards. */
async function run({ deps, access, forbidden }: Console, call: Call<{ statement: string }>) {
  const { caller, body, request } = call;
  const { statement } = body;
  const id = newId();
  await deps.pool.query(KEEP, [id, caller.userId, statement, deps.clock.now()]);
  const end = async ({ ms, rows, failure }: Pick<ConsoleAnswer, 'ms' | 'rows' | 'failure'>) => {
    const reason = failure ? failure.message || failure.code : null;
    request.operation = { statement, ms, count: rows.length, ...(reason && { failure: reason }) };
    await deps.pool.query(END, [id, ms, rows.length, reason]);
  };
  try {
    const inspection = await inspect(statement, forbidden);
    const answer =
      'failure' in inspection
        ? { columns: [], rows: [], ms: 0, failure: inspection.failure }
        : await runStatement(access, { text: statement, isExplain: inspection.isExplain }, goneSignal(call));
    await end(answer);
    return answer;
  } catch (error) {
    if (error instanceof Refused) await end({ ms: 0, rows: [], failure: { code: error.code, message: '' } });
    throw error;
  }
}

/** A server's turns: a third statement is refused rather than kept waiting. */
function turns() {
  const running = new Set<string>();
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    if (running.has(userId) || running.size >= AT_ONCE) throw new Refused('busy');
    running.add(userId);
    try {
      return await work();
    } finally {
      running.delete(userId);
    }
  };
}

/** Statements of super administrators that read, for as long as a sign-in has the console opened. */
export function mountConsole(app: FastifyInstance, deps: AppDeps): void {
  const inTurn = turns();
  const forbidden = functionCheck(deps.pool);
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysDatabase/console',
    permission: PERMISSION,
    summary: 'Whether the SQL console is open, what it reads, and the statements of the caller',
    handler: ({ caller }) => {
      accessFor(deps, caller);
      return stateOf(deps, caller);
    },
  });
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    url: '/api/sysDatabase/openConsole',
    permission: PERMISSION,
    body: z.strictObject({ otp: z.string().trim().max(200).default('') }),
    summary: 'Open the SQL console for this sign-in by a one-time password or a passkey',
    handler: ({ caller, body: { otp } }) => {
      accessFor(deps, caller);
      return open(deps, caller, otp);
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysDatabase/runStatement',
    permission: PERMISSION,
    body: z.strictObject({ statement: z.string().trim().min(1).max(CONSOLE_LIMITS.text) }),
    summary: 'Run one statement that reads',
    handler: async (call) => {
      const access = accessFor(deps, call.caller);
      if (!(await openUntil(deps, call.caller.sessionId))) throw new Refused('consoleClosed');
      return inTurn(call.caller.userId, () => run({ deps, access, forbidden }, call));
    },
  });
}
