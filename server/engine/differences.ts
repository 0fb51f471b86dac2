import type { PoolClient } from 'pg';
import { MASKED } from '../../contract/validate.ts';
import { newId } from '../platform/db/id.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Compiled } from './compile.ts';
import type { WriteContext } from './serverHalf.ts';

type Values = Readonly<Record<string, unknown>>;
type Who = Pick<Caller, 'tenantId' | 'userId' | 'account'>;

const text = (value: unknown): string => JSON.stringify(value ?? null);

/** What a write changed of a row; `before` is absent where it was added, `after` where it was deleted. */
export interface Difference {
  resource: string;
  id: string;
  before?: Values | undefined;
  after?: Values | undefined;
}

/** The fields that are not the same on both sides. */
const differing = (before: Values = {}, after: Values = {}): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => text(before[name]) !== text(after[name]),
  );

const picked = (values: Values | undefined, names: readonly string[]): string | null =>
  values ? JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? null]))) : null;

/**
 * Writes each field that a write changed, before and after, into the difference log: with the row, or not at all. No value
 * of a secret is given to it: MASKED stands for one.
 */
export async function logDifference(
  tx: PoolClient,
  { resource, id, before, after }: Difference,
  { tenantId, userId, account }: Who,
  now: Date,
): Promise<void> {
  const names = differing(before, after);
  if (before && after && names.length === 0) return;
  const verb = before ? (after ? 'update' : 'delete') : 'add';
  await tx.query(
    `insert into sys_log_diff (id, tenant_id, log_date_time, user_id, account, resource, row_id, diff_type, before_data,
       after_data) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      newId(),
      tenantId,
      now,
      userId,
      account,
      resource,
      id,
      verb,
      picked(before, names),
      picked(after, names),
    ],
  );
}

/** A secret that changed, without either of its values. */
export const secretChanged = (name: string): { before: Values; after: Values } => ({
  before: { [name]: null },
  after: { [name]: MASKED },
});

/** The same of a write that a definition describes. */
export async function logDifferences(
  tx: PoolClient,
  { resource }: Compiled,
  { verb, id, before = {}, values, caller, now }: WriteContext,
): Promise<void> {
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const after = verb === 'delete' ? undefined : name in values ? values[name] : before[name];
    if (text(before[name]) === text(after) || field.readonly) continue;
    if (field.kind === 'secret') {
      const secret = secretChanged(name);
      Object.assign(was, secret.before);
      Object.assign(is, secret.after);
    } else {
      was[name] = before[name] ?? null;
      is[name] = after ?? null;
    }
  }
  const sides = { before: verb === 'add' ? undefined : was, after: verb === 'delete' ? undefined : is };
  await logDifference(tx, { resource: resource.id, id, ...sides }, caller, now);
}
