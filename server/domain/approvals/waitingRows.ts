import type { PoolClient } from 'pg';
import { machineRemark } from '../../../contract/remark.ts';
import { payoutRelease } from '../../ledger/payoutEntries.ts';
import { PAY_STATUS, REQUEST_STATUS } from '../../platform/db/statuses.ts';
import { SYSTEM } from '../orders/moveRow.ts';
import { lockPayout, stepPayout } from '../orders/payStore.ts';
import { askRequest } from './askRequest.ts';
import { denyRequest } from '../requests/store/denyRequest.ts';
import { type RequestResource, tableOf } from '../requests/store/requestTables.ts';

/** A row that waits in a status of its own until others have decided. */
interface WaitingRows {
  table: string;
  status: number;
  /** Where it has never been asked about. */
  ask?: (tx: PoolClient, id: string, now: Date) => Promise<void>;
  /** What becomes of it where its flow refuses it for want of an answer. */
  deny: (tx: PoolClient, id: string, now: Date) => Promise<void>;
}

/** A payout that is refused gives its hold back. */
async function denyPayout(tx: PoolClient, id: string, now: Date): Promise<void> {
  const order = await lockPayout(tx, id);
  if (order.status !== 'approving') return;
  const entry = { kind: 'payoutRelease', key: `release:${id}`, legs: payoutRelease(order) } as const;
  await stepPayout(tx, order, { event: 'deny', remark: machineRemark('timedOut'), entry }, now, SYSTEM);
}

const request = (resource: RequestResource): WaitingRows => ({
  table: tableOf(resource),
  status: REQUEST_STATUS.pending,
  ask: (tx, id, now) => askRequest(tx, resource, id, now),
  deny: (tx, id, now) => denyRequest(tx, resource, id, now),
});

/** By resource. Such a row moves by an answer alone: a question that was closed without one is put again. */
export const WAITING_ROWS: Readonly<Partial<Record<string, WaitingRows>>> = {
  payOrder: { table: 'pay_order', status: PAY_STATUS.approving, deny: denyPayout },
  adjustment: request('adjustment'),
  rechargeOrder: request('rechargeOrder'),
  manualOrder: request('manualOrder'),
};
