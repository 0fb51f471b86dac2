import type { PoolClient } from 'pg';
import { MASKED } from '../../contract/validate.ts';
import { newId } from '../platform/db/id.ts';
import type { Compiled } from './compile.ts';
import type { WriteContext } from './serverHalf.ts';

const text = (value: unknown): string => JSON.stringify(value ?? null);

/** Writes each field that a write changed, before and after, into the difference log: with the row, or not at all. */
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
    const secret = field.kind === 'secret';
    was[name] = secret ? MASKED : (before[name] ?? null);
    is[name] = secret ? MASKED : (after ?? null);
  }
  if (verb === 'update' && Object.keys(is).length === 0) return;
  await tx.query(
    `insert into sys_log_diff (id, tenant_id, log_date_time, user_id, account, resource, row_id, diff_type, before_data,
       after_data) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      newId(),
      caller.tenantId,
      now,
      caller.userId,
      caller.account,
      resource.id,
      id,
      verb,
      verb === 'add' ? null : JSON.stringify(was),
      verb === 'delete' ? null : JSON.stringify(is),
    ],
  );
}
