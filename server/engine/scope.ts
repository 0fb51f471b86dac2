import type { Pool, PoolClient } from 'pg';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { withRowSecurity, type Connections } from '../platform/db/rowSecurity.ts';
import { type Caller, isSuper } from '../platform/http/caller.ts';
import type { Compiled } from './compile.ts';
import { isRecorded } from './recorded.ts';
import { type Params, snake } from './sql.ts';

/** The merchants whose rows a caller may see; null for all. */
export type Visible = readonly string[] | null;

const FRESH_MS = 3_000;
const MOST = 2_000;

const OF_MERCHANT = {
  name: 'scope-merchant',
  text: 'select id from merchant where (id = $1 or agent_id = $1) and tenant_id = $2 order by id',
};
const OF_STAFF = {
  name: 'scope-staff',
  text: `select id from merchant where tenant_id = $1 and ($2::bigint[] is null or org_id = any($2)) order by id`,
};

const OTHERS = {
  name: 'scope-others',
  text: 'select from merchant where id <> all($1::bigint[]) limit 1',
};

/** What of a definition its scope follows from. */
type Scoped = Pick<Compiled, 'resource' | 'all'>;
/** Of a target whose scope is asked about alone. */
export const NO_COLUMNS: Compiled['all'] = new Map();

/** The pool, or the transaction that asks. */
type Runner = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>;

/** Resolves and briefly keeps which merchants a caller sees. */
export class Scopes {
  readonly #pool: Runner;
  readonly #kept = new Map<string, { until: number; visible: Promise<Visible> }>();

  constructor(pool: Runner) {
    this.#pool = pool;
  }

  visible(caller: Caller): Promise<Visible> {
    if (isSuper(caller) && !caller.merchantId) return Promise.resolve(null);
    const orgs = caller.orgIds === 'all' ? 'all' : caller.orgIds.join(',');
    const key = `${caller.tenantId}/${caller.merchantId ?? ''}/${orgs}`;
    const now = Date.now();
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.visible;
    if (this.#kept.size >= MOST) this.#kept.clear();
    const visible = this.#resolve(caller);
    this.#kept.set(key, { until: now + FRESH_MS, visible });
    visible.catch(() => this.#kept.delete(key));
    return visible;
  }

  /** The merchants of whose figures a caller may know the sum; null also for who sees every one by its organisation. */
  async summable(caller: Caller): Promise<Visible> {
    const visible = await this.visible(caller);
    if (visible === null) return null;
    const { rowCount } = await this.#pool.query({ ...OTHERS, values: [visible] });
    return rowCount === 0 ? null : visible;
  }

  /** The merchants whose rows a caller may change: an agent sees those of its merchants, and changes its own. */
  writable(caller: Caller): Promise<Visible> {
    return caller.merchantId === null ? this.visible(caller) : Promise.resolve([caller.merchantId]);
  }

  /** After a merchant joined, or went to another organisation or agent. */
  forget(): void {
    this.#kept.clear();
  }

  async #resolve(caller: Caller): Promise<Visible> {
    const ids = async (statement: { name: string; text: string }, values: unknown[]) => {
      const { rows } = await this.#pool.query<{ id: string }>({ ...statement, values });
      return rows.map((row) => row.id);
    };
    if (caller.merchantId) return ids(OF_MERCHANT, [caller.merchantId, caller.tenantId]);
    if (caller.orgIds !== 'all') return ids(OF_STAFF, [caller.tenantId, caller.orgIds]);
    const { rows } = await this.#pool.query<{ only: boolean }>({
      name: 'scope-tenants',
      text: 'select not exists (select from sys_tenant where id <> $1) as only',
      values: [caller.tenantId],
    });
    return rows[0]?.only ? null : ids(OF_STAFF, [caller.tenantId, null]);
  }
}

/**
 * What a caller reads merchants' rows with: a merchant's people behind row security, so that a statement whose scope
 * were forgotten still showed them their own alone.
 */
export function readsOf(
  { pool, merchantPool }: { pool: Connections; merchantPool: Pool },
  scopes: Scopes,
  caller: Caller,
): Connections {
  if (caller.merchantId === null) return pool;
  return withRowSecurity(merchantPool, async () => (await scopes.visible(caller)) ?? []);
}

/** Data scope "self" of a staff member: besides the organisations granted, the orders one has claimed. */
export function limitedToSelf(caller: Caller): boolean {
  return caller.selfOnly && !isSuper(caller) && caller.merchantId === null && caller.orgIds !== 'all';
}

/** Who has claimed a row's order, over alias t; undefined where rows follow no order. */
export function claimantSql(compiled: Compiled): string | undefined {
  if (compiled.all.has('claimed_by')) return 't.claimed_by';
  if (!compiled.all.has('order_id')) return undefined;
  return `coalesce((select o.claimed_by from collect_order o where o.id = t.order_id),
    (select o.claimed_by from pay_order o where o.id = t.order_id))`;
}

/**
 * The same as a condition. The orders of one person are few, and an array of them is known before the rows are looked
 * for, so that an index serves it whatever it is joined with by `or`; postings are found through their entry.
 */
function claimedByMe(compiled: Scoped, caller: Caller, params: Params): string | undefined {
  if (compiled.all.has('claimed_by')) return `t.claimed_by = ${params.add(caller.userId)}::bigint`;
  if (!compiled.all.has('order_id')) return undefined;
  const me = `${params.add(caller.userId)}::bigint`;
  const of = (table: string) => `select o.id from ${table} o where o.claimed_by = ${me}`;
  const orders = `any(array(${of('collect_order')} union all ${of('pay_order')}))`;
  return compiled.all.has('entry_id')
    ? `t.entry_id = any(array(select e.id from journal_entry e where e.order_id = ${orders}))`
    : `t.order_id = ${orders}`;
}

/** One merchant by equality, so that its index serves order and range; several by list. */
function among(column: string, ids: readonly string[], params: Params): string {
  if (ids.length === 0) return 'false';
  return ids.length === 1
    ? `${column} = ${params.add(ids[0])}::bigint`
    : `${column} = any(${params.add(ids)}::bigint[])`;
}

const ownerOf = ({ resource }: Scoped): string => (resource.scope === 'id' ? 't.id' : 't.merchant_id');

/** The people a caller sees, over an alias of sys_user; staff see their tenant's by organisation, others themselves. */
export function personClauses(alias: string, caller: Caller, params: Params): string[] {
  const self = () => `${alias}.id = ${params.add(caller.userId)}::bigint`;
  if (caller.merchantId !== null) return [self()];
  const tenant = `${alias}.tenant_id = ${params.add(caller.tenantId)}::bigint`;
  if (caller.orgIds === 'all') return [tenant];
  const orgs = `${alias}.org_id = any(${params.add(caller.orgIds)}::bigint[])`;
  return [tenant, caller.selfOnly ? `(${orgs} or ${self()})` : orgs];
}

/** Rows without a tenant that a tenant's staff read: what the banks' files are like, and the menus granted to it. */
function sharedRows({ resource: { id } }: Scoped, caller: Caller, params: Params): string {
  if (caller.merchantId !== null) return 'false';
  if (id === 'sysMenu')
    return `exists (select from sys_tenant_menu g where g.menu_id = t.id
      and g.tenant_id = ${params.add(caller.tenantId)}::bigint)`;
  return id === 'bankType' ? 'true' : 'false';
}

/** What somebody did whom the caller sees; the people are few and found first, so that each row is compared with a hash. */
const actorSql = (caller: Caller, params: Params): string =>
  `t.user_id = any(array(select u.id from sys_user u where ${personClauses('u', caller, params).join(' and ')}))`;

/** Those of the recorded resources whose every row of the tenant the caller reads, gone ones among them. */
const isWhole = ({ scope }: Resource, { isTenants }: Caller): boolean =>
  scope === 'tenant' || (scope === 'platform' && !isTenants);

/** What the caller did, and what was done to rows that it reads. */
function subjectSql(caller: Caller, visible: Visible, params: Params): string {
  const recorded = [...resources.values()].filter(isRecorded);
  const whole = recorded.filter((resource) => isWhole(resource, caller)).map(({ id }) => id);
  const parts = recorded
    .filter(
      (resource) => !isWhole(resource, caller) && resource.scope !== 'subject' && resource.scope !== 'actor',
    )
    .map((resource) => {
      const conditions = scopeClause({ resource, all: NO_COLUMNS }, caller, visible, params);
      const rows = `select t.id from ${snake(resource.id)} t where ${conditions.join(' and ')}`;
      return `t.resource = ${params.add(resource.id)} and t.row_id = any(array(${rows}))`;
    });
  const own = `t.user_id = ${params.add(caller.userId)}::bigint`;
  return `(${[own, `t.resource = any(${params.add(whole)}::text[])`, ...parts].join(' or ')})`;
}

/**
 * The conditions over alias t that keep a caller to its rows. A row outside them is like a row that does not exist,
 * so every statement of the engine carries them.
 */
export function scopeClause(compiled: Scoped, caller: Caller, visible: Visible, params: Params): string[] {
  const staff = caller.merchantId === null;
  const tenant = () => `t.tenant_id = ${params.add(caller.tenantId)}::bigint`;
  switch (compiled.resource.scope) {
    case 'merchantId':
    case 'merchantStaff':
    case 'id': {
      if (!staff && compiled.resource.scope === 'merchantStaff') return ['false'];
      if (visible === null) return [];
      const mine = among(ownerOf(compiled), visible, params);
      const claimed = limitedToSelf(caller) ? claimedByMe(compiled, caller, params) : undefined;
      return [claimed && visible.length > 0 ? `(${mine} or ${claimed})` : (claimed ?? mine)];
    }
    case 'tenant':
      if (isSuper(caller)) return [];
      return staff ? [tenant()] : ['false'];
    case 'tenantMerchant': {
      if (isSuper(caller)) return [];
      if (!staff) return ['false'];
      if (visible === null) return [tenant()];
      return [tenant(), `(t.merchant_id is null or ${among('t.merchant_id', visible, params)})`];
    }
    case 'tenantFigure': {
      if (isSuper(caller)) return [];
      if (!staff) return ['false'];
      if (visible === null) return [tenant()];
      const seen = among('t.merchant_id', visible, params);
      const whole = `not exists (select from merchant m where m.id <> all(${params.add(visible)}::bigint[]))`;
      return [tenant(), `(${seen} or t.merchant_id is null and ${whole})`];
    }
    case 'org':
      return isSuper(caller) ? [] : personClauses('t', caller, params);
    case 'person': {
      if (isSuper(caller)) return [];
      const seen = personClauses('u', caller, params);
      return [`exists (select from sys_user u where u.id = t.user_id and ${seen.join(' and ')})`];
    }
    case 'parties': {
      if (!staff) return ['false'];
      if (isSuper(caller)) return [];
      const me = `${params.add(caller.userId)}::bigint`;
      return [tenant(), `(t.user_id = ${me} or t.to_user_id = ${me})`];
    }
    case 'authored':
      if (isSuper(caller)) return ['t.user_id is not null'];
      return staff ? [tenant(), `t.user_id = ${params.add(caller.userId)}::bigint`] : ['false'];
    case 'actor':
    case 'subject': {
      if (isSuper(caller)) return [];
      if (!staff) return ['false'];
      if (caller.orgIds === 'all') return [tenant()];
      const seen =
        compiled.resource.scope === 'actor' ? actorSql(caller, params) : subjectSql(caller, visible, params);
      return [tenant(), seen];
    }
    case 'platform':
      return staff && !caller.isTenants ? [] : [sharedRows(compiled, caller, params)];
  }
}

const OF_MERCHANTS: ReadonlySet<string> = new Set(['merchantId', 'merchantStaff', 'id']);

/** Are the rows of this resource kept to the merchants that the caller sees, and to nothing besides them. */
export function ofMerchants({ resource }: Scoped): boolean {
  return OF_MERCHANTS.has(resource.scope);
}

/**
 * What scope "self" adds to the merchants that the caller sees: rows of orders that it claimed of other merchants.
 * Undefined where it adds none.
 */
export function claimedElsewhere(
  compiled: Compiled,
  caller: Caller,
  visible: Visible,
  params: Params,
): string[] | undefined {
  if (visible === null || !limitedToSelf(caller) || !ofMerchants(compiled)) return undefined;
  const claimed = claimedByMe(compiled, caller, params);
  if (!claimed) return undefined;
  return visible.length === 0
    ? [claimed]
    : [claimed, `${among(ownerOf(compiled), visible, params)} is not true`];
}

/** May the caller write a row that belongs to this merchant. */
export function seesMerchant(visible: Visible, merchantId: unknown): boolean {
  return visible === null || visible.includes(String(merchantId));
}
