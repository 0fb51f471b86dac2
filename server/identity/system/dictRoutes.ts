import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { familyList } from '../../engine/family/page.ts';
import { engineOf } from '../../engine/shared.ts';
import { perDatabase } from '../../platform/db/pools.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { TtlCache } from '../../platform/ttlCache.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import { labelIn } from './dictTexts.ts';
import { soughtId } from './soughtId.ts';

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
  extData: string | null;
  remark: string | null;
  status: number;
}

const ITEMS = `select d.id::text, t.code as "typeCode", d.code, d.name, d.label, d.value, d.order_no as "orderNo",
    d.tag_type as "tagType", d.style_setting as "styleSetting", d.class_setting as "classSetting", d.ext_data as "extData", d.remark, d.status
  from sys_dict_data d join sys_dict_type t on t.id = d.dict_type_id`;
const ORDER = 'order by t.order_no, t.code, d.order_no, d.id';

/** A type whose code ends in Enum has numeric values (spec, §3). */
const wire = (row: ItemRow) => ({
  ...row,
  value: row.typeCode.endsWith('Enum') ? Number(row.value) : row.value,
});
type Item = ReturnType<typeof wire>;

async function readDicts(pool: Pool): Promise<Record<string, Item[]>> {
  const { rows } = await pool.query<ItemRow>(`${ITEMS} where d.status = ${SWITCH.enabled}
    and t.status = ${SWITCH.enabled} ${ORDER}`);
  const all: Record<string, Item[]> = {};
  for (const row of rows) (all[row.typeCode] ??= []).push(wire(row));
  return all;
}

const cached = perDatabase((primary) => {
  const cache = new TtlCache<Record<string, Item[]>>({ ttlMs: 5_000, name: 'dict', show: (all) => all });
  return { read: () => cache.get('all', () => readDicts(primary)), forget: () => cache.clear() };
});

export const forgetDicts = (pool: Pool): void => cached(pool).forget();

/** As it is read in the caller's language. */
const inLanguage = ({ locales }: AppDeps, { locale }: Caller, item: Item) => {
  const { label, renamed } = labelIn(locales, locale, item.typeCode, item);
  // What people call it is the name that a form of theirs sends; ours, by which code knows it, nobody reads.
  return { ...item, name: label, label, renamed };
};

/** Items as the family's selects read them: `value` is shown, `code` is what a row keeps. */
const asChoices = (items: readonly ReturnType<typeof inLanguage>[]) =>
  items.map((item) => ({ ...item, code: String(item.value), value: item.label }));

const allDicts = (pool: Pool): Promise<Record<string, Item[]>> => cached(pool).read();

const ITEM_QUERY = z.looseObject({
  code: z.string().min(1).max(80),
  status: z.coerce.number().int().min(0).max(99).optional(),
});

async function itemsOf(deps: AppDeps, caller: Caller, code: string, status: number | undefined) {
  const { rows } = await deps.pool.query<ItemRow>(
    `${ITEMS} where t.code = $1 and ($2::smallint is null or d.status = $2) ${ORDER}`,
    [code, status ?? null],
  );
  return rows.map((row) => inLanguage(deps, caller, wire(row)));
}

function mountItems(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysDictData/list',
    permission: { anyOf: ['sysDictData:page'] },
    query: z.looseObject({ dictTypeId: soughtId }),
    summary: 'All items of one dictionary, by its id',
    handler: async ({ caller, query: { dictTypeId } }) =>
      dictTypeId === undefined
        ? []
        : familyList(await engineOf(deps), resourceOf('sysDictData'), caller, { dictTypeId: [dictTypeId] }),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysDictData/dataList',
    permission: { session: EVERYONE },
    query: ITEM_QUERY,
    summary: 'The items of one dictionary, by its code',
    handler: async ({ caller, query: { code, status } }) =>
      asChoices(await itemsOf(deps, caller, code, status)),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysDictData/dataList/:code',
    permission: { session: EVERYONE },
    summary: 'The enabled items of one dictionary',
    handler: async ({ caller, request }) => {
      const { code } = request.params as { code: string };
      return asChoices(await itemsOf(deps, caller, code.slice(0, 80), SWITCH.enabled));
    },
  });
}

export function mountDicts(app: FastifyInstance, deps: AppDeps): void {
  const { pool } = deps;
  route(app, {
    method: 'GET',
    url: '/api/sysDictType/allDictList',
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    summary: 'Every enabled dictionary with its enabled items',
    handler: async ({ caller }) =>
      Object.fromEntries(
        Object.entries(await allDicts(pool)).map(([code, items]) => [
          code,
          items.map((item) => inLanguage(deps, caller, item)),
        ]),
      ),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysDictType/list',
    permission: { anyOf: ['sysDictType:page'] },
    summary: 'Every dictionary',
    handler: async ({ caller }) => familyList(await engineOf(deps), resourceOf('sysDictType'), caller, {}),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysDictType/dataList',
    permission: { session: EVERYONE },
    query: ITEM_QUERY,
    summary: 'The items of one dictionary',
    handler: ({ caller, query: { code, status } }) => itemsOf(deps, caller, code, status),
  });
  mountItems(app, deps);
}
