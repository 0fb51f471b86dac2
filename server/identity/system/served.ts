import { isLanguageMap, localText, textBack } from '../../../contract/localised.ts';
import { validationText } from '../../../contract/validationTexts.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { sessionState } from '../session/sessionState.ts';
import { mayBeEmpty, refuseUnread } from './configRoutes.ts';
import { sysAppHalf } from './apps.ts';
import { sysDictDataHalf, sysDictTypeHalf } from './dictWrite.ts';
import { type Served, type ServerHalf, serve, type WriteContext } from '../../engine/serverHalf.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { userOtp } from '../../../contract/resources/merchants/userOtp.ts';
import type { MakeHandlers } from '../../engine/action.ts';
import { addOtp } from './otpAdd.ts';
import { userOtpActions } from './otpReset.ts';
import { linkOrg } from '../directory/links.ts';
import { sysNoticeHalf } from './noticeWrite.ts';
import { onlineUserHalf } from './onlineUsers.ts';
import { sysOpenAccessHalf } from './openAccess.ts';
import { sysRoleHalf } from './roleWrite.ts';
import { forgetSettings } from '../../platform/settings.ts';
import { moveMenu, moveOrg, refuseOwnBranch } from './treeMove.ts';
import { sysUserHalf } from './userWrite.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { words } from './words.ts';

const BUILT_IN = 1;

async function refuseTwins(
  { tx, id, values, verb }: WriteContext,
  table: string,
  fields: readonly ('name' | 'code')[],
): Promise<void> {
  for (const field of fields) {
    if (values[field] === undefined) continue;
    const twin = await tx.query(`select 1 from ${table} where ${field} = $1 and id <> $2`, [
      values[field],
      verb === 'add' ? '0' : id,
    ]);
    if (twin.rowCount)
      throw new Refused('duplicate', {
        field: field === 'code' ? 'configCode' : 'name',
        value: values[field],
      });
  }
}

const renamed = ({ before, values }: WriteContext): boolean =>
  values.code !== undefined && values.code !== before?.code;

const kept = ({ deps, caller }: WriteContext, field: string): Refused =>
  refuseField(deps, caller, field, 'builtInKept');

/** Asked for with the other fields of the form, so that all of it is filled in at once. */
function missingValue(
  { locales }: Pick<AppDeps, 'locales'>,
  { locale }: Pick<Caller, 'locale'>,
  { code, value }: Readonly<Record<string, unknown>>,
): Record<string, string[]> {
  const isEmpty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  if (!isEmpty || mayBeEmpty(code)) return {};
  const label = words(locales, locale, 'sysConfig').label('value');
  return { value: [validationText(locale, 'enter', { label })] };
}

/** Which settings may have no value the row says, not the definition: what is shipped empty may be empty again. */
function emptied({ deps, caller, before, values }: WriteContext): void {
  values.value ??= '';
  const faults = missingValue(deps, caller, { code: values.code ?? before?.code, value: values.value });
  if (Object.keys(faults).length > 0) throw new Refused('validation', {}, faults);
}

/** What a client of the family shows of a value of several languages comes back as it was, or as that of one language. */
function keepLanguages({ caller, before, values }: WriteContext): void {
  const stored = before?.value;
  if (typeof stored !== 'string' || !isLanguageMap(stored) || typeof values.value !== 'string') return;
  const back = textBack({ stored, shown: localText(stored, caller.locale) }, caller.locale, values.value);
  if (back === undefined) delete values.value;
  else values.value = back;
}

const sysConfig: ServerHalf = {
  faults: missingValue,
  familyPage: {
    ask: async (_deps, _caller, body) => body,
    more: async (_deps, { locale }, ids, rows) =>
      new Map(
        ids.map((id, at) => {
          const value = rows[at]?.value;
          return [
            id,
            typeof value === 'string' && isLanguageMap(value) ? { value: localText(value, locale) } : {},
          ];
        }),
      ),
  },
  async beforeWrite(context) {
    const { deps, caller, before, values, verb } = context;
    keepLanguages(context);
    const setting = { code: values.code ?? before?.code, value: values.value ?? before?.value };
    if (verb !== 'delete') refuseUnread(deps, caller, setting, 'value');
    const builtIn = before?.sysFlag === BUILT_IN;
    if (verb === 'delete' && builtIn) throw new Refused('builtIn');
    if (builtIn && renamed(context)) throw kept(context, 'code');
    if (builtIn && (values.sysFlag ?? BUILT_IN) !== BUILT_IN) throw kept(context, 'sysFlag');
    if (verb === 'add' || values.value === null) emptied(context);
    if (verb !== 'delete') await refuseTwins(context, 'sys_config', ['name', 'code']);
  },
  afterWrite: async ({ deps, onCommit }) => onCommit(() => forgetSettings(deps.pool)),
};

/** An organisation without a parent is beside all others: whoever sees only some of them makes none. */
function refuseRoot({ deps, caller, verb, before, values }: WriteContext): void {
  if (caller.orgIds === 'all' || values.pid) return;
  const becomesRoot = verb === 'add' || ('pid' in values && before?.pid !== null);
  if (becomesRoot) throw refuseField(deps, caller, 'pid', 'orgRoot');
}

const sysOrg: ServerHalf = {
  answersId: true,
  commands: { arrange: moveOrg },
  async beforeWrite(context) {
    const { tx, id, values, verb, caller } = context;
    if (verb === 'add') values.tenantId = caller.tenantId;
    // Moving somebody else's department below one's own would show its rows.
    else if (caller.orgIds !== 'all' && !caller.orgIds.includes(id)) throw new Refused('forbidden');
    if (verb === 'delete') {
      const used = await tx.query(
        `select 1 where exists (select 1 from sys_org where pid = $1) or exists (select 1 from sys_user where org_id = $1)
          or exists (select 1 from sys_user_ext_org where org_id = $1)
          or exists (select 1 from merchant where org_id = $1)
          or exists (select 1 from sys_tenant where org_id = $1)`,
        [id],
      );
      if (used.rowCount) throw new Refused('inUse');
    }
    if (verb !== 'delete') refuseRoot(context);
    if (verb !== 'update' || !values.pid) return;
    await refuseOwnBranch(tx, id, String(values.pid));
  },
  async afterWrite(context) {
    await linkOrg(context);
    context.onCommit(() => sessionState(context.deps.pool).forgetPeople());
  },
};

const sysPos: ServerHalf = {
  async beforeWrite({ tx, id, values, verb, caller }) {
    if (verb === 'add') values.tenantId = caller.tenantId;
    if (verb !== 'delete') return;
    const used = await tx.query(
      `select 1 where exists (select 1 from sys_user where pos_id = $1)
         or exists (select 1 from sys_user_ext_org where pos_id = $1)`,
      [id],
    );
    if (used.rowCount) throw new Refused('inUse');
  },
};

const sysMenu: ServerHalf = {
  own: ['add', 'update', 'delete'],
  commands: { arrange: moveMenu },
  async detail(pool, id) {
    const { rows } = await pool.query<{ roleIds: string[] | null }>(
      'select role_ids as "roleIds" from sys_menu where id = $1',
      [id],
    );
    return { roleIds: rows[0]?.roleIds ?? null };
  },
};

export const servedBySystem: readonly Served[] = [
  serve(resourceOf('sysApp'), sysAppHalf),
  serve(resourceOf('sysConfig'), sysConfig),
  serve(resourceOf('sysDictData'), sysDictDataHalf),
  serve(resourceOf('sysDictType'), sysDictTypeHalf),
  serve(resourceOf('sysMenu'), sysMenu),
  serve(resourceOf('sysNotice'), sysNoticeHalf),
  serve(resourceOf('sysOnlineUser'), onlineUserHalf),
  serve(resourceOf('sysOpenAccess'), sysOpenAccessHalf),
  serve(resourceOf('sysOrg'), sysOrg),
  serve(resourceOf('sysPos'), sysPos),
  serve(resourceOf('sysRole'), sysRoleHalf),
  serve(resourceOf('sysUser'), sysUserHalf),
  serve(userOtp, {
    commands: userOtpActions,
    makers: { add: addOtp } satisfies MakeHandlers<typeof userOtp>,
  }),
];
