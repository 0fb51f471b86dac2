import { afterAll, expect, it } from 'vitest';
import { dictItems } from '../../contract/dicts.ts';
import { resourceOf, resources } from '../../contract/resources/index.ts';
import { STATUS_EDGES, STATUS_MACHINES } from '../../server/ledger/statusMachines.ts';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
const { pool: server } = database;
afterAll(() => database.drop());

it('lists for I11 the edges that the state machines have', async () => {
  const { rows } = await server.query<{ edge: string }>(
    `select concat_ws(' ', resource, event, coalesce(from_status::text, '-'), to_status) as edge from status_edge`,
  );
  expect(rows.map((row) => row.edge).sort()).toEqual(
    STATUS_EDGES.map(({ resource, event, from, to }) => `${resource} ${event} ${from ?? '-'} ${to}`).sort(),
  );
});

it('has a way into existence for each resource of the table', () => {
  for (const resource of Object.keys(STATUS_MACHINES))
    expect(STATUS_EDGES.filter((edge) => edge.resource === resource && edge.from === null)).not.toEqual([]);
});

it('allows a form to create a row with each status that it offers', () => {
  // A form writes the status of no other resource that has a machine.
  const formed = [...resources.values()].filter(
    ({ id, crud, fields }) => id in STATUS_MACHINES && crud.add && fields.status && !fields.status.readonly,
  );
  expect(formed.map(({ id }) => id)).toEqual(['merchant']);
  for (const { id } of formed) {
    const field = resourceOf(id).fields.status!;
    const offered = field.kind === 'dict' ? dictItems(field.dict).map((item) => item.value) : [];
    const created = STATUS_EDGES.filter((edge) => edge.resource === id && edge.event === 'create');
    expect(new Set<unknown>(created.map(({ to }) => to))).toEqual(new Set<unknown>(offered));
  }
});

it('does not let the server edit the table', async () => {
  await expect(server.query('delete from status_edge')).rejects.toThrow('permission denied');
});
