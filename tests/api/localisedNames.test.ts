import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFamily } from '../../contract/family.ts';
import { LOCALES, type Locale } from '../../contract/locales.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { snake } from '../../server/engine/sql.ts';
import { loadLocales, type Texts } from '../../server/platform/http/locales.ts';
import type { Client } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import { send } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { SHARE, shareOf, WALKS_ALL } from '../support/share.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { READS } from './familyCalls.ts';

/**
 * Every call that reads answers names in the language of its reader: no map of languages, raw or as text, and no key of a
 * text. A row's own texts stay maps in the calls of our own forms, which write all languages.
 */

let server: TestServer;
let routes: readonly RouteOptions[];
let admin: Client;

beforeAll(async () => {
  [server, routes] = await declaredRoutes(() => demoWorld(60));
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server.stop());

const LANGUAGES: ReadonlySet<string> = new Set(LOCALES);

const isLanguageMap = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => LANGUAGES.has(key));
};

function isRawMap(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    return isLanguageMap(JSON.parse(text));
  } catch {
    return false;
  }
}

/** `area:key.of.text` and `key.of.text` of every text that there is; single words are names of other things, too. */
function textKeys(): ReadonlySet<string> {
  const keys = new Set<string>();
  const walk = (area: string, texts: Texts, path: readonly string[]): void => {
    for (const [key, text] of Object.entries(texts)) {
      const at = [...path, key];
      if (typeof text !== 'string') walk(area, text, at);
      else {
        keys.add(`${area}:${at.join('.')}`);
        if (at.length > 1) keys.add(at.join('.'));
      }
    }
  };
  for (const [area, texts] of Object.entries(loadLocales().en)) walk(area, texts, []);
  return keys;
}
const KEYS = textKeys();

/** Where an answer holds what no reader can read, below `path`. */
function faultsOf(value: unknown, isOwn: (key: string) => boolean, path = ''): string[] {
  if (typeof value === 'string') {
    const fault = isRawMap(value)
      ? 'a map of languages as text'
      : KEYS.has(value)
        ? 'a key of a text'
        : undefined;
    return fault ? [`${path}: ${fault}: ${value.slice(0, 60)}`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (isLanguageMap(value)) return [`${path}: a map of languages`];
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((each) => faultsOf(each, isOwn, `${path}[]`));
  return Object.entries(value).flatMap(([key, inner]) =>
    // As it is stored, beside the title.
    isOwn(key) || key === 'titleKey' ? [] : faultsOf(inner, isOwn, `${path}.${key}`),
  );
}

interface Read {
  path: string;
  body?: Record<string, unknown>;
}

/** What is asked of a route that reads, as far as its address says; an answer that is a refusal has no names. */
async function readsOf(resource: Resource | undefined, { method, url }: RouteOptions): Promise<Read[]> {
  const path = url.replace('/api/', '');
  if (method !== 'GET')
    return [{ path, body: { page: 1, pageSize: 50, start: 0, end: 50, startRow: 0, endRow: 50 } }];
  if (!resource || !/\/detail(\/:id)?$/.test(path)) return path.includes(':') ? [] : [{ path }];
  const table = await server.database.pool.query<{ name: string | null }>(
    'select to_regclass($1)::text as name',
    [snake(resource.id)],
  );
  if (!table.rows[0]?.name) return [];
  const found = await server.database.pool.query<{ id: string }>(
    `select id::text from ${snake(resource.id)} order by id limit 3`,
  );
  return found.rows.flatMap(({ id }) =>
    path.endsWith(':id')
      ? [{ path: path.replace(':id', id) }]
      : [{ path: `${path}?id=${id}` }, { path: `${path}?Id=${id}` }],
  );
}

/** A row's own texts of several languages are its form's, in the calls that are ours. */
function ownTexts(resource: Resource | undefined, path: string): (key: string) => boolean {
  const isFamilysOwn =
    resource !== undefined && isFamily(resource) && /\/(page|list|detail\/\d+)$|\?Id=/.test(path);
  // The value of a setting is edited as it is stored, all languages at once.
  const isStored = (key: string): boolean => resource?.id === 'sysConfig' && key === 'value';
  return (key) => !isFamilysOwn && (resource?.fields[key]?.localised === true || isStored(key));
}

/** What keeps maps by its nature: the form that edits them, files of texts, what was logged as it was written. */
const KEEPS_MAPS =
  /^(sysInfoSetting\/stored|metrics|docs|sysLogDiff\/|operation\/|layout\/|publishedLayout\/|userSetting\/)/;

/** Each call is asked in one language a run. */
const inShare = (language: Locale, at: number): boolean =>
  WALKS_ALL || shareOf(at, LOCALES.length) === LOCALES.indexOf(language);

it.each(LOCALES)('reads names in %s from its share of all calls', async (language: Locale) => {
  const faults: string[] = [];
  let answered = 0;
  const family = READS.filter(({ path }) => !path.includes('{')).map(({ path, body }) => ({ path, body }));
  const declared = routes.filter(
    ({ method, config, url }) =>
      url.startsWith('/api/') && (method === 'GET' || (method === 'POST' && config?.effect === 'none')),
  );
  const all: { resource: Resource | undefined; read: Read }[] = [];
  for (const options of declared) {
    const resource = resources.get(options.url.split('/')[2] ?? '');
    if (options.config?.longLived || KEEPS_MAPS.test(options.url.replace('/api/', ''))) continue;
    for (const read of await readsOf(resource, options)) all.push({ resource, read });
  }
  for (const { path, body } of family)
    all.push({ resource: resources.get(path.split('/')[0] ?? ''), read: { path, ...(body && { body }) } });
  for (const { resource, read } of all.filter((_each, at) => inShare(language, at))) {
    const { headers, text } = await send(`${server.base}/api/${read.path}`, {
      ...(read.body && { method: 'POST', body: JSON.stringify(read.body) }),
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': language,
        Authorization: `Bearer ${admin.token}`,
      },
    });
    if (!headers.get('content-type')?.includes('json')) continue;
    const body = JSON.parse(text) as { code?: number; result?: unknown };
    if (body.code !== 200) continue;
    answered += 1;
    faults.push(...faultsOf(body.result, ownTexts(resource, read.path), read.path));
  }
  expect([...new Set(faults)], SHARE).toEqual([]);
  expect(answered, SHARE).toBeGreaterThan(WALKS_ALL ? 350 : 350 / LOCALES.length);
});
