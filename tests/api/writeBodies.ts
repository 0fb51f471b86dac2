import { DICTS } from '../../contract/dicts.ts';
import { choicesOf, type Field } from '../../contract/field.ts';
import { sampleOf } from '../../contract/forms/pattern.ts';
import type { Resource } from '../../contract/resource.ts';
import { type WriteMode, writable, whyOf } from '../../contract/validate.ts';
import { newId } from '../../server/platform/db/id.ts';
import { snake } from '../../server/engine/sql.ts';
import { MANIFEST, pack } from '../support/plugin.ts';
import { newPhone } from '../support/phones.ts';

/** Bodies that writes of every definition accept, from its fields and from rows of the demo. */

export type Body = Record<string, unknown>;
export type Sql = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>;

export const CONFIG = '{"baseUrl":"https://8.8.8.8/v1","key":"paydesk","secret":"s3cret-s3cret"}';

let made = 0;
/** A text that no other row of this run has. */
const unique = (): string => `T${(made += 1)}${newId().slice(-9)}`;

const first = async (sql: Sql, text: string): Promise<string> => (await sql<{ id: string }>(text))[0]!.id;

/** What is of a tenant is named in rows of the same one: the platform's, whose people write here. */
const OF_TENANT: ReadonlySet<string> = new Set(['sysOrg', 'sysPos', 'sysRole', 'sysUser', 'bankAccount']);
const placeOf = (to: string): string => (OF_TENANT.has(to) ? 'is_other_tenant(tenant_id), id' : 'id');

/** A value that the definition takes; what a rule beyond it asks for is in OWN. */
async function valueOf(sql: Sql, resource: Resource, name: string, field: Field): Promise<unknown> {
  if (field.initial !== undefined) return field.initial;
  switch (field.kind) {
    case 'money':
      return /max/i.test(name) ? '1000' : (field.least ?? field.most ?? '5');
    case 'rate':
      return '0.01';
    case 'int':
      return Math.min(Math.max(field.min ?? 5, 5), field.maximum ?? 5);
    case 'flag':
      return false;
    case 'dict':
      return field.dict === 'currency' ? 'INR' : DICTS[field.dict as keyof typeof DICTS][0]!.value;
    case 'ref':
      return first(sql, `select id::text from ${snake(field.to)} order by ${placeOf(field.to)} limit 1`);
    case 'date':
      return '2026-01-05';
    case 'instant':
      return '2026-01-05T10:00:00.000Z';
    case 'json':
      if (field.several && 'dict' in field.several)
        return [DICTS[field.several.dict as keyof typeof DICTS][0]!.value];
      throw new Error(`${resource.id}.${name}: no value known for JSON`);
    case 'text':
      if (field.pattern) return choicesOf(field)?.[0] ?? sampleOf(field.pattern);
      return field.localised ? JSON.stringify({ en: unique(), 'zh-cn': unique() }) : unique();
    default:
      throw new Error(`${resource.id}.${name}: no value known for ${field.kind}`);
  }
}

/** A merchant that may be booked to. */
export const liveMerchant = (sql: Sql): Promise<string> =>
  first(sql, 'select id::text from merchant where status = 1 and type = 1 order by id limit 1');

/** What a rule of the resource's own asks for. */
const OWN: Readonly<Record<string, (sql: Sql) => Promise<Body>>> = {
  // One that is in force is not deleted.
  approvalRule: async () => ({ status: 2 }),
  rechargeOrder: async (sql) => ({ merchantId: await liveMerchant(sql) }),
  manualOrder: async (sql) => ({
    merchantId: await liveMerchant(sql),
    utr: `7${newId().slice(-11).padStart(11, '0')}`,
  }),
  adjustment: async (sql) => ({ merchantId: await liveMerchant(sql) }),
  extensionRate: async (sql) => ({
    merchantId: await first(sql, 'select id::text from merchant where type = 2 order by id limit 1'),
    minAmount: '2000000',
    maxAmount: '2000001',
  }),
  upstream: async () => ({ config: CONFIG }),
  bankType: async (sql) => ({ parser: (await sql<Body>('select parser from bank_type limit 1'))[0]!.parser }),
  sysTenant: async () => ({ name: unique(), adminAccount: unique(), phone: newPhone(), tenantType: 0 }),
  sysOpenAccess: async (sql) => {
    const [bound] = await sql<Body>(`select id::text as "bindUserId", tenant_id::text as "bindTenantId"
      from sys_user where merchant_id is null order by id limit 1`);
    return bound!;
  },
  pluginPackage: async () => ({ package: pack({ ...MANIFEST, code: `p${newId()}` }) }),
  sysLdap: async () => ({
    host: 'ldap.example.com',
    baseDn: `dc=${unique()}`,
    bindDn: 'cn=service,dc=example',
    bindPass: 'service-password-1',
  }),
  sysUser: async () => ({ phone: newPhone() }),
  sysMenu: async () => ({ type: 2, title: unique(), name: unique(), path: `/${unique()}`, status: 1 }),
  sysConfig: async () => ({ value: 'one' }),
  // The first dictionary is one of numbers.
  sysDictData: async () => ({ value: String(1_000_000 + (made += 1)) }),
  sysCodeGen: async () => ({ tableName: 'sys_pos' }),
  sysRegion: async () => ({ code: String(800_000 + (made += 1)) }),
  // One a day, and none of a day to come.
  upstreamEntry: async () => ({
    reportDate: new Date(Date.UTC(2020, 0, (made += 1))).toISOString().slice(0, 10),
  }),
  measureTarget: async () => ({ month: '2031-01' }),
  alertRule: async () => ({ measure: 'collectOrder.failed', windowMinutes: 15 }),
};

/** What an add of the definition accepts: its required fields, and what its own rules ask for. */
export async function bodyOf(sql: Sql, resource: Resource): Promise<Body> {
  const own = (await OWN[resource.id]?.(sql)) ?? {};
  const body: Body = {};
  for (const [name, field] of Object.entries(resource.fields))
    if (field.required && writable(field, 'add') && !(name in own))
      body[name] = await valueOf(sql, resource, name, field);
  return { ...body, ...own };
}

/** A field that such a write may carry without breaking a rule, and two values for it. */
export function changeOf(resource: Resource, mode: WriteMode): [name: string, values: [unknown, unknown]] {
  const why = whyOf(resource);
  if (why !== undefined) return [why, [unique(), unique()]];
  for (const [name, field] of Object.entries(resource.fields)) {
    if (name === 'accessKey' && writable(field, mode)) return [name, [unique(), unique()]];
    // All its other texts are of a language, too.
    if (resource.id === 'sysNotice' && name === 'title') return [name, [unique(), unique()]];
    // Its host is one of the environment.
    if (resource.id === 'sysLdap' && name !== 'baseDn') continue;
    if (name === 'baseDn') return [name, [`dc=${unique()}`, `dc=${unique()}`]];
    if (!writable(field, mode) || field.formOnly || field.pattern || field.localised) continue;
    // Their other texts have forms of their own.
    if (['sysDictData', 'sysRegion'].includes(resource.id) && name !== 'remark') continue;
    // Its table is one that there is.
    if (name === 'tableName') continue;
    if (name === 'allowAddresses') return [name, ['8.8.8.8', '8.8.4.4']];
    if (field.kind === 'text') return [name, [unique(), unique()]];
    if (field.kind === 'rate') return [name, ['0.02', '0.03']];
    // A higher limit than it has is published.
    if (field.kind === 'money') return [name, resource.id === 'approvalRule' ? ['4', '3'] : ['6', '7']];
  }
  return ['orderNo', [101, 102]];
}

/** What a deletion of these rows says. */
export function goneOf(resource: Resource, ids: Body): Body {
  const why = whyOf(resource);
  return why === undefined ? ids : { ...ids, [why]: unique() };
}
