import type { Pool, PoolClient } from 'pg';
import { isCodeName } from '../../../../contract/codeName.ts';
import { newId } from '../../../platform/db/id.ts';
import { Refused } from '../../../platform/http/refused.ts';
import type { ColumnOf } from '../database/catalogue.ts';

/** What the table of a drawn form is called, before its id. */
export const FORM = 'form:';

export const camel = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

const NET: Readonly<Record<string, string>> = {
  bigint: 'long',
  integer: 'int',
  smallint: 'int',
  boolean: 'bool',
  numeric: 'decimal',
  'timestamp with time zone': 'DateTime',
  date: 'DateTime',
};
/** What the family calls a type. */
export const netTypeOf = ({ type, nullable }: ColumnOf): string => {
  const name = NET[type] ?? 'string';
  return nullable && name !== 'string' ? `${name}?` : name;
};

const COMMON = new Set([
  'id',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'tenant_id',
]);

const yes = (value: boolean): string => (value ? 'Y' : 'N');

const settingsOf = (column: ColumnOf, orderNo: number) => {
  const own = !COMMON.has(column.name);
  return {
    columnName: column.name,
    propertyName: camel(column.name),
    columnComment: column.comment || camel(column.name),
    netType: netTypeOf(column),
    effectType: column.type === 'boolean' ? 'Switch' : 'Input',
    dictTypeCode: '',
    whetherTable: yes(own),
    whetherAddUpdate: yes(own),
    whetherRequired: yes(own && !column.nullable && column.fallback === null),
    whetherSortable: 'N',
    queryWhether: 'N',
    queryType: 'equals',
    orderNo,
    whetherCommon: yes(!own),
    columnKey: column.key ? 'True' : 'False',
    displayColumn: '',
    valueColumn: '',
    pidColumn: '',
  };
};
export type CodeSettings = ReturnType<typeof settingsOf>;

/** As long as nobody has set anything. */
export const defaultSettings = (columns: readonly ColumnOf[]): CodeSettings[] => columns.map(settingsOf);

/** One row for each column of the table, in the place of those that were. */
export async function keepConfigs(
  tx: PoolClient,
  codeGenId: string,
  columns: readonly ColumnOf[],
): Promise<void> {
  await tx.query('delete from sys_code_gen_config where code_gen_id = $1', [codeGenId]);
  const rows = defaultSettings(columns).map((settings) => ({
    id: newId(),
    order_no: settings.orderNo,
    settings,
  }));
  await tx.query(
    `insert into sys_code_gen_config (id, code_gen_id, order_no, settings)
     select r.id, $1, r.order_no, r.settings from jsonb_to_recordset($2::jsonb) as r(id bigint, order_no integer, settings jsonb)`,
    [codeGenId, JSON.stringify(rows)],
  );
}

export interface CodeConfig extends CodeSettings {
  id: string;
  codeGenId: string;
}

/** How the code treats each column, in their order. */
export async function configsOf(db: Pool | PoolClient, codeGenId: string): Promise<CodeConfig[]> {
  const { rows } = await db.query<{ id: string; settings: CodeSettings }>(
    'select id::text, settings from sys_code_gen_config where code_gen_id = $1 order by order_no, id',
    [codeGenId],
  );
  return rows.map(({ id, settings }) => ({ ...settings, id, codeGenId }));
}

/**
 * Of a row that came back, what may be set. @returns how many rows there were of
 * @throws Refused of a label that no code could have
 */
export async function updateConfigs(
  tx: PoolClient,
  rows: readonly Record<string, unknown>[],
): Promise<number> {
  const labels = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string');
  if (!labels.every(isCodeName)) throw new Refused('codeLabel');
  let updated = 0;
  for (const row of rows) {
    const { rows: found } = await tx.query<{ settings: CodeSettings }>(
      'select settings from sys_code_gen_config where id = $1 for update',
      [row.id],
    );
    if (!found[0]) continue;
    const fixed = ['columnName', 'propertyName', 'netType', 'columnKey', 'whetherCommon'];
    const set = Object.entries(found[0].settings).map(([name, value]) => {
      const given = row[name];
      const fits = typeof given === typeof value && !fixed.includes(name);
      return [name, fits ? given : value] as const;
    });
    await tx.query(
      'update sys_code_gen_config set settings = $2::jsonb, version = version + 1 where id = $1',
      [row.id, JSON.stringify(Object.fromEntries(set))],
    );
    updated += 1;
  }
  return updated;
}
