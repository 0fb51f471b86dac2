import { isPageLink, isWebLink } from '../../contract/pageLink.ts';
import type { Pool } from 'pg';
import { perDatabase } from './db/pools.ts';
import { isLocale, type Locale } from '../../contract/locales.ts';
import { isZone } from './http/zone.ts';
import { TtlCache } from './ttlCache.ts';

/** Settings of the system by code, cached for a moment. */

const TTL_MS = 3_000;

async function readSettings(pool: Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ code: string; value: string }>('select code, value from sys_config');
  return new Map(rows.map((row) => [row.code, row.value]));
}

const cached = perDatabase((primary) => {
  const cache = new TtlCache<ReadonlyMap<string, string>>({
    ttlMs: TTL_MS,
    name: 'config',
    show: (values) => Object.fromEntries(values),
  });
  return { read: () => cache.get('all', () => readSettings(primary)), forget: () => cache.clear() };
});

export const settings = (pool: Pool): Promise<ReadonlyMap<string, string>> => cached(pool).read();

export const forgetSettings = (pool: Pool): void => cached(pool).forget();

/** The IANA zone of reports and of callers that name none; undefined where it is not set. */
export async function reportZone(pool: Pool): Promise<string | undefined> {
  return (await settings(pool)).get('reportZone');
}

/** The language and zone of callers that name none and whose account has none; undefined where they are not set. */
export async function requestDefaults(
  pool: Pool,
): Promise<{ locale: Locale | undefined; reportZone: string | undefined }> {
  const all = await settings(pool);
  const locale = all.get('sysLanguage') ?? '';
  return { locale: isLocale(locale) ? locale : undefined, reportZone: all.get('reportZone') };
}

/** Numbers that the server reads, with their bounds and what they are where nobody has set them. */
const NUMBERS = {
  passwordLength: { from: 8, to: 64, otherwise: 8 },
  passwordKinds: { from: 1, to: 4, otherwise: 1 },
  passwordHistory: { from: 0, to: 24, otherwise: 5 },
  // 0: never too old
  passwordDays: { from: 0, to: 730, otherwise: 0 },
  // Within so many months the logs of requests and differences are dropped.
  logKeepMonths: { from: 1, to: 99, otherwise: 12 },
  // Within so many days the nightly check of the ledger has looked at everything, however old.
  ledgerRecheckDays: { from: 1, to: 99, otherwise: 7 },
  // MiB of a person's files, and GiB of all of them; 0: no limit
  fileQuotaPerson: { from: 0, to: 999, otherwise: 500 },
  fileQuotaAll: { from: 0, to: 999, otherwise: 20 },
} as const;

type NumberCode = keyof typeof NUMBERS;

const isWithin = (code: NumberCode) => (value: string) => {
  const { from, to } = NUMBERS[code];
  return /^(0|[1-9]\d{0,2})$/.test(value.trim()) && Number(value) >= from && Number(value) <= to;
};

export async function numberSetting(pool: Pool, code: NumberCode): Promise<number> {
  const value = (await settings(pool)).get(code) ?? '';
  return isWithin(code)(value) ? Number(value) : NUMBERS[code].otherwise;
}

const ON = new Set(['true', '1', 'on', 'yes']);
const OFF = new Set(['false', '0', 'off', 'no']);

const isOneOf = (words: ReadonlySet<string>, value: string): boolean => words.has(value.trim().toLowerCase());

export const isOn = (value: string): boolean => isOneOf(ON, value);
const isSwitch = (value: string): boolean => isOn(value) || isOneOf(OFF, value);

/** Values that the server itself reads. What it could not read would be another one without a word. */
const READ: Readonly<Record<string, { reads: (value: string) => boolean; text: string }>> = {
  reportZone: { reads: isZone, text: 'timeZone' },
  sysLanguage: { reads: isLocale, text: 'language' },
  sysCaptcha: { reads: isSwitch, text: 'switch' },
  sysSecondVer: { reads: isSwitch, text: 'switch' },
  sysQr: { reads: isSwitch, text: 'switch' },
  logKeepMonths: { reads: isWithin('logKeepMonths'), text: 'logMonths' },
  passwordLength: { reads: isWithin('passwordLength'), text: 'passwordLength' },
  passwordKinds: { reads: isWithin('passwordKinds'), text: 'passwordKinds' },
  passwordHistory: { reads: isWithin('passwordHistory'), text: 'passwordHistory' },
  passwordDays: { reads: isWithin('passwordDays'), text: 'passwordDays' },
  ledgerRecheckDays: { reads: isWithin('ledgerRecheckDays'), text: 'recheckDays' },
  fileQuotaPerson: { reads: isWithin('fileQuotaPerson'), text: 'quotaMib' },
  fileQuotaAll: { reads: isWithin('fileQuotaAll'), text: 'quotaGib' },
  // In `href` and `src` of pages that people see before they sign in.
  sysIcpUrl: { reads: (value) => value === '' || isWebLink(value), text: 'badLink' },
  sysLogo: { reads: (value) => value === '' || isPageLink(value), text: 'badPicture' },
  fileStore: { reads: (value) => ['database', 's3'].includes(value), text: 'fileStore' },
};

/** The key of errors.json `texts` that says what the value must be; undefined where the server can read it. */
export function unread(code: unknown, value: unknown): string | undefined {
  const read = READ[String(code)];
  return read && typeof value === 'string' && !read.reads(value) ? read.text : undefined;
}

export async function switchedOn(pool: Pool, code: string, otherwise: boolean): Promise<boolean> {
  const value = (await settings(pool)).get(code);
  return value === undefined ? otherwise : isOn(value);
}
