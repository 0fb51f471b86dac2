import type { PoolClient } from 'pg';
import { guardReasons, guardValue } from '../../contract/guard.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Action } from '../../contract/resource.ts';
import { newId } from '../platform/db/id.ts';
import { emit } from '../platform/events/outbox.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { Refused } from '../platform/http/refused.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type {
  ActionContext,
  ActionHandler,
  AfterCommit,
  Delegate,
  Explanations,
  LockedRow,
  OrderLogEntry,
} from './action.ts';
import { type Compiled, merchantOf } from './compile.ts';
import type { Engine } from './engine.ts';
import { rowState } from './labels.ts';
import { lockRow, setColumns } from './locked.ts';
import type { Reader } from './read.ts';
import { claimValues, questionOf, refusalSql } from './refusalSql.ts';
import { logDifference } from './differences.ts';
import { isRecorded } from './recorded.ts';
import { deltaOfOrderStatus, isCountedOrder, type OrderFacts } from './rollup.ts';
import { findOutOfReach, listReferences, tenantOfRow } from './references.ts';
import type { Estimate } from './serverHalf.ts';
import { digestOf } from './previewDigest.ts';
import { named } from './sql.ts';

export interface Actor {
  engine: Engine;
  deps: AppDeps;
  compiled: Compiled;
  name: string;
  action: Action;
  handler: ActionHandler | undefined;
  explain: Explanations;
  estimate: Estimate;
  /** By which command it is carried out, where that is another one's. */
  delegate: Delegate | undefined;
}

export interface Command {
  id: string;
  input: Record<string, unknown>;
  commandKey: string;
  dryRun: boolean;
  /** What a dry run showed of the row; what has become something else since is refused. */
  previewDigest?: string | undefined;
  /** A dry run counted it among the refused. */
  previewRefused?: boolean;
  /** The only row of its command. */
  alone?: boolean;
  /** A one-time password was spent on it. */
  coded?: boolean;
  /** Collects what the handler wants done after the commit; whoever commits does it. */
  later: AfterCommit[];
}

/** What becomes of a row. */
export interface Changes {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export interface Acted extends Changes {
  /** Of a dry run: what it shows, as one word. */
  digest?: string;
  /** What the first answer shows in addition to `after`; it is not stored. */
  once?: Record<string, unknown>;
}

const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after, remark, ip,
    resource)
  values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12)`;

const text = (value: Record<string, unknown> | undefined) =>
  value === undefined ? null : JSON.stringify(value);

/** What a handler may do, each of it inside the row's transaction. */
function contextOf(actor: Actor, reader: Reader, tx: PoolClient, row: LockedRow, command: Command) {
  const { compiled, deps } = actor;
  const { caller } = reader;
  const emitted = new Set<string>();
  let logged = false;
  let once: Record<string, unknown> | undefined;
  const context: ActionContext = {
    deps,
    tx,
    caller,
    input: command.input,
    now: deps.clock.now(),
    dryRun: command.dryRun,
    commandKey: command.commandKey,
    async log(entry: OrderLogEntry) {
      logged = true;
      const id = newId();
      const values = [
        id,
        entry.orderId,
        entry.orderNo,
        entry.merchantId,
        entry.event,
        caller.account,
        caller.userId,
      ];
      await tx.query(
        named(LOG, [
          ...values,
          text(entry.before),
          text(entry.after),
          entry.remark ?? null,
          caller.ip || null,
          entry.resource ?? compiled.resource.id,
        ]),
      );
      await emit(tx, 'orderLog', id, 'add', entry.merchantId);
    },
    async emit(resource, id, change, merchantId = null) {
      emitted.add(`${resource}/${id}`);
      await emit(tx, resource, id, change, merchantId);
    },
    showOnce: (secrets) => void (once = { ...once, ...secrets }),
    onCommit: (work) => void command.later.push(work),
    enqueue: (task, payload, options = {}) => enqueue(tx, task, payload, options),
    async set(values) {
      const from = row.status;
      await setColumns(tx, compiled, row, values);
      const { id } = compiled.resource;
      const moved = values.status !== undefined && values.status !== from;
      if (moved && isCountedOrder(id))
        await deltaOfOrderStatus(tx, id, row as LockedRow & OrderFacts, Number(from), Number(values.status));
    },
  };
  return {
    context,
    emitted: (id: string) => emitted.has(`${compiled.resource.id}/${id}`),
    logged: () => logged,
    once: () => once,
  };
}

/** Values an action sets without a handler, dictionary names resolved. */
function fixed(compiled: Compiled, action: Action): Record<string, unknown> {
  const entries = Object.entries(action.then ?? {});
  return Object.fromEntries(
    entries.map(([field, value]) => [field, guardValue(compiled.resource.fields, field, value)]),
  );
}

function guardRefusal({ compiled, action, engine }: Actor, { caller }: Reader, row: LockedRow): Refused {
  const { resource } = compiled;
  const reasons = guardReasons(resource.fields, action.when, row);
  const names = reasons.map((reason) => reason.field);
  const state = rowState(engine.locales, caller.locale, resource, row, names);
  return new Refused('guard', { says: 'guardState', state, reasons });
}

async function claimRefusal(tx: PoolClient, compiled: Compiled, row: LockedRow, now: Date): Promise<Refused> {
  const { holder, minutes } = claimValues('$2');
  const text = `select ${holder} as holder, ${minutes} as minutes from ${compiled.table} t where t.id = $1::bigint`;
  const { rows } = await tx.query<{ holder: string; minutes: number }>(named(text, [row.id, now]));
  return new Refused('claimedByOther', { ...rows[0] });
}

/** The refusal of a locked row, with what its text names. */
async function rowRefusal(
  actor: Actor,
  reader: Reader,
  tx: PoolClient,
  row: LockedRow,
  code: ErrorCode,
): Promise<Refused> {
  const { caller } = reader;
  const now = actor.deps.clock.now();
  const explained = await actor.explain[code]?.(tx, row, { action: actor.name, caller, now });
  if (explained) return explained;
  if (code === 'guard') return guardRefusal(actor, reader, row);
  return code === 'claimedByOther' ? claimRefusal(tx, actor.compiled, row, now) : new Refused(code);
}

/** The caller's row, locked, which nothing declared refuses. @throws Refused */
export async function admittedRow(
  actor: Actor,
  reader: Reader,
  tx: PoolClient,
  id: string,
): Promise<LockedRow> {
  const asked = questionOf(actor, reader);
  const { row, answer: code } = await lockRow(tx, reader, id, (params) => refusalSql(asked, params));
  if (code !== null) throw await rowRefusal(actor, reader, tx, row, code as ErrorCode);
  return row;
}

/** @throws Refused notFound, with the input, where it names a row that the caller does not read */
async function checkReferences(
  { engine, compiled, action }: Actor,
  { caller, visible }: Reader,
  tx: PoolClient,
  row: LockedRow,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const references = listReferences(action.input ?? {}, input, row);
  if (references.length === 0) return;
  const tenantId = await tenantOfRow(tx, compiled, caller, row);
  const [found] = await findOutOfReach(tx, engine, { caller, visible, tenantId }, references);
  if (found) throw new Refused('notFound', { field: found.field });
}

/**
 * One row: lock, scope, guard and declared refusals, handler, log, outbox event; the caller's transaction commits or undoes it.
 * @throws Refused for this row alone
 */
export async function actOnRow(
  actor: Actor,
  reader: Reader,
  tx: PoolClient,
  command: Command,
): Promise<Acted> {
  const { compiled, action, name, handler } = actor;
  const row = await admittedRow(actor, reader, tx, command.id);
  await checkReferences(actor, reader, tx, row, command.input);
  const { caller } = reader;
  const before: Record<string, unknown> = { ...row };
  const { context, emitted, logged, once } = contextOf(actor, reader, tx, row, command);
  let answer: Record<string, unknown>;
  if (handler) answer = (await handler(context, row)) ?? {};
  else {
    answer = fixed(compiled, action);
    await context.set(answer);
    if (compiled.resource.logged && !logged()) {
      const was = Object.fromEntries(Object.keys(answer).map((field) => [field, before[field] ?? null]));
      const order = { orderId: row.id, orderNo: String(row.orderNo), merchantId: String(row.merchantId) };
      await context.log({ ...order, event: name, before: was, after: answer });
    }
  }
  if (!emitted(row.id))
    await emit(tx, compiled.resource.id, row.id, 'update', merchantOf(compiled, row, row.id));
  const changed = Object.keys(answer).filter((field) => field in before);
  const was = Object.fromEntries(changed.map((field) => [field, before[field] ?? null]));
  if (isRecorded(compiled.resource) && changed.length > 0) {
    const is = Object.fromEntries(changed.map((field) => [field, answer[field]]));
    const name = before[compiled.resource.label];
    const change = { resource: compiled.resource.id, id: row.id, before: was, after: is };
    await logDifference(tx, { ...change, ...(typeof name === 'string' && { name }) }, caller, context.now);
  }
  return {
    before: was,
    after: answer,
    ...(once() && { once: once() }),
    ...(command.dryRun && { digest: digestOf(action, before, answer) }),
  };
}
