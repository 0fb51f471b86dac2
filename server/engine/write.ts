import type { PoolClient } from 'pg';
import * as z from 'zod';
import type { ActionResult } from '../../contract/calls.ts';
import { isFamily } from '../../contract/family.ts';
import { idText } from '../../contract/id.ts';
import type { Resource } from '../../contract/resource.ts';
import { fieldsSchema, idSchema, whyOf } from '../../contract/validate.ts';
import { newId } from '../platform/db/id.ts';
import { emit } from '../platform/events/outbox.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import { check } from '../platform/http/validation.ts';
import type { WriteContext } from './serverHalf.ts';
import type { LockedRow } from './action.ts';
import { audit } from './audit.ts';
import { isUnchanged, logDifferences, virtualsOf } from './differences.ts';
import { type Compiled, merchantOf } from './compile.ts';
import { familyAddress, keepLanguages } from './family/write.ts';
import { type Idempotent, keyIfSent, oncePerKey, untilAnswered } from './idempotency.ts';
import { callerTurn, namedTurn, turnsOfRows, transactInTurn } from './inTurn.ts';
import { lockRow, setColumns, stored } from './locked.ts';
import { fieldLabel, labelsOf, wordsOf } from './labels.ts';
import { detailRow, type Reader } from './read.ts';
import { isRecorded } from './recorded.ts';
import { listReferences, refuseOutOfReach, tenantOfRow } from './references.ts';
import { named, Params, snake } from './sql.ts';
import { asWriteRefusal } from './violations.ts';
import { checkChosen, checkDigits, columnsOf, validated, type Writer } from './writeValues.ts';

type Verb = WriteContext['verb'];

async function insert(
  tx: PoolClient,
  compiled: Compiled,
  id: string,
  columns: Record<string, unknown>,
): Promise<void> {
  const params = new Params();
  const names = ['id'];
  const places = [params.add(id)];
  for (const [name, value] of Object.entries(columns)) {
    const column = snake(name);
    const known = compiled.all.get(column);
    // An absent value of a column that must have one is left to the column's default.
    if (!known || (value === null && known.notNull)) continue;
    names.push(column);
    places.push(`${params.add(stored(value, known.type))}::${known.type}`);
  }
  await tx.query(
    named(`insert into ${compiled.table} (${names.join(', ')}) values (${places.join(', ')})`, params.values),
  );
}

/** Scopes whose rows are of the tenant of whoever adds them. */
const OF_TENANT: ReadonlySet<Resource['scope']> = new Set(['tenant', 'tenantMerchant', 'tenantFigure']);

/** Who makes or changes the row, and when, where its table keeps that. */
function changedBy(
  { all }: Compiled,
  { userId }: Caller,
  { verb, now }: WriteContext,
): Record<string, unknown> {
  const record = verb === 'add' ? { createdBy: userId } : { updatedBy: userId, updatedAt: now };
  return Object.fromEntries(Object.entries(record).filter(([name]) => all.has(snake(name))));
}

interface Job {
  verb: Verb;
  id: string;
  values: Record<string, unknown>;
  version?: number;
}

interface Written {
  id: string;
  answer: Record<string, unknown>;
  /** What the server half wants done once the row is committed. */
  later: (() => void | Promise<void>)[];
}

/** @throws Refused validation where a field names a row that the caller does not read */
async function checkReferences(
  { engine, compiled, deps }: Writer,
  { caller, visible }: Reader,
  { tx, verb, before, values }: WriteContext,
  sets: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (verb === 'delete') return;
  const { resource } = compiled;
  const references = listReferences(resource.fields, values, { ...before, ...sets });
  if (references.length === 0) return;
  const tenantId = await tenantOfRow(tx, compiled, caller, { ...values, ...before });
  const labelOf = (field: string) => fieldLabel(deps.locales, caller.locale, resource, field);
  await refuseOutOfReach(tx, engine, { caller, visible, tenantId }, references, labelOf);
}

async function writeRow(writer: Writer, reader: Reader, tx: PoolClient, job: Job): Promise<Written> {
  const { compiled, half, deps } = writer;
  const { verb, id } = job;
  const before: LockedRow | undefined = verb === 'add' ? undefined : (await lockRow(tx, reader, id)).row;
  if (job.version !== undefined && compiled.hasVersion && before?.version !== job.version) {
    throw new Refused('staleVersion', { version: before?.version });
  }
  const values = { ...job.values };
  keepLanguages(compiled, reader.caller, before, values);
  const later: Written['later'] = [];
  const context: WriteContext = {
    deps,
    tx,
    caller: reader.caller,
    now: deps.clock.now(),
    verb,
    id,
    // Of what is deleted the last thing known is why.
    ...(before ? { before: { ...before, ...(verb === 'delete' && values) } } : {}),
    values,
    answer: {},
    onCommit: (work) => {
      later.push(work);
    },
  };
  const { scope } = compiled.resource;
  if (verb === 'add' && OF_TENANT.has(scope)) values.tenantId = reader.caller.tenantId;
  const was = verb === 'add' ? {} : await virtualsOf(tx, compiled, half, context);
  await checkReferences(writer, reader, context, was);
  await half.beforeWrite?.(context);
  checkDigits(writer, reader.caller, before ?? {}, values);
  checkChosen(writer, reader.caller, before ?? {}, values);
  const columns = { ...columnsOf(writer, values), ...changedBy(compiled, reader.caller, context) };
  if (verb === 'add') await insert(tx, compiled, id, columns);
  else if (verb === 'delete') await tx.query(named(`delete from ${compiled.table} where id = $1`, [id]));
  // What is saved as it was keeps its version, and who changed it last.
  else if (before && !isUnchanged(compiled, context, was)) await setColumns(tx, compiled, before, columns);
  await half.afterWrite?.(context);
  await audit(compiled, context);
  if (isRecorded(compiled.resource)) {
    const is = verb === 'delete' ? {} : await virtualsOf(tx, compiled, half, context);
    await logDifferences(tx, compiled, half, context, { before: was, after: is });
  }
  const tenantId = verb === 'delete' ? idText(before?.tenantId) || null : null;
  await emit(
    tx,
    compiled.resource.id,
    id,
    verb,
    merchantOf(compiled, { ...before, ...values }, id),
    tenantId,
  );
  return { id, answer: context.answer, later };
}

/** One transaction, one connection: the first row's owner represents all. */
async function turnOfJobs(
  { deps, compiled }: Writer,
  reader: Reader,
  [first]: readonly Job[],
): Promise<string> {
  if (!first) return callerTurn(reader.caller);
  const { verb, id, values } = first;
  if (verb === 'add')
    return typeof values.merchantId === 'string'
      ? namedTurn(reader.caller, reader.visible, values.merchantId)
      : `${compiled.resource.id}/${id}`;
  return (await turnsOfRows(deps, reader, [id]))(id);
}

const keyOf = (
  { compiled, deps }: Writer,
  caller: Caller,
  verb: Verb,
  header: unknown,
  request: unknown,
): Idempotent | undefined =>
  keyIfSent(
    caller.userId,
    header,
    { command: `${compiled.resource.id}/${verb}`, request },
    deps.env.secretsKey ?? '',
  );

/** All jobs in one transaction with their key: a repeat of the same submission answers the ids of the first. */
async function run(
  writer: Writer,
  reader: Reader,
  jobs: readonly Job[],
  known: Idempotent | undefined,
): Promise<Written[]> {
  const { engine, deps, compiled } = writer;
  const work = async (tx: PoolClient): Promise<Written[]> => {
    const fresh: Written[] = [];
    const { done } = await oncePerKey(tx, known, async (): Promise<ActionResult> => {
      for (const job of jobs) fresh.push(await writeRow(writer, reader, tx, job));
      return { done: fresh.map(({ id }) => id), refused: [] };
    });
    return fresh.length > 0 ? fresh : done.map((id) => ({ id, answer: {}, later: [] }));
  };
  const turn = await turnOfJobs(writer, reader, jobs);
  let written: Written[];
  try {
    written = await untilAnswered(() => transactInTurn(deps, turn, work));
  } catch (error) {
    throw asWriteRefusal(engine, compiled, reader.caller.locale, jobs[0]?.verb ?? 'update', error);
  }
  if (compiled.resource.scope === 'id') engine.scopes.forget();
  for (const { later } of written) for (const work of later) await work();
  return written;
}

const readerOf = async ({ engine, compiled }: Writer, caller: Caller): Promise<Reader> => ({
  compiled,
  caller,
  visible: await engine.scopes.writable(caller),
});

/** One row written, answered as its detail; a row that left the caller's scope by the write answers its id alone. */
async function writeOne(
  writer: Writer,
  caller: Caller,
  job: Job,
  known: Idempotent | undefined,
): Promise<Record<string, unknown>> {
  const [written] = await run(writer, await readerOf(writer, caller), [job], known);
  const id = written?.id ?? job.id;
  // What the caller sees may have changed with the row: a new merchant joins it, one that moved leaves it.
  const row = await detailRow(writer.engine.pool, await readerOf(writer, caller), id).catch(
    (error: unknown) => {
      if (error instanceof Refused && error.code === 'notFound') return { id };
      throw error;
    },
  );
  return { ...row, ...written?.answer };
}

/** POST /api/<resource>/add */
export async function addRow(
  writer: Writer,
  caller: Caller,
  body: unknown,
  header: unknown,
): Promise<Record<string, unknown>> {
  const values = validated(writer, 'add', caller, body);
  const known = keyOf(writer, caller, 'add', header, values);
  return writeOne(writer, caller, { verb: 'add', id: newId(), values }, known);
}

/** POST /api/<resource>/update: only what is named changes, and only from the version the caller saw. */
export async function updateRow(
  writer: Writer,
  caller: Caller,
  body: unknown,
  header: unknown,
): Promise<Record<string, unknown>> {
  const request = validated(writer, 'update', caller, body);
  const { id, version, ...values } = request;
  const known = keyOf(writer, caller, 'update', header, request);
  return writeOne(
    writer,
    caller,
    { verb: 'update', id: String(id), values, ...(version !== undefined && { version: Number(version) }) },
    known,
  );
}

/** What a command of its own changes of a row by the rules of an update, whatever its version. */
export async function changeRow(
  writer: Writer,
  caller: Caller,
  { id, ...values }: Record<string, unknown> & { id: string },
  header: unknown,
): Promise<void> {
  const known = keyOf(writer, caller, 'update', header, { id, ...values });
  await writeOne(writer, caller, { verb: 'update', id, values }, known);
}

/** What a command of its own adds by the rules of an add, whatever a form would have asked for. */
export const insertRow = (
  writer: Writer,
  caller: Caller,
  { id, ...values }: Record<string, unknown> & { id: string },
): Promise<Record<string, unknown>> => writeOne(writer, caller, { verb: 'add', id, values }, undefined);

/** One row of several that a command of its own writes within its transaction, by the rules of a form. */
export interface RowChange {
  /** Absent of a row that is added. */
  id?: string;
  values: Record<string, unknown>;
}

/** Writes rows with their logs and events in the transaction of a command. */
export async function writeWithin(
  writer: Writer,
  { caller, tx, onCommit }: Pick<WriteContext, 'caller' | 'tx' | 'onCommit'>,
  changes: readonly RowChange[],
): Promise<void> {
  const reader = await readerOf(writer, caller);
  for (const { id, values } of changes) {
    const job: Job = id === undefined ? { verb: 'add', id: newId(), values } : { verb: 'update', id, values };
    const { later } = await writeRow(writer, reader, tx, job);
    for (const work of later) onCommit(work);
  }
}

const deletion = z
  .strictObject({
    id: idSchema.optional(),
    ids: z.array(idSchema).max(500).optional(),
    version: z.int().optional(),
  })
  .refine((body) => body.id !== undefined || (body.ids?.length ?? 0) > 0, { path: ['id'] });

interface Deletion {
  /** Why rows go away, where their definition asks for it. */
  values: Record<string, unknown>;
  rows: z.output<typeof deletion>;
}

/** @throws Refused with every fault of the body at once */
function deletionIn(writer: Writer, caller: Caller, given: unknown): Deletion {
  const { resource } = writer.compiled;
  const labelOf = labelsOf(writer, caller);
  const why = whyOf(resource);
  if (why === undefined || typeof given !== 'object' || given === null) {
    const rows = check(deletion, given, caller.locale, labelOf);
    if ('data' in rows) return { values: {}, rows: rows.data };
    throw new Refused('validation', {}, rows.fields);
  }
  const { [why]: reason, ...rest } = given as Record<string, unknown>;
  const schema = fieldsSchema(
    { [why]: resource.fields[why]! },
    wordsOf(writer.deps.locales, caller.locale, resource),
  );
  const values = check(schema, { [why]: reason }, caller.locale, labelOf);
  const rows = check(deletion, rest, caller.locale, labelOf);
  if ('data' in values && 'data' in rows) return { values: values.data, rows: rows.data };
  const faults = [values, rows].map((each) => ('fields' in each ? each.fields : {}));
  throw new Refused('validation', {}, Object.assign({}, ...faults) as Record<string, string[]>);
}

/** POST /api/<resource>/delete: all of them or none. */
export async function deleteRows(
  writer: Writer,
  caller: Caller,
  body: unknown,
  header: unknown,
): Promise<{ deleted: string[] }> {
  const { compiled } = writer;
  const given = isFamily(compiled.resource) ? familyAddress(body) : (body ?? {});
  const { values, rows } = deletionIn(writer, caller, given);
  const { id, ids = [], version } = rows;
  // One order of locks for all: two deletions of the same rows never wait for each other in a circle.
  const wanted = [...new Set(id === undefined ? ids : [id, ...ids])].sort();
  const jobs = wanted.map((one) => ({
    verb: 'delete' as const,
    id: one,
    values,
    ...(version === undefined ? {} : { version }),
  }));
  const known = keyOf(writer, caller, 'delete', header, { wanted, version, ...values });
  await run(writer, await readerOf(writer, caller), jobs, known);
  return { deleted: wanted };
}
