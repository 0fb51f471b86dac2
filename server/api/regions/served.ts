import { isId } from '../../../contract/id.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import {
  type FamilyPage,
  type ServerHalf,
  type Served,
  serve,
  type WriteContext,
} from '../../engine/serverHalf.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { CODE } from './importRegions.ts';

const DEEPEST = 9;

/** A region by its filters of the family: with `pid` that one and what is directly in it. */
const familyPage: FamilyPage = {
  async ask(_deps, _caller, { id: _id, pid, ...body }) {
    const parent = String(pid ?? '');
    if (Array.isArray(pid)) return { ...body, pid };
    if (!isId(parent)) return body;
    const either = ['id', 'pid'].map((field) => ({ field, operator: 'EQ', value: parent }));
    return { ...body, filter: { logic: 'Or', filters: either } };
  },
  // Their grids have columns for a place on the map; ours keeps none.
  more: async (_deps, _caller, ids) => new Map(ids.map((id) => [id, { lng: null, lat: null }])),
};

/** The level of what is put into a region; a region is not put into itself or into what is in it. */
async function place({ tx, id, values }: WriteContext): Promise<void> {
  if (values.pid === null || values.pid === undefined) {
    values.level = 1;
    return;
  }
  // One mover at a time: two crossing moves could otherwise close a circle.
  await tx.query('lock table sys_region in share row exclusive mode');
  const { rows } = await tx.query<{ id: string; level: number }>(
    `with recursive up as (
       select id, pid, level from sys_region where id = $1 union select r.id, r.pid, r.level from sys_region r join up on r.id = up.pid
     ) select id::text, level from up`,
    [values.pid],
  );
  const parent = rows.find((row) => row.id === String(values.pid));
  if (!parent) throw new Refused('notFound');
  if (rows.some((row) => row.id === id)) throw new Refused('menuSelfParent');
  if (parent.level >= DEEPEST) throw new Refused('menuSelfParent');
  values.level = parent.level + 1;
}

const BELOW = `with recursive below as (
    select id, level from sys_region where pid = $1
    union all select r.id, r.level from sys_region r join below b on r.pid = b.id
  ) update sys_region r set level = r.level + $2 from below b where r.id = b.id`;

const sysRegion: ServerHalf = {
  answersId: true,
  familyPage,
  async beforeWrite(context) {
    const { tx, id, verb, values, before } = context;
    if (verb === 'delete') return;
    if (typeof values.code === 'string') {
      if (!CODE.test(values.code)) throw refuseField(context.deps, context.caller, 'code', 'regionShape');
      const twin = await tx.query('select from sys_region where code = $1 and id <> $2', [
        values.code,
        verb === 'add' ? '0' : id,
      ]);
      if (twin.rowCount) throw new Refused('duplicate', { field: 'configCode', value: values.code });
    }
    if (verb === 'add' || 'pid' in values) await place(context);
    const moved = Number(values.level ?? before?.level) - Number(before?.level);
    if (verb === 'update' && moved !== 0) await tx.query(BELOW, [id, moved]);
  },
};

export const servedByRegions: readonly Served[] = [serve(resourceOf('sysRegion'), sysRegion)];
