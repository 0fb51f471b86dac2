import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { primaryOf } from '../../platform/db/pools.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { TtlCache } from '../../platform/ttlCache.ts';
import { SWITCH } from '../../platform/db/statuses.ts';

interface ItemRow {
  id: string;
  typeCode: string;
  code: string;
  name: string;
  label: string;
  value: string;
  orderNo: number;
  tagType: string;
  styleSetting: string | null;
  classSetting: string | null;
  remark: string | null;
  status: number;
}

const ITEMS = `select d.id::text, t.code as "typeCode", d.code, d.name, d.label, d.value, d.order_no as "orderNo",
    d.tag_type as "tagType", d.style_setting as "styleSetting", d.class_setting as "classSetting", d.remark, d.status
  from sys_dict_data d join sys_dict_type t on t.id = d.dict_type_id`;
const ORDER = 'order by t.order_no, t.code, d.order_no, d.id';

const TYPES = `select id::text, name, code, status, order_no as "orderNo", remark, version from sys_dict_type order by order_no, id`;

/** A type whose code ends in Enum has numeric values (spec, §3). */
const wire = (row: ItemRow) => ({
  ...row,
  value: row.typeCode.endsWith('Enum') ? Number(row.value) : row.value,
});
type Item = ReturnType<typeof wire>;

const caches = new WeakMap<Pool, TtlCache<Record<string, Item[]>>>();
const cacheOf = (pool: Pool): TtlCache<Record<string, Item[]>> => {
  const primary = primaryOf(pool);
  const known = caches.get(primary) ?? new TtlCache<Record<string, Item[]>>({ ttlMs: 5_000 });
  caches.set(primary, known);
  return known;
};

export const forgetDicts = (pool: Pool): void => cacheOf(pool).clear();

async function allDicts(pool: Pool): Promise<Record<string, Item[]>> {
  return cacheOf(pool).get('all', async () => {
    const { rows } = await pool.query<ItemRow>(`${ITEMS} where d.status = ${SWITCH.enabled}
      and t.status = ${SWITCH.enabled} ${ORDER}`);
    const all: Record<string, Item[]> = {};
    for (const row of rows) (all[row.typeCode] ??= []).push(wire(row));
    return all;
  });
}

const setStatusBody = z.union([
  z.strictObject({ id: idSchema, status: z.union([z.literal(1), z.literal(2)]) }),
  z.strictObject({
    ids: z.array(idSchema).min(1).max(500),
    input: z.strictObject({ status: z.union([z.literal(1), z.literal(2)]) }),
    dryRun: z.literal(false).optional(),
  }),
]);

export function mountDicts(app: FastifyInstance, deps: AppDeps): void {
  const { pool } = deps;
  route(app, {
    method: 'GET',
    url: '/api/sysDictType/allDictList',
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    summary: 'Every enabled dictionary with its enabled items',
    handler: () => allDicts(pool),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysDictType/list',
    permission: { anyOf: ['sysDictType:page'] },
    summary: 'Every dictionary',
    handler: async () => (await pool.query(TYPES)).rows,
  });
  route(app, {
    method: 'GET',
    url: '/api/sysDictType/dataList',
    permission: { session: EVERYONE },
    query: z.looseObject({
      code: z.string().min(1).max(80),
      status: z.coerce.number().int().min(0).max(99).optional(),
    }),
    summary: 'The items of one dictionary',
    handler: async ({ query }) => {
      const { rows } = await pool.query<ItemRow>(
        `${ITEMS} where t.code = $1 and ($2::smallint is null or d.status = $2) ${ORDER}`,
        [query.code, query.status ?? null],
      );
      return rows.map(wire);
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysDictType/setStatus',
    permission: { anyOf: ['sysDictType:setStatus'] },
    body: setStatusBody,
    summary: 'Enable or disable dictionaries',
    handler: async ({ body, tx, onCommit }) => {
      const [ids, status] = 'id' in body ? [[body.id], body.status] : [body.ids, body.input.status];
      const { rows } = await tx.query<{ id: string }>(
        'update sys_dict_type set status = $2, version = version + 1 where id = any($1::bigint[]) returning id::text',
        [ids, status],
      );
      if (rows.length === 0) throw new Refused('notFound');
      onCommit(() => forgetDicts(pool));
      return { done: rows.map((row) => row.id), refused: [] };
    },
  });
}
