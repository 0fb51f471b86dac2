import type { PoolClient } from 'pg';
import { merchantMachine } from './merchantStates.ts';
import { payMachine } from './payStates.ts';
import { adjustmentMachine, requestMachine } from './requestStates.ts';
import { collectMachine } from './states.ts';
import { withdrawalMachine } from './withdrawalStates.ts';

/** Status machines by the resource whose log I11 checks against them. */
export const STATUS_MACHINES = Object.freeze({
  collectOrder: collectMachine,
  payOrder: payMachine,
  withdrawal: withdrawalMachine,
  rechargeOrder: requestMachine,
  manualOrder: requestMachine,
  adjustment: adjustmentMachine,
  merchant: merchantMachine,
});

export interface StatusEdge {
  resource: string;
  event: string;
  /** null represents "does not exist yet". */
  from: number | null;
  to: number;
}

/** Every edge of every machine, in the numbers that the tables carry. */
export const STATUS_EDGES: readonly StatusEdge[] = Object.freeze(
  Object.entries(STATUS_MACHINES).flatMap(([resource, { list }]) =>
    list().map((edge) => ({ resource, ...edge })),
  ),
);

/** Makes `status_edge` equal to the machines; the owner's transaction. */
export async function fillStatusEdges(tx: PoolClient): Promise<void> {
  await tx.query('delete from status_edge');
  await tx.query(
    `insert into status_edge (resource, event, from_status, to_status)
     select * from unnest($1::text[], $2::text[], $3::int[], $4::int[])`,
    [
      STATUS_EDGES.map(({ resource }) => resource),
      STATUS_EDGES.map(({ event }) => event),
      STATUS_EDGES.map(({ from }) => from),
      STATUS_EDGES.map(({ to }) => to),
    ],
  );
}
