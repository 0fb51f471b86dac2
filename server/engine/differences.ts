import type { PoolClient } from 'pg';
import type { Field } from '../../contract/field.ts';
import { idText } from '../../contract/id.ts';
import { resources } from '../../contract/resources/index.ts';
import { MASKED } from '../../contract/validate.ts';
import { newId } from '../platform/db/id.ts';
import type { Connections } from '../platform/db/rowSecurity.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Compiled } from './compile.ts';
import { type Names, namesOf } from './differenceNames.ts';
import { isRecorded } from './recorded.ts';
import type { ServerHalf, WriteContext } from './serverHalf.ts';

type Values = Readonly<Record<string, unknown>>;
type Who = Pick<Caller, 'tenantId' | 'userId' | 'account' | 'ip'>;

const text = (value: unknown): string => JSON.stringify(value ?? null);

/** What a write changed of a row; `before` is absent where it was added, `after` where it was deleted. */
export interface Difference {
  resource: string;
  id: string;
  /** Whose the row is, where it is gone by now; of others it is looked up. */
  tenantId?: string | undefined;
  /** What people call the row, where nothing that it keeps says so. */
  name?: string | undefined;
  before?: Values | undefined;
  after?: Values | undefined;
}

const isSet = (value: unknown): boolean => value === null || value === undefined || Array.isArray(value);
const members = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Those of one set that are not in the other one. */
function without(some: unknown, others: unknown): unknown[] {
  const known = new Set(members(others).map(text));
  return members(some).filter((each) => !known.has(text(each)));
}

/** The fields that are not the same on both sides; of sets the members that were taken, and those that were given. */
function differing({ before, after }: Difference): { before: Values | null; after: Values | null } {
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [old, now] = [before?.[name] ?? null, after?.[name] ?? null];
    if (text(old) === text(now)) continue;
    const areSets = before && after && isSet(old) && isSet(now);
    const [taken, given] = [without(old, now), without(now, old)];
    // The same members in another order are no change.
    if (areSets && taken.length + given.length === 0) continue;
    was[name] = areSets ? taken : old;
    is[name] = areSets ? given : now;
  }
  return { before: before ? was : null, after: after ? is : null };
}

/**
 * True where a form sends back what the row has already, its stored sets included: then nobody has changed it. A set that is
 * not kept in the log is taken for a change.
 */
export function isUnchanged(
  { resource }: Compiled,
  { verb, before, values }: Pick<WriteContext, 'verb' | 'before' | 'values'>,
  sets: Values,
): boolean {
  if (verb !== 'update' || !isRecorded(resource)) return false;
  const old = Object.fromEntries(
    Object.keys(values).map((name) => [name, name in sets ? sets[name] : before?.[name]]),
  );
  return (
    Object.keys(differing({ resource: resource.id, id: '', before: old, after: values }).before ?? {})
      .length === 0
  );
}

const json = (values: Values | null): string | null => values && JSON.stringify(values);

const texts = (value: Names[string]): readonly string[] => (typeof value === 'string' ? [value] : value);

/** What the row is called: as it is kept, or as it was. */
function rowName({ resource, id, name, before, after }: Difference, names: Names): string | null {
  const kept = names[id];
  if (kept !== undefined) return texts(kept).at(-1) ?? null;
  const label = resources.get(resource)?.label ?? '';
  const own = name ?? after?.[label] ?? before?.[label];
  return typeof own === 'string' ? own : null;
}

/**
 * Writes each field that a write changed, before and after, into the difference log: with the row, or not at all. No value
 * of a secret is given to it: MASKED stands for one. What ids are called is kept as it is now, with the row.
 */
export async function logDifference(
  tx: PoolClient,
  change: Difference,
  { tenantId, userId, account, ip }: Who,
  now: Date,
): Promise<void> {
  const { resource, id } = change;
  const { before, after } = differing(change);
  if (before && after && Object.keys(before).length === 0) return;
  const names = await namesOf(tx, { resource, id, sides: [before, after] });
  const name = rowName(change, names);
  const { [id]: _own, ...labels } = names;
  const concerned = [...new Set([name, ...Object.values(labels).flatMap(texts)].filter(Boolean))].join(' ');
  await tx.query(
    `insert into sys_log_diff (id, tenant_id, log_date_time, user_id, account, remote_ip, resource, row_id, row_name, diff_type,
       before_data, after_data, labels, concerned)
     values ($1, coalesce($15::bigint, tenant_of_row($7, $8::bigint), $2::bigint), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      newId(),
      tenantId,
      now,
      userId,
      account,
      ip || null,
      resource,
      id,
      name,
      before ? (after ? 'update' : 'delete') : 'add',
      json(before),
      json(after),
      Object.keys(labels).length > 0 ? JSON.stringify(labels) : null,
      concerned,
      change.tenantId ?? null,
    ],
  );
}

/** A secret that changed, without either of its values. */
export const secretChanged = (name: string): { before: Values; after: Values } => ({
  before: { [name]: null },
  after: { [name]: MASKED },
});

/** One connection answers one statement at a time. */
function inTurn(tx: PoolClient): Connections {
  let last: Promise<unknown> = Promise.resolve();
  const query = (config: string, values?: unknown[]): Promise<unknown> => {
    const answer = last.then(() => tx.query(config, values));
    last = answer.catch(() => undefined);
    return answer;
  };
  return { query: query as unknown as Connections['query'], connect: async () => tx };
}

/** A member of a set as it is compared: without what the table alone knows of it. */
function member(value: unknown, rows: Readonly<Record<string, Field>> | undefined): unknown {
  if (!rows || typeof value !== 'object' || value === null) return value;
  const known = value as Values;
  return Object.fromEntries(
    Object.keys(rows).flatMap((name) => ((known[name] ?? null) === null ? [] : [[name, known[name]]])),
  );
}

/** What the form of a row has beyond its own columns, as it is stored: roles, menus, organisations. */
export async function virtualsOf(
  tx: PoolClient,
  { resource }: Compiled,
  half: ServerHalf,
  { id, caller }: Pick<WriteContext, 'id' | 'caller'>,
): Promise<Values> {
  if (!isRecorded(resource) || !half.virtual || !half.detail) return {};
  const stored = await half.detail(inTurn(tx), id, caller);
  return Object.fromEntries(
    half.virtual.flatMap((name) => {
      const field = resource.fields[name];
      if (!field || !Array.isArray(stored[name])) return [];
      const rows = field.kind === 'json' ? field.rows : undefined;
      const set = stored[name].map((each: unknown) => member(each, rows));
      return [[name, set.sort((a, b) => (text(a) < text(b) ? -1 : 1))]];
    }),
  );
}

/** The stored sets of a row on both sides of a write. */
export interface Sets {
  before: Values;
  after: Values;
}

/** The same of a write that a definition describes. */
export async function logDifferences(
  tx: PoolClient,
  { resource }: Compiled,
  half: ServerHalf,
  { verb, id, before = {}, values, caller, now }: WriteContext,
  sets: Sets,
): Promise<void> {
  const was: Record<string, unknown> = { ...sets.before };
  const is: Record<string, unknown> = { ...sets.after };
  for (const [name, field] of Object.entries(resource.fields)) {
    if (half.virtual?.includes(name)) continue;
    const after = verb === 'delete' ? undefined : name in values ? values[name] : before[name];
    if (text(before[name]) === text(after) || (field.readonly && !(name in values))) continue;
    if (field.kind === 'secret') {
      const secret = secretChanged(name);
      Object.assign(was, secret.before);
      Object.assign(is, secret.after);
    } else {
      was[name] = before[name] ?? null;
      is[name] = after ?? null;
    }
  }
  const name = { ...before, ...values }[resource.label];
  const sides = { before: verb === 'add' ? undefined : was, after: verb === 'delete' ? undefined : is };
  const tenantId = idText(before.tenantId) || undefined;
  const change = { resource: resource.id, id, tenantId, ...(typeof name === 'string' && { name }), ...sides };
  await logDifference(tx, change, caller, now);
}
