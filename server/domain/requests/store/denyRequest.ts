import type { PoolClient } from 'pg';
import { machineRemark } from '../../../../contract/remark.ts';
import { REQUEST_STATUS } from '../../../platform/db/statuses.ts';
import { moveRow, SYSTEM } from '../../orders/moveRow.ts';
import { freeReference, isClaimed } from './requestReference.ts';
import { type RequestResource, tableOf } from './requestTables.ts';

interface Locked {
  orderNo: string;
  merchantId: string;
  status: number;
}

/** Rejects a request that nobody decided about in time; its reference may be named by another one. */
export async function denyRequest(
  tx: PoolClient,
  resource: RequestResource,
  id: string,
  now: Date,
): Promise<void> {
  const table = tableOf(resource);
  const { rows } = await tx.query<Locked>(
    `select order_no as "orderNo", merchant_id::text as "merchantId", status from ${table} where id = $1 for update`,
    [id],
  );
  const [row] = rows;
  if (row?.status !== REQUEST_STATUS.pending) return;
  if (isClaimed(resource)) await freeReference(tx, resource, id);
  const move = {
    event: 'deny',
    to: REQUEST_STATUS.rejected,
    set: { decided_at: now },
    remark: machineRemark('timedOut'),
  };
  await moveRow(tx, { table, resource }, { id, ...row, statusValue: row.status }, move, SYSTEM);
}
