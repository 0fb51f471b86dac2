import type { Resource, Verb } from '../../contract/resource.ts';
import { snake } from '../../server/engine/sql.ts';
import { queuedExport } from '../api/keyedCases.ts';
import { bodyOf, goneOf, changeOf } from '../api/writeBodies.ts';
import type { WalkWorld } from './walkWorld.ts';

/** Sends one verb of a resource's form. @throws Error where it is refused */
export type Write = (walk: WalkWorld) => Promise<void>;

const VERBS: readonly Verb[] = ['add', 'update', 'delete', 'export'];

/** The verbs that a resource has, each on the row that the first of them added. */
export function writesOf(resource: Resource): [command: string, write: Write][] {
  const { id, crud } = resource;
  const row: { id?: string } = {};
  /** What is not added by a form is there. */
  const added = async (sql: WalkWorld['sql']): Promise<string> => {
    if (!crud.add)
      row.id ??= (await sql<{ id: string }>(`select id::text from ${snake(id)} limit 1`))[0]?.id ?? '';
    if (!row.id) throw new Error(`no row of ${id} was added`);
    return row.id;
  };
  const write: Readonly<Record<Verb, Write>> = {
    async add({ admin, sql }) {
      row.id = (await admin.command<{ id: string }>(`${id}/add`, await bodyOf(sql, resource))).id;
    },
    async update({ admin, sql }) {
      const [{ version }] = (await sql<{ version: number }>(
        `select version from ${snake(id)} where id = $1`,
        [await added(sql)],
      )) as [{ version: number }];
      const [name, [value]] = changeOf(resource, 'update');
      await admin.command(`${id}/update`, { id: await added(sql), version, [name]: value });
    },
    async delete({ admin, sql }) {
      await admin.command(`${id}/delete`, goneOf(resource, { id: await added(sql) }));
    },
    async export(walk) {
      const { who, body } = await queuedExport(walk);
      await who.command(`${id}/export`, body);
    },
  };
  return VERBS.filter((verb) => crud[verb]).map((verb) => [`${id}/${verb}`, write[verb]]);
}
