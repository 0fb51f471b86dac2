import type { PoolClient } from 'pg';
import { type Field, labelKey } from '../../contract/field.ts';
import { localText } from '../../contract/localised.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import type { Resource } from '../../contract/resource.ts';
import { MASKED } from '../../contract/validate.ts';
import type { Caller } from '../platform/http/caller.ts';
import { logSetting } from './settingLog.ts';
import type { WriteContext } from './serverHalf.ts';
import { type Compiled, merchantOf } from './compile.ts';
import { readRow } from './locked.ts';
import { named, snake } from './sql.ts';

const EVENTS = { add: 'create', update: 'update', delete: 'delete' } as const;

type Row = Readonly<Record<string, unknown>>;

/** What a person writes, and what follows from it for good; no counters and clocks of ours. */
const isLogged = (field: Field): boolean => !field.readonly || field.kind === 'dict';

/** A column of the row that a reference points to. */
async function ofParent(
  tx: PoolClient,
  { to }: Extract<Field, { kind: 'ref' }>,
  id: unknown,
  columnOf: (parent: Resource) => string,
): Promise<string> {
  const parent = resourceOf(to);
  const text = `select ${snake(columnOf(parent))} as name from ${snake(parent.id)} where id = $1`;
  const { rows } = await tx.query<{ name: string }>(named(text, [id]));
  return rows[0]?.name ?? String(id);
}

/**
 * The named values that are there, references with their labels; null where there are none. A configuration
 * may hold secrets of its own: of it only the fact that it changed is recorded.
 */
async function valuesOf(
  tx: PoolClient,
  { fields }: Resource,
  row: Row | undefined,
  names: readonly string[],
): Promise<Record<string, unknown> | null> {
  const kept: Record<string, unknown> = {};
  for (const name of names) {
    const field = fields[name]!;
    const value = row?.[name];
    if (value === null || value === undefined) continue;
    kept[name] = field.kind === 'secret' || field.kind === 'json' ? MASKED : value;
    if (field.kind === 'ref') kept[labelKey(name)] = await ofParent(tx, field, value, ({ label }) => label);
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

/** Its code, where it has one: it stays when the name changes. */
const codeOf = ({ label, fields }: Resource): string =>
  Object.keys(fields).find((name) => /code$/i.test(name)) ?? label;

/** The fields by which people call a row: its label and what distinguishes it, or its parents where it has no label. */
function callsBy(resource: Resource): string[] {
  const { label, secondaryLabel, fields } = resource;
  if (fields[label]) return [codeOf(resource), ...secondaryLabel];
  const parents = Object.keys(fields).filter((name) => fields[name]?.kind === 'ref');
  return [...parents, 'currency'].filter((name) => fields[name]);
}

async function nameOf(tx: PoolClient, resource: Resource, row: Row, { locale }: Caller): Promise<string> {
  const parts: string[] = [];
  for (const name of callsBy(resource)) {
    const field = resource.fields[name]!;
    const value = row[name];
    if (value === null || value === undefined) continue;
    if (field.kind === 'ref') parts.push(await ofParent(tx, field, value, codeOf));
    else parts.push(field.localised ? localText(String(value), locale) : String(value));
  }
  return parts.join(' ');
}

/** Records in the log who wrote a row of a resource that is kept account of, and what became of its values. */
export async function audit(
  compiled: Compiled,
  { tx, verb, id, before, caller }: Pick<WriteContext, 'tx' | 'verb' | 'id' | 'before' | 'caller'>,
): Promise<void> {
  const { resource } = compiled;
  if (!resource.audited) return;
  const after = verb === 'delete' ? undefined : await readRow(tx, compiled, id);
  const names = [...compiled.columns.values()].flatMap(({ name, field }) =>
    isLogged(field) && JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null)
      ? [name]
      : [],
  );
  if (names.length === 0) return;
  await logSetting(
    tx,
    {
      resource: resource.id,
      id,
      name: await nameOf(tx, resource, { ...before, ...after }, caller),
      merchantId: merchantOf(compiled, { ...before, ...after }, id),
    },
    {
      event: EVENTS[verb],
      before: await valuesOf(tx, resource, before, names),
      after: await valuesOf(tx, resource, after, names),
    },
    { operator: caller.account, operatorId: caller.userId, ip: caller.ip },
  );
}
