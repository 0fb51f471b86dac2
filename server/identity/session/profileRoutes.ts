import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { buttonsOf } from '../../../contract/familyCodes.ts';
import { localText } from '../../../contract/localised.ts';
import { OTP } from '../../../contract/otp.ts';
import { logDifference, secretChanged } from '../../engine/differences.ts';
import { type Write, writeRoute } from '../../engine/writeRoute.ts';
import { limitedToSelf } from '../../engine/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { required } from '../../platform/http/required.ts';
import { route } from '../../platform/http/route.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { zoneFrom } from '../../platform/http/zone.ts';
import { settings } from '../../platform/settings.ts';
import { sessionState } from './sessionState.ts';
import type { SessionKeys } from './keys.ts';
import { hashPassword, openPassword } from './password.ts';
import { confirmByOtp } from './otp/confirm.ts';
import { passwordRules, refusePlain, refuseUsed, replacePassword } from './passwordRules.ts';
import { proveAgain, refuseDirectoryPassword } from './signIn.ts';

const PROFILE = `select u.id::text, u.account, u.real_name as "realName", u.nick_name as "nickName", u.phone,
    u.id_card_num as "idCardNum", u.email, u.account_type as "accountType", u.avatar, u.address, u.signature,
    u.org_id::text as "orgId", o.name as "orgName", o.type as "orgType", u.remark as introduction, p.name as "posName", u.tenant_id::text as "tenantId",
    u.merchant_id::text as "merchantId", m.name as "merchantName", m.type as "merchantType",
    u.must_change_password as "mustChangePassword",
    coalesce(otp.status, 0) as "otpStatus",
    (select count(*)::int from sys_passkey k where k.user_id = u.id) as "passkeys"
  from sys_user u left join sys_org o on o.id = u.org_id left join sys_pos p on p.id = u.pos_id
    left join merchant m on m.id = u.merchant_id left join user_otp otp on otp.user_id = u.id where u.id = $1`;

const OTP_STATUS = 'select status from user_otp where user_id = $1';

interface ProfileRow {
  account: string;
  realName: string;
  orgName: string | null;
  posName: string | null;
  avatar: string | null;
  [column: string]: unknown;
}

/** While locked only what the lock screen itself shows: who may open it. */
const lockedProfile = (caller: Caller, row: ProfileRow) => ({
  id: caller.userId,
  account: caller.account,
  realName: caller.realName,
  avatar: row.avatar || '/user.png',
  accountType: caller.accountType,
  roleIds: [],
  roles: [],
  buttons: [],
  watermarkText: '',
  locked: true,
});

async function userInfo(deps: AppDeps, caller: Caller): Promise<unknown> {
  const [found, session, known, rules] = await Promise.all([
    deps.pool.query<ProfileRow>(PROFILE, [caller.userId]),
    sessionState(deps.pool).session(caller.sessionId),
    settings(deps.pool),
    passwordRules(deps.pool),
  ]);
  const row = found.rows[0];
  if (!row) throw new Refused('unauthenticated');
  if (session?.lockedAt) return lockedProfile(caller, row);
  const textOf = (text: string) => localText(text, caller.locale);
  const watermark = textOf(known.get('sysWatermark') ?? '');
  return {
    ...row,
    orgName: row.orgName && textOf(row.orgName),
    posName: row.posName && textOf(row.posName),
    avatar: row.avatar || '/user.png',
    isTenants: caller.isTenants,
    roleIds: [...caller.roleIds],
    roles: [...caller.roleIds],
    buttons: buttonsOf(caller.permissions),
    watermarkText: [watermark, row.realName || row.account].filter(Boolean).join(' '),
    // Lists of such a person say why they are empty.
    ownRowsOnly: limitedToSelf(caller) && caller.orgIds.length === 0,
    // Days and months of figures are of this zone.
    passwordRules: rules,
    reportZone: zoneFrom(known.get('reportZone')),
    locked: false,
  };
}

/** Who has bound an app confirms by it, or by a passkey: a password that somebody watched is not enough to take the account. */
async function isOtpBound({ pool }: AppDeps, { userId }: Caller): Promise<boolean> {
  const { rows } = await pool.query<{ status: number }>(OTP_STATUS, [userId]);
  return (rows[0]?.status ?? OTP.unbound) !== OTP.unbound;
}

/**
 * Checks the form, then proves the old password: what is refused for the new one counts no try of either proof.
 * @returns the hash of the new one
 */
async function checkChange(
  deps: AppDeps,
  keys: SessionKeys,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<string> {
  const to = { locales: deps.locales, locale: caller.locale };
  await refuseDirectoryPassword(deps, caller.userId);
  const code = (await isOtpBound(deps, caller)) ? (['otp'] as const) : [];
  const given = required(body, ['passwordOld', 'passwordNew', ...code], to);
  const plain = openPassword(given.passwordNew, keys.sm2PrivateKey);
  // The family's form has the new password twice.
  const { passwordNew2: repeated } = body;
  if (typeof repeated === 'string' && openPassword(repeated, keys.sm2PrivateKey) !== plain)
    throw refuseField(deps, caller, 'passwordNew2', 'passwordsDiffer');
  if (plain === openPassword(given.passwordOld, keys.sm2PrivateKey))
    throw refuseField(deps, caller, 'passwordNew', 'samePassword');
  const refused = await refusePlain(deps, caller, plain);
  if (refused) throw refused;
  await proveAgain(deps, keys, {
    kind: 'change',
    userId: caller.userId,
    password: given.passwordOld,
    ip: caller.ip,
  });
  const used = await refuseUsed(deps, caller, plain);
  if (used) throw used;
  return hashPassword(plain);
}

async function changePassword(
  deps: AppDeps,
  { caller, tx, prepared, onCommit }: Write<unknown, unknown, string>,
) {
  const { userId, sessionId } = caller;
  const now = deps.clock.now();
  await replacePassword(tx, { userId, hash: prepared, given: false }, now);
  await logDifference(tx, { resource: 'sysUser', id: userId, ...secretChanged('password') }, caller, now);
  // Whoever knew the old password is out; the one who changed it stays.
  const sessions = sessionState(deps.pool);
  onCommit(await sessions.endUser(tx, userId, 'password changed', now, sessionId));
  return true;
}

export function mountProfile(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  route(app, {
    method: 'GET',
    url: '/api/sysAuth/userInfo',
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    summary: 'Who the caller is and what it may do',
    whenLocked: true,
    handler: ({ caller }) => userInfo(deps, caller),
  });
  writeRoute(app, deps, {
    url: '/api/sysUser/changePwd',
    permission: { session: EVERYONE },
    beforeOwnPassword: true,
    body: z.looseObject({}),
    summary: "Change the caller's own password",
    prepare: ({ caller, body }) => checkChange(deps, keys, caller, body),
    async confirm({ caller, body }, commandKey) {
      if (!(await isOtpBound(deps, caller))) return undefined;
      const code = typeof body.otp === 'string' ? body.otp : String(body.otp ?? '');
      return confirmByOtp(deps, { userId: caller.userId, code, action: 'sysUser/changePwd', commandKey });
    },
    handler: (write) => changePassword(deps, write),
  });
}
