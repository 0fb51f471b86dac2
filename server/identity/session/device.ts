import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { localText } from '../../../contract/localised.ts';
import type { Locale } from '../../../contract/locales.ts';
import { localeTexts } from '../../platform/db/localeTexts.ts';
import { announce } from '../../platform/events/announce.ts';
import { userAgentOf } from '../../platform/userAgent.ts';
import { ownOrigin } from './binding.ts';
import { digest } from './tokens.ts';

/** A browser is known again by this cookie, which outlives the sign-out; it opens nothing. */
const COOKIE = 'paydesk-device';
const KEPT_SECONDS = 400 * 86_400;

/** The digest of the browser that a sign-in comes from; a page of ours gets the cookie. Programs have none. */
export function deviceOf(request: FastifyRequest, reply: FastifyReply): Buffer | undefined {
  if (!ownOrigin(request)) return undefined;
  const device = request.cookies[COOKIE] ?? randomBytes(32).toString('base64url');
  reply.setCookie(COOKIE, device, {
    path: '/api/sysAuth',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: KEPT_SECONDS,
  });
  return digest(device);
}

interface SignIn {
  sessionId: string;
  userId: string;
  tenantId: string;
  device: Buffer | undefined;
  ip: string;
  /** Where that is, a JSON map of locale to text; nobody may know. */
  location: string | undefined;
  userAgent: string;
}

// A client that keeps no cookies is known by its address and program.
const KNOWN = `select count(*)::int as earlier,
    count(*) filter (where device_hash = $3 or ip = $4 and browser is not distinct from $5 and os is not distinct from $6)::int as same
  from sys_session where user_id = $1 and id <> $2`;

/** Notifies a person of a sign-in from a device that none of their sessions came from; the first of all is none. */
export async function noticeNewDevice(tx: PoolClient, signIn: SignIn, now: Date): Promise<void> {
  const { sessionId, userId, tenantId, device, ip, location, userAgent } = signIn;
  const { browser, os } = userAgentOf(userAgent);
  const { rows } = await tx.query<{ earlier: number; same: number }>(KNOWN, [
    userId,
    sessionId,
    device ?? null,
    ip,
    browser,
    os,
  ]);
  const { earlier, same } = rows[0]!;
  if (earlier === 0 || same > 0) return;
  const program = [browser, os].filter(Boolean).join(' · ') || '–';
  const from = (locale: Locale) => (location ? `${ip} (${localText(location, locale)})` : ip);
  await announce(
    tx,
    {
      key: `newDevice:${sessionId}`,
      permission: null,
      tenantId,
      userId,
      title: localeTexts('新设备登录', '新裝置登入', 'Sign-in from a new device'),
      content: localeTexts(
        `您的账号从新设备登录：${program}，地址 ${from('zh-cn')}。如果不是您本人，请立即修改密码。`,
        `您的帳號從新裝置登入：${program}，位址 ${from('zh-tw')}。若非您本人，請立即變更密碼。`,
        `Your account signed in from a new device: ${program}, address ${from('en')}. If it was not you, change your password now.`,
      ),
    },
    now,
  );
}
