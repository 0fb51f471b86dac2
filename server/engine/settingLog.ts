import type { PoolClient } from 'pg';
import { newId } from '../platform/db/id.ts';
import { emit } from '../platform/events/outbox.ts';

const LOG = `insert into order_log (id, order_id, order_no, merchant_id, event, operator, operator_id, before, after, remark,
    ip, resource)
  values ($1, $2, $3, coalesce($12::bigint, 0), $4, $5, $6, $7, $8, $9, $10, $11)`;

/** A setting, as the log calls it: of the platform, or the terms of one merchant, whose staff look for it there. */
export interface Setting {
  resource: string;
  id: string;
  name: string;
  merchantId?: string | null;
}

export interface SettingChange {
  event: string;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
  remark?: string;
}

/** Who changed it; the system where nobody did. */
export interface By {
  operator: string;
  operatorId?: string | undefined;
  ip?: string | undefined;
}

/** Records in the log what became of a setting. */
export async function logSetting(
  tx: PoolClient,
  { resource, id, name, merchantId = null }: Setting,
  { event, before, after, remark }: SettingChange,
  { operator, operatorId, ip }: By = { operator: 'system' },
): Promise<void> {
  const logId = newId();
  const json = (values: SettingChange['before']) => values && JSON.stringify(values);
  await tx.query({
    name: 'setting-log',
    text: LOG,
    values: [
      logId,
      id,
      name,
      event,
      operator,
      operatorId ?? null,
      json(before),
      json(after),
      remark ?? null,
      ip || null,
      resource,
      merchantId,
    ],
  });
  await emit(tx, 'orderLog', logId, 'add', merchantId);
}
