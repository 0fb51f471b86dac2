import type { PoolClient } from 'pg';
import type { Fields } from '../../contract/field.ts';
import { idText, isId } from '../../contract/id.ts';
import type { Resource } from '../../contract/resource.ts';
import { validationText } from '../../contract/validationTexts.ts';
import { type Caller, isSuper } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Compiled } from './compile.ts';
import { compiledOf, type Engine } from './engine.ts';
import { scopeClause, type Visible } from './scope.ts';
import { and, named, Params } from './sql.ts';

/**
 * Whom a write may name: rows that the caller can read, in the tenant of the row that is written. An id out of reach is
 * refused exactly as one that does not exist.
 */

type Values = Readonly<Record<string, unknown>>;

/** Rows of one resource that a write names. */
export interface Reference {
  /** The key of the body that has their ids. */
  field: string;
  to: string;
  ids: readonly string[];
  /** Its field has room for one. */
  isOne?: boolean;
  /** Any row of the caller's tenant may be named, for a reason that its declaration has (contract/idOf.ts). */
  isTenantWide?: boolean;
}

/** Who names them, in a row of which tenant. */
export interface Naming {
  caller: Caller;
  /** The merchants whose rows the caller may name. */
  visible: Visible;
  /** Undefined where the caller's own scope keeps to a tenant, or the row is of none. */
  tenantId?: string | undefined;
}

const listed = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** The values of one field of every row of a list. */
const innerValues = (rows: unknown, name: string): unknown[] =>
  listed(rows).map((row) => (row as Values | null)?.[name] ?? null);

function listAdded(
  { field, to, isOne = false }: Omit<Reference, 'ids'>,
  values: unknown,
  stored: unknown,
): Reference[] {
  // What a form sends back as it was grants nothing new, whoever reads it.
  const before = new Set(listed(stored).map(idText));
  const ids = listed(values)
    .filter((value) => value !== null)
    .map(idText)
    .filter((id) => !before.has(id));
  return ids.length === 0 ? [] : [{ field, to, isOne, ids: [...new Set(ids)] }];
}

/** What these values name by their definition, beyond what the stored row names already. */
export function listReferences(fields: Fields, values: Values, stored: Values = {}): Reference[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (values[name] === undefined || values[name] === null) return [];
    if ('to' in field && field.to !== undefined)
      return listAdded(
        { field: name, to: field.to, isOne: field.kind === 'ref' },
        values[name],
        stored[name],
      );
    if (field.kind !== 'json' || !field.rows) return [];
    return Object.entries(field.rows).flatMap(([inner, one]) =>
      'to' in one && one.to !== undefined
        ? listAdded(
            { field: name, to: one.to },
            innerValues(values[name], inner),
            innerValues(stored[name], inner),
          )
        : [],
    );
  });
}

/** Everybody of a tenant reads its tree of organisations; rows are given to those of one's own data scope alone. */
function withinOwnOrgs({ resource }: Compiled, { orgIds }: Caller, params: Params): string[] {
  return resource.id === 'sysOrg' && orgIds !== 'all' ? [`t.id = any(${params.add(orgIds)}::bigint[])`] : [];
}

/** Those of the ids that the caller reads. */
export async function listReadable(
  tx: Pick<PoolClient, 'query'>,
  compiled: Compiled,
  { ids, isTenantWide }: Pick<Reference, 'ids' | 'isTenantWide'>,
  { caller, visible, tenantId = isSuper(caller) ? undefined : caller.tenantId }: Naming,
): Promise<ReadonlySet<string>> {
  const params = new Params();
  const conditions = [
    `t.id = any(${params.add(ids.filter(isId))}::bigint[])`,
    ...(isTenantWide ? [] : scopeClause(compiled, caller, visible, params)),
    ...(isTenantWide ? [] : withinOwnOrgs(compiled, caller, params)),
    ...(tenantId !== undefined && compiled.all.has('tenant_id')
      ? [`t.tenant_id = ${params.add(tenantId)}::bigint`]
      : []),
  ];
  const text = `select t.id::text from ${compiled.table} t where ${and(conditions)}`;
  const { rows } = await tx.query<{ id: string }>(named(text, params.values));
  return new Set(rows.map(({ id }) => id));
}

/** Those of the references that name a row which is missing or out of the caller's reach. */
export async function findOutOfReach(
  tx: Pick<PoolClient, 'query'>,
  engine: Pick<Engine, 'compiled'>,
  naming: Naming,
  references: readonly Reference[],
): Promise<Reference[]> {
  const found: Reference[] = [];
  for (const each of references) {
    const readable = await listReadable(tx, compiledOf(engine, each.to), each, naming);
    if (readable.size < each.ids.length) found.push(each);
  }
  return found;
}

/** @throws Refused validation, each field by its label */
export async function refuseOutOfReach(
  tx: Pick<PoolClient, 'query'>,
  engine: Pick<Engine, 'compiled'>,
  naming: Naming,
  references: readonly Reference[],
  labelOf: (field: string) => string,
): Promise<void> {
  const found = await findOutOfReach(tx, engine, naming, references);
  if (found.length === 0) return;
  const { locale } = naming.caller;
  const texts = found.map(({ field, isOne }): [string, string[]] => {
    const label = labelOf(field);
    return [field, [validationText(locale, isOne ? 'missing' : 'missingSome', { label })]];
  });
  throw new Refused('validation', {}, Object.fromEntries(texts));
}

/** Whose tenant a row of no tenant of its own is of. */
function ownerOf({ scope }: Compiled['resource'], row: Values): { table: string; id: unknown } | undefined {
  if (scope === 'id') return { table: 'sys_org', id: row.orgId };
  const isMerchants = scope === 'merchantId' || scope === 'merchantStaff';
  return isMerchants ? { table: 'merchant', id: row.merchantId } : undefined;
}

/** Rules and figures of the platform may be about the merchants of any tenant. */
const OVER_TENANTS: ReadonlySet<Resource['scope']> = new Set(['tenantFigure', 'tenantMerchant']);

/**
 * The tenant of the row that the super administrator writes, who reads all tenants; the scope of others keeps them to theirs.
 * Undefined where the row is of none: of figures over all merchants, or of the installation.
 */
export async function tenantOfRow(
  tx: Pick<PoolClient, 'query'>,
  { resource, all }: Compiled,
  caller: Caller,
  row: Values,
): Promise<string | undefined> {
  if (!isSuper(caller) || OVER_TENANTS.has(resource.scope)) return undefined;
  const own = idText(row.tenantId);
  if (isId(own)) return own;
  const owner = ownerOf(resource, row);
  if (!owner) return all.has('tenant_id') ? caller.tenantId : undefined;
  if (!isId(idText(owner.id))) return undefined;
  const text = `select tenant_id::text as "tenantId" from ${owner.table} where id = $1::bigint`;
  const { rows } = await tx.query<{ tenantId: string }>(named(text, [idText(owner.id)]));
  return rows[0]?.tenantId;
}
