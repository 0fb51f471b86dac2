import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Fault, refuseFields } from '../../platform/http/refuseField.ts';
import { aboveCaller, mayGiveRoles, type Target } from '../system/authority.ts';
import { hostIn } from './connection.ts';
import { isName } from './distinguishedName.ts';
import { isTemplate } from './filter.ts';

const GIVEN = `select u.id::text, u.account_type as "accountType" from sys_user u
  where u.tenant_id = $1 and (u.domain_account is not null or exists (select from sys_ldap_user l where l.user_id = u.id))`;

/**
 * Whoever says who answers for people, and by which filter, could sign in as any of them: refused while one of them holds
 * more. @throws Refused selfForbidden
 */
async function checkRanks({ tx, caller, before }: WriteContext): Promise<void> {
  const { rows } = await tx.query<Pick<Target, 'id' | 'accountType'>>(GIVEN, [
    before?.tenantId ?? caller.tenantId,
  ]);
  if ((await aboveCaller(tx, caller, rows)).size > 0)
    throw new Refused('selfForbidden', { says: 'holdsMore' });
}

function faultsOf({ deps, values, before }: WriteContext): Fault[] {
  const faults: Fault[] = [];
  const [host, port] = [values.host ?? before?.host, values.port ?? before?.port];
  // A row that names a host of before may be switched off and mended in all else.
  if (('host' in values || 'port' in values) && !hostIn(deps.env, host, port))
    faults.push({
      field: 'host',
      text: 'directoryHost',
      values: { host: `${String(host)}:${String(port)}` },
    });
  for (const field of ['baseDn', 'bindDn'])
    if (typeof values[field] === 'string' && !isName(values[field]))
      faults.push({ field, text: 'directoryName' });
  if (typeof values.authFilter === 'string' && !isTemplate(values.authFilter))
    faults.push({ field: 'authFilter', text: 'directoryFilter' });
  return faults;
}

/** What new people begin with is no more than whoever writes it may give. */
async function checkGiven(context: WriteContext): Promise<Fault[]> {
  const { tx, caller, values, before } = context;
  const orgId = values.orgId ?? before?.orgId;
  const roleId = values.roleId ?? before?.roleId;
  const faults: Fault[] = [];
  const homes = orgId ? [String(orgId)] : [];
  if (
    roleId &&
    ('roleId' in values || 'orgId' in values) &&
    !(await mayGiveRoles(tx, caller, [String(roleId)], homes))
  )
    faults.push({ field: 'roleId', text: 'unknownRoles' });
  return faults;
}

/** What an unchanged form sends back is no change. */
function dropUnchanged({ values, before }: WriteContext): void {
  for (const field of ['host', 'port', 'orgId', 'roleId'])
    if (before && field in values && String(values[field] ?? '') === String(before[field] ?? ''))
      delete values[field];
}

export const sysLdapHalf: ServerHalf = {
  familyPage: {
    async ask(_deps, _caller, { searchKey, ...body }) {
      const text = typeof searchKey === 'string' ? searchKey.trim() : '';
      if (text === '') return body;
      const either = ['host', 'baseDn'].map((field) => ({ field, operator: 'Contains', value: text }));
      return { ...body, filter: { logic: 'Or', filters: either } };
    },
    more: async () => new Map(),
  },
  async beforeWrite(context) {
    const { deps, caller, verb, values } = context;
    await checkRanks(context);
    if (verb === 'delete') return;
    if (verb === 'add') values.tenantId = caller.tenantId;
    if (typeof values.host === 'string') values.host = values.host.trim().toLowerCase();
    dropUnchanged(context);
    const faults = [...faultsOf(context), ...(await checkGiven(context))];
    if (faults.length > 0) throw refuseFields(deps, caller, faults);
  },
};
