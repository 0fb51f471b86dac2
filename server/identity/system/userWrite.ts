import type { Connections } from '../../platform/db/rowSecurity.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { isSuper } from '../../platform/http/caller.ts';
import { Refused } from '../../platform/http/refused.ts';
import { sessionState } from '../session/sessionState.ts';
import { hashPassword, randomPassword } from '../session/password.ts';
import { checkRank, mayGiveRoles } from './authority.ts';
import { peopleBeyond } from './beyond.ts';
import { extOrgsIn, extOrgsOf, tidyExtOrgs, writeExtOrgs } from './extOrgs.ts';
import { idList } from './idList.ts';
import { refuseSimilarName } from '../../engine/similarName.ts';
import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { linkPerson } from '../directory/links.ts';
import { personPhone } from './phone.ts';
import { countMisfits, lockRolesOf, misfitsOf, misfitValues } from './roleFit.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { userPage } from './userPage.ts';
import { SWITCH } from '../../platform/db/statuses.ts';

const SUPER = 999;

async function checkGiven(context: WriteContext): Promise<void> {
  const { deps, caller, id, values, before, tx } = context;
  const type = values.accountType;
  if (typeof type === 'number' && !isSuper(caller) && type > caller.accountType)
    throw refuseField(deps, caller, 'accountType', 'aboveYours');
  const roles = idList(values.roleIds);
  tidyExtOrgs(context);
  const home = values.orgId ?? before?.orgId;
  const others = extOrgsIn(context) ?? (before ? await extOrgsOf(tx, id) : []);
  const homes = [...(home ? [String(home)] : []), ...others.map(({ orgId }) => orgId)];
  if (roles && !(await mayGiveRoles(tx, caller, roles, homes)))
    throw refuseField(deps, caller, 'roleIds', 'unknownRoles');
}

async function beforeAdd(context: WriteContext): Promise<void> {
  const { tx, caller, values, answer } = context;
  const twin = await tx.query('select 1 from sys_user where lower(account) = lower($1)', [values.account]);
  if (twin.rowCount) throw new Refused('duplicate', { field: 'account', value: values.account });
  await checkGiven(context);
  const password = randomPassword();
  values.tenantId = caller.tenantId;
  values.status = SWITCH.enabled;
  values.passwordHash = await hashPassword(password);
  values.mustChangePassword = true;
  // Shown once, to whoever added the user.
  answer.password = password;
}

async function checkBefore({ tx, caller, before, verb, values }: WriteContext): Promise<void> {
  const target = before as { id: string; accountType: number };
  await checkRank(tx, caller, target);
  if (verb === 'delete' && (target.id === caller.userId || target.accountType === SUPER))
    throw new Refused('selfForbidden');
  const demoted = values.accountType !== undefined && values.accountType !== SUPER;
  if (target.accountType === SUPER && demoted) throw new Refused('selfForbidden');
}

/** A merchant's person holds no role that opens what is not for them. Only asked where roles or merchant change. */
async function checkFit({ deps, tx, caller, id, values }: WriteContext): Promise<void> {
  await lockRolesOf(tx, { userId: id });
  const found = await misfitsOf(tx, { userId: id });
  if (found.length === 0) return;
  const field = 'roleIds' in values ? 'roleIds' : 'merchantId';
  throw refuseField(deps, caller, field, 'rolesUnfit', misfitValues(deps, caller, found));
}

async function storedRoles(context: WriteContext): Promise<string[]> {
  const { rows } = await context.tx.query<{ id: string }>(
    'select role_id::text as id from sys_user_role where user_id = $1 order by 1',
    [context.id],
  );
  return rows.map((row) => row.id);
}

async function writeRoles(context: WriteContext, before: ReadonlySet<string>): Promise<boolean> {
  const roles = idList(context.values.roleIds);
  if (!roles || context.verb === 'delete') return false;
  const wanted = new Set(roles);
  if (before.size === wanted.size && [...wanted].every((id) => before.has(id))) return false;
  await context.tx.query('delete from sys_user_role where user_id = $1', [context.id]);
  await context.tx.query('insert into sys_user_role (user_id, role_id) select $1, unnest($2::bigint[])', [
    context.id,
    [...wanted],
  ]);
  return true;
}

/** Judges the person as they have become: a new organisation or merchant shows other rows by the same roles. */
async function checkOutcome({ deps, tx, caller, id, values }: WriteContext): Promise<void> {
  if (isSuper(caller) || (await peopleBeyond(tx, caller, [id])).size === 0) return;
  throw refuseField(deps, caller, 'merchantId' in values ? 'merchantId' : 'orgId', 'aboveYours');
}

const changed = ({ before, values }: WriteContext, field: string): boolean =>
  field in values && String(values[field] ?? '') !== String(before?.[field] ?? '');

/** A change of role, organisation, type or merchant ends the user's sessions (wire.md). */
export const sysUserHalf: ServerHalf = {
  own: ['setStatus', 'resetPwd', 'unlockLogin'],
  virtual: ['roleIds', 'extOrgs'],
  aliases: { roleIdList: 'roleIds', extOrgIdList: 'extOrgs' },
  familyPage: userPage,
  answersId: true,
  async beforeWrite(context) {
    await personPhone(context);
    if (context.verb === 'add') {
      await beforeAdd(context);
    } else {
      await checkBefore(context);
      await checkGiven(context);
    }
    if (context.verb !== 'delete') await refuseSimilarName(context, 'sysUser');
  },
  async afterWrite(context) {
    const { deps, tx, id, verb, now } = context;
    await linkPerson(context);
    const joined = await writeExtOrgs(context);
    const moved = joined || ['orgId', 'merchantId'].some((field) => changed(context, field));
    const asks = verb === 'update' && (moved || idList(context.values.roleIds) !== undefined);
    const before = new Set(asks ? await storedRoles(context) : []);
    const roles = await writeRoles(context, before);
    if (verb === 'add' || (verb === 'update' && (roles || moved))) {
      await checkOutcome(context);
      await checkFit(context);
    }
    // With the row of a person went those of their roles.
    if (verb === 'delete') await countMisfits(tx, null);
    else if (before.size > 0 && (roles || moved)) await countMisfits(tx, [...before]);
    const off = verb === 'update' && context.values.status === SWITCH.disabled;
    const ends =
      off || verb === 'delete' || (verb === 'update' && (roles || moved || changed(context, 'accountType')));
    const sessions = sessionState(deps.pool);
    const why = verb === 'delete' ? 'deleted' : off ? 'disabled' : 'roles changed';
    if (ends) context.onCommit(await sessions.endUser(tx, id, why, now));
    context.onCommit(() => sessions.forgetPeople());
  },
  async detail(pool: Connections, id: string, _caller: Caller) {
    const [{ rows }, extOrgs] = await Promise.all([
      pool.query<{ id: string }>(
        'select role_id::text as id from sys_user_role where user_id = $1 order by 1',
        [id],
      ),
      extOrgsOf(pool, id),
    ]);
    return { roleIds: rows.map((row) => row.id), extOrgs };
  },
};
