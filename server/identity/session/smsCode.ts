import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { SWITCH } from '../../platform/db/statuses.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { secretDigest } from '../../platform/secrets.ts';
import { attemptAnywhere, spend } from './attempts.ts';

/**
 * Codes by short message. Whether a number is anybody's shows nowhere: one that is nobody's is counted, kept and refused
 * like any other, and only the message is not sent.
 */

const DIGITS = 6;
const GOOD_MS = 5 * 60_000;
const TRIES = 5;
const MOST = { phone: 3, address: 20 } as const;

/** Who signs in by this number: one person that is enabled, or nobody. */
async function ownerOf(pool: Pool, phone: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `select u.id::text from sys_user u join sys_tenant t on t.id = u.tenant_id
      where u.phone = $1 and u.status = ${SWITCH.enabled} and t.status = ${SWITCH.enabled} limit 2`,
    [phone],
  );
  return rows.length === 1 ? rows[0]!.id : undefined;
}

const hashOf = ({ env }: AppDeps, phone: string, code: string): Buffer =>
  secretDigest(env.secretsKey ?? '', `sms/${phone}/${code}`);

const KEEP = `insert into sms_code (phone, code_hash, expires_at) values ($1, $2, $3)
  on conflict (phone) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`;

/** A code for this number that follows whichever was sent before; undefined where nobody gets one. */
export async function newSmsCode(deps: AppDeps, phone: string, ip: string): Promise<string | undefined> {
  const { pool, clock } = deps;
  const now = clock.now();
  await spend(pool, `sms:ip|${ip}`, MOST.address, now);
  await spend(pool, `sms:phone|${phone}`, MOST.phone, now);
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const owner = await ownerOf(pool, phone);
  await pool.query(KEEP, [phone, hashOf(deps, phone, code), new Date(now.getTime() + GOOD_MS)]);
  return owner === undefined ? undefined : code;
}

// Counted before it is compared: of tries at once no more get through.
const TRY = `update sms_code set tries = tries + 1 where phone = $1 and expires_at > $2 and tries < ${TRIES}
  returning code_hash as hash`;

/** Counts once: of two at once with the right code one takes it. */
async function takeCode(deps: AppDeps, phone: string, code: string): Promise<boolean> {
  const given = hashOf(deps, phone, code);
  const { rows } = await deps.pool.query<{ hash: Buffer }>(TRY, [phone, deps.clock.now()]);
  if (!rows[0] || !timingSafeEqual(rows[0].hash, given)) return false;
  const taken = await deps.pool.query('delete from sms_code where phone = $1 and code_hash = $2', [
    phone,
    given,
  ]);
  return taken.rowCount === 1;
}

/** The person behind a number and its code. @throws Refused smsCodeWrong, also where the number is nobody's */
export async function proveBySms(
  deps: AppDeps,
  given: { phone: string; code: string; ip: string },
): Promise<string> {
  const at = { kind: 'sms', who: given.phone, ip: given.ip, trusted: false };
  const right = await attemptAnywhere(deps.pool, at, deps.clock.now(), () =>
    takeCode(deps, given.phone, given.code),
  );
  const owner = right ? await ownerOf(deps.pool, given.phone) : undefined;
  if (owner === undefined) throw new Refused('smsCodeWrong');
  return owner;
}

export const dropOldSmsCodes = (pool: Pool, now: Date): Promise<unknown> =>
  pool.query('delete from sms_code where expires_at < $1', [now]);
