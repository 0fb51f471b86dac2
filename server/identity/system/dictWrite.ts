import { DICTS } from '../../../contract/dicts.ts';
import type { ActionContext, LockedRow } from '../../engine/action.ts';
import type { FamilyPage, ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { forgetDicts } from './dictRoutes.ts';
import { labelIn, shippedItem } from './dictTexts.ts';

const kept = ({ deps, caller }: WriteContext, field: string): Refused =>
  refuseField(deps, caller, field, 'builtInKept');

const changes = ({ before, values }: WriteContext, field: string): boolean =>
  values[field] !== undefined && values[field] !== before?.[field];

const forget = async ({ deps, onCommit }: WriteContext): Promise<void> =>
  onCommit(() => forgetDicts(deps.pool));

async function setStatus(
  { deps, caller, input, now, set, onCommit }: ActionContext,
  _row: LockedRow,
): Promise<Record<string, unknown>> {
  await set({ status: input.status, updatedBy: caller.userId, updatedAt: now });
  onCommit(() => forgetDicts(deps.pool));
  return { status: input.status };
}

async function refuseTwin({ tx, id, values, verb }: WriteContext): Promise<void> {
  if (values.code === undefined) return;
  const twin = await tx.query('select 1 from sys_dict_type where code = $1 and id <> $2', [
    values.code,
    verb === 'add' ? '0' : id,
  ]);
  if (twin.rowCount) throw new Refused('duplicate', { field: 'configCode', value: values.code });
}

/** Dictionaries that the product's own code depends on keep their code and stay. */
export const sysDictTypeHalf: ServerHalf = {
  commands: { setStatus },
  async beforeWrite(context) {
    const { before, verb } = context;
    const builtIn = typeof before?.code === 'string' && Object.hasOwn(DICTS, before.code);
    if (builtIn && verb === 'delete') throw new Refused('builtIn');
    if (builtIn && changes(context, 'code')) throw kept(context, 'code');
    if (verb !== 'delete') await refuseTwin(context);
  },
  afterWrite: forget,
};

/** Types whose code ends in Enum have numeric values (spec, §3). */
const fits = (type: string, value: unknown): boolean =>
  !type.endsWith('Enum') || /^-?\d{1,9}$/.test(String(value));

async function typeOf({ tx, before, values }: WriteContext): Promise<string> {
  const { rows } = await tx.query<{ code: string }>('select code from sys_dict_type where id = $1', [
    before?.dictTypeId ?? values.dictTypeId,
  ]);
  return rows[0]?.code ?? '';
}

/** Of an item the family's clients know the label as its name; ours is the name by which code knows it. */
const familyPage: FamilyPage = {
  async ask(_deps, _caller, { dictTypeId, ...body }) {
    const types = Array.isArray(dictTypeId) ? dictTypeId : [dictTypeId];
    return { ...body, ...(types[0] !== undefined && { dictTypeId: types.map(String) }) };
  },
  async more({ pool, locales }, { locale }, ids) {
    const { rows } = await pool.query<{ id: string; label: string; value: string; type: string }>(
      `select d.id::text, d.label, d.value, t.code as type from sys_dict_data d join sys_dict_type t on t.id = d.dict_type_id
        where d.id = any($1::bigint[])`,
      [ids],
    );
    return new Map(
      rows.map(({ id, type, ...row }) => [id, { name: labelIn(locales, locale, type, row).label }]),
    );
  },
};

/** Items that the product's own code depends on keep what it knows them by, and stay; names and colours are free. */
export const sysDictDataHalf: ServerHalf = {
  commands: { setStatus },
  aliases: { name: 'label' },
  familyPage,
  async beforeWrite(context) {
    const { deps, caller, before, values, verb } = context;
    const type = await typeOf(context);
    const builtIn = before && shippedItem(type, before.value) !== undefined;
    if (builtIn && verb === 'delete') throw new Refused('builtIn');
    for (const field of builtIn ? ['code', 'value'] : [])
      if (changes(context, field)) throw kept(context, field);
    if (values.value !== undefined && !fits(type, values.value))
      throw refuseField(deps, caller, 'value', 'wholeNumber');
    if (changes(context, 'code')) values.name = values.code;
  },
  afterWrite: forget,
};
