import { afterAll, expect, it } from 'vitest';
import type { Edge } from '../../server/ledger/machine.ts';
import { payMachine } from '../../server/ledger/payStates.ts';
import { collectMachine } from '../../server/ledger/states.ts';
import { merchantMachine } from '../../server/ledger/merchantStates.ts';
import { adjustmentMachine, requestMachine } from '../../server/ledger/requestStates.ts';
import { withdrawalMachine } from '../../server/ledger/withdrawalStates.ts';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
const { pool: server } = database;
afterAll(() => database.drop());

it('lists for I11 the edges that the state machines have', async () => {
  const { rows } = await server.query<{ edge: string }>(
    `select concat_ws(' ', resource, event, coalesce(from_status::text, '-'), to_status) as edge from order_edge`,
  );
  const listed = (resource: string, edges: Record<string, Edge<string>>, value: (name: never) => number) =>
    Object.entries(edges).flatMap(([event, { from, to }]) =>
      from.map(
        (status) =>
          `${resource} ${event} ${status === null ? '-' : value(status as never)} ${value(to as never)}`,
      ),
    );
  expect(rows.map((row) => row.edge).sort()).toEqual(
    [
      ...listed('collectOrder', collectMachine.edges, collectMachine.value),
      ...listed('payOrder', payMachine.edges, payMachine.value),
      ...listed('withdrawal', withdrawalMachine.edges, withdrawalMachine.value),
      ...listed('rechargeOrder', requestMachine.edges, requestMachine.value),
      ...listed('manualOrder', requestMachine.edges, requestMachine.value),
      ...listed('adjustment', adjustmentMachine.edges, adjustmentMachine.value),
      ...listed('merchant', merchantMachine.edges, merchantMachine.value),
    ].sort(),
  );
});
