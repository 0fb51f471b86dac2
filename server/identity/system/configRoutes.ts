import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { isLanguageMap, localText, withText } from '../../../contract/localised.ts';
import { idSchema } from '../../../contract/validate.ts';
import { newId } from '../../platform/db/id.ts';
import { emit } from '../../platform/events/outbox.ts';
import { logDifference } from '../../engine/differences.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { Caller, Locale } from '../../platform/http/caller.ts';
import { smsGatewayOf } from '../../platform/sms/gateway.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { WithMessage } from '../../platform/http/envelope.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { timeText } from '../../platform/http/zone.ts';
import { forgetSettings, isOn, settings, switchedOn, unread } from '../../platform/settings.ts';
import { logoOf } from './logo.ts';
import { refuseField } from '../../platform/http/refuseField.ts';

const READ = { anyOf: ['sysConfig:page'] } as const;
const BUILT_IN = 1;
const LONGEST_VALUE = 4000;
/** Beyond what a logo may be, so that one too large says so. */
const LONGEST_LOGO = 1_000_000;

/** What the page shows before anyone signs in; each is a setting of the same code. */
const SYS_INFO: Readonly<Record<string, string | boolean>> = {
  sysLogo: '',
  sysTitle: 'Paydesk',
  sysViceTitle: '',
  sysViceDesc: '',
  sysWatermark: '',
  sysCopyright: '',
  sysIcp: '',
  sysIcpUrl: '',
  sysSecondVer: false,
  sysCaptcha: true,
};

/** True of a setting that is as good without a value: what the page then leaves out. */
export const mayBeEmpty = (code: unknown): boolean => SYS_INFO[String(code)] === '';

/** In the caller's language; the settings themselves may be maps of locale to text. */
async function sysInfo(deps: AppDeps, locale: Locale): Promise<Record<string, string | boolean>> {
  const known = await settings(deps.pool);
  const pairs = Object.entries(SYS_INFO).map(([code, otherwise]) => {
    const value = known.get(code);
    if (value === undefined) return [code, code === 'sysCaptcha' ? deps.env.production : otherwise];
    if (typeof otherwise === 'boolean') return [code, isOn(value)];
    // A copyright that names the year grows no older than the product.
    return [code, localText(value, locale).replace('{year}', String(deps.clock.now().getFullYear()))];
  });
  return Object.fromEntries(pairs);
}

async function storedInfo({ pool, env }: AppDeps): Promise<Record<string, string>> {
  const known = await settings(pool);
  const pairs = Object.entries(SYS_INFO).map(([code, otherwise]) => [
    code,
    known.get(code) ?? String(code === 'sysCaptcha' ? env.production : otherwise),
  ]);
  return Object.fromEntries(pairs);
}

/** @throws Refused validation of `field`, where the server could not read the value of its setting */
export function refuseUnread(
  deps: AppDeps,
  caller: Caller,
  { code, value }: { code: unknown; value: unknown },
  field = String(code),
): void {
  const text = unread(code, value);
  if (text) throw refuseField(deps, caller, field, text);
}

/**
 * Of what a form sends back the pairs that say something new. What came back as sysInfo answered it stays as it is stored,
 * with its other languages and the year to fill in; a new text is that of the caller's language.
 */
async function changedOf(deps: AppDeps, caller: Caller, given: readonly Pair[]): Promise<Pair[]> {
  const [answered, stored] = await Promise.all([sysInfo(deps, caller.locale), settings(deps.pool)]);
  return given
    .filter(({ code, value }) => !stored.has(code) || String(answered[code]) !== value)
    .map(({ code, value }) => ({
      code,
      value: value.startsWith('{') ? value : withText(stored.get(code) ?? '', caller.locale, value),
    }));
}

/** A setting of sysInfo that nobody has stored yet comes into being as a built-in one. */
async function saveSysInfo(tx: PoolClient, pairs: readonly Pair[], caller: Caller, now: Date): Promise<void> {
  for (const { code, value } of pairs) {
    const before = await tx.query<{ value: string }>('select value from sys_config where code = $1', [code]);
    const { rows } = await tx.query<{ id: string }>(
      `insert into sys_config (id, name, code, group_code, value, sys_flag) values ($1, $2, $2, 'sysInfo', $3, $4)
       on conflict (code) do update set value = excluded.value, version = sys_config.version + 1
       returning id::text`,
      [newId(), code, value, BUILT_IN],
    );
    const change = { before: before.rows[0], after: { value } };
    await logDifference(tx, { resource: 'sysConfig', id: rows[0]!.id, ...change }, caller, now);
    await emit(tx, 'sysConfig', rows[0]!.id, 'update');
  }
}

type Pair = { code: string; value: string };

/** All or none: an unknown code leaves every value as it was. */
async function setValues(tx: PoolClient, pairs: readonly Pair[], caller: Caller, now: Date): Promise<void> {
  for (const { code, value } of pairs) {
    const changed = await tx.query<{ id: string; was: string | null }>(
      `update sys_config c set value = $2, version = c.version + 1 from sys_config old
       where c.code = $1 and old.id = c.id returning c.id::text, old.value as was`,
      [code, value],
    );
    const row = changed.rows[0];
    if (!row) throw new Refused('notFound', { code });
    const sides = { before: { value: row.was }, after: { value } };
    await logDifference(tx, { resource: 'sysConfig', id: row.id, ...sides }, caller, now);
    await emit(tx, 'sysConfig', row.id, 'update');
  }
}

interface Deleted {
  deleted: string[];
  skipped: string[];
}

async function deleteMany(
  tx: PoolClient,
  ids: readonly string[],
  caller: Caller,
  now: Date,
): Promise<Deleted> {
  const gone = await tx.query<{ id: string; code: string; name: string; value: string | null }>(
    'delete from sys_config where id = any($1::bigint[]) and sys_flag <> $2 returning id::text, code, name, value',
    [ids, BUILT_IN],
  );
  for (const { id, ...before } of gone.rows) {
    await logDifference(tx, { resource: 'sysConfig', id, before }, caller, now);
    await emit(tx, 'sysConfig', id, 'delete');
  }
  const kept = await tx.query<{ id: string }>(
    'select id::text from sys_config where id = any($1::bigint[])',
    [ids],
  );
  return { deleted: gone.rows.map((row) => row.id), skipped: kept.rows.map((row) => row.id) };
}

const LIST = `select id::text, name, code, group_code as "groupCode", value, sys_flag as "sysFlag", order_no as "orderNo",
    remark, version, created_at as "createTime" from sys_config
  where ($1::text is null or name ilike '%' || $1 || '%') and ($2::text is null or code ilike '%' || $2 || '%')
    and ($3::text is null or group_code = $3) order by order_no, id`;

const filters = z.looseObject({
  name: z.string().max(80).nullish(),
  code: z.string().max(80).nullish(),
  groupCode: z.string().max(60).nullish(),
});
const text = z.union([
  z.string().max(LONGEST_VALUE),
  z.number().transform(String),
  z.boolean().transform(String),
]);
/** Ids, or whole rows as a grid has them. */
const idList = z
  .array(z.union([idSchema, z.looseObject({ id: idSchema }).transform(({ id }) => id)]))
  .min(1)
  .max(500);

function mountReads(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysConfig/sysInfo',
    permission: 'anonymous',
    summary: 'Title, logo, watermark, copyright and the captcha switch',
    handler: async ({ caller }) => ({
      ...(await sysInfo(deps, caller.locale)),
      sysMobile: smsGatewayOf(deps) !== undefined,
      sysQr: await switchedOn(deps.pool, 'sysQr', true),
    }),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysInfoSetting/stored',
    permission: { anyOf: ['sysInfoSetting:page'] },
    summary: 'What sysInfo answers as it is stored: texts with all their languages, the year not filled in',
    handler: () => storedInfo(deps),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysConfig/groupList',
    permission: READ,
    summary: 'The group codes in use',
    handler: async () => {
      const { rows } = await deps.pool.query<{ code: string }>(
        "select distinct group_code as code from sys_config where group_code is not null and group_code <> '' order by 1",
      );
      return rows.map((row) => row.code);
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysConfig/list',
    permission: READ,
    body: filters,
    summary: 'Every setting, by order',
    handler: async ({ body, caller }) => {
      const { rows } = await deps.pool.query<{ name: string; value: string; createTime: Date }>(LIST, [
        body.name || null,
        body.code || null,
        body.groupCode || null,
      ]);
      return rows.map((row) => ({
        ...row,
        name: localText(row.name, caller.locale),
        value: isLanguageMap(row.value) ? localText(row.value, caller.locale) : row.value,
        createTime: timeText(row.createTime, caller.timeZone),
      }));
    },
  });
}

function mountWrites(app: FastifyInstance, deps: AppDeps): void {
  const forget = () => forgetSettings(deps.pool);
  writeRoute(app, deps, {
    url: '/api/sysConfig/saveSysInfo',
    permission: { anyOf: ['sysConfig:update', 'sysInfoSetting:save'] },
    body: z.looseObject({
      ...Object.fromEntries(Object.keys(SYS_INFO).map((code) => [code, text.nullish()])),
      // One that was sent comes back as it is shown.
      sysLogo: z.string().max(LONGEST_LOGO).nullish(),
      // A new one; its name says nothing and is ignored.
      sysLogoBase64: z.string().max(LONGEST_LOGO).nullish(),
    }),
    summary: 'Change what sysInfo answers',
    handler: async ({ body, caller, tx, onCommit }) => {
      const given = body as Record<string, string | null | undefined>;
      const known = Object.keys(SYS_INFO).flatMap((code) =>
        given[code] === undefined ? [] : [{ code, value: given[code] ?? '' }],
      );
      if (given.sysLogoBase64) known.push({ code: 'sysLogo', value: `data:,${given.sysLogoBase64}` });
      const pairs = await changedOf(deps, caller, known);
      for (const pair of pairs)
        if (pair.code === 'sysLogo') pair.value = await logoOf(deps, tx, caller, pair.value);
      for (const pair of pairs) refuseUnread(deps, caller, pair);
      await saveSysInfo(tx, pairs, caller, deps.clock.now());
      onCommit(forget);
      return true;
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysConfig/batchUpdate',
    permission: { anyOf: ['sysConfig:update'] },
    body: z
      .array(z.strictObject({ code: z.string().min(1).max(80), value: text }))
      .min(1)
      .max(500),
    summary: 'Set several values by code',
    handler: async ({ body, caller, tx, onCommit }) => {
      for (const pair of body) refuseUnread(deps, caller, pair);
      await setValues(tx, body, caller, deps.clock.now());
      onCommit(forget);
      return true;
    },
  });
  writeRoute(app, deps, {
    url: '/api/sysConfig/batchDelete',
    permission: { anyOf: ['sysConfig:batchDelete', 'sysConfig:delete'] },
    body: z.union([idList, z.strictObject({ ids: idList }).transform((body) => body.ids)]),
    summary: 'Delete several settings; built-in ones are skipped',
    handler: async ({ body, caller, tx, onCommit }) => {
      onCommit(forget);
      return deleteMany(tx, body, caller, deps.clock.now());
    },
    present: (answer, { caller }) => {
      const result = answer as Deleted;
      if (result.skipped.length === 0) return result;
      const values = { count: result.skipped.length };
      return new WithMessage(
        result,
        textOf(deps.locales, caller.locale, 'errors', 'texts.skipped', values) ?? 'skipped',
        'warning',
      );
    },
  });
}

export function mountConfig(app: FastifyInstance, deps: AppDeps): void {
  mountReads(app, deps);
  mountWrites(app, deps);
}
