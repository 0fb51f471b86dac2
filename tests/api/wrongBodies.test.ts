import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../contract/locales.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { snake } from '../../server/engine/sql.ts';
import { newId } from '../../server/platform/db/id.ts';
import { routeLabels } from '../../server/platform/http/fieldLabels.ts';
import type { Client } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import { shapeOf } from '../support/shapes.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/**
 * Whatever is wrong about a body is said in words, in the reader's language, by the name that the form has for the field, and
 * all at once: bodies that are empty, of wrong types and too long, at every call that writes. `WRONG_BODIES=all` sends more.
 */

interface Door {
  path: string;
  url: string;
  fields: readonly string[];
  /** An action that the engine serves: its rows are named beside its input. */
  acts?: { resource: Resource; name: string };
}

let server: TestServer;
let admin: Client;
let doors: Door[];

beforeAll(async () => {
  const [made, routes] = await declaredRoutes(() => demoWorld(40));
  server = made;
  admin = await server.signIn('admin', PASSWORD);
  doors = routes.flatMap(({ method, url, config }): Door[] => {
    if (method !== 'POST' || !url.startsWith('/api/') || config?.effect !== 'keyed') return [];
    const path = url.replace('/api/', '').replaceAll(/:\w+/g, '1');
    const [id, verb] = path.split('/') as [string, string];
    const resource = resources.get(id);
    const input = resource?.actions[verb]?.input;
    const own = shapeOf(config.body);
    const isOwn = own.length > 0 && !own.includes('dryRun');
    if (isOwn) return [{ path, url, fields: own }];
    // What asks for nothing has nothing to be wrong.
    if (resource && input) return [{ path, url, fields: Object.keys(input), acts: { resource, name: verb } }];
    if (!resource || !['add', 'update'].includes(verb)) return [];
    return [{ path, url, fields: Object.keys(resource.fields) }];
  });
});
afterAll(() => server.stop());

type Body = Record<string, unknown>;

/** What `String()` throws on. */
const THING = { toString: 1, valueOf: 1 };
const WRONG: Readonly<Record<string, unknown>> = {
  objects: THING,
  // Where texts by language or amounts by currency are taken.
  nested: { en: THING, INR: THING },
  long: 'x'.repeat(3_000),
  ...(process.env.WRONG_BODIES === 'all' && { numbers: -7.5, lists: [[THING]], words: 'x y', spaces: '  ' }),
};

async function bodiesOf({ fields, acts }: Door): Promise<[kind: string, body: Body][]> {
  const rows = acts
    ? (
        await server.database.pool.query<{ id: string }>(
          `select id::text from ${snake(acts.resource.id)} limit 1`,
        )
      ).rows
    : [];
  const ids = acts?.resource.actions[acts.name]?.on === 'new' ? {} : { ids: [rows[0]?.id ?? '1'] };
  const wrapped = (input: Body): Body => (acts ? { ...ids, input } : input);
  const filled = (value: unknown): Body => Object.fromEntries(fields.map((name) => [name, value]));
  return [
    ['empty', wrapped({})],
    ...Object.entries(WRONG).map(([kind, value]): [string, Body] => [kind, wrapped(filled(value))]),
  ];
}

type Texts = Readonly<Record<string, readonly string[]>>;

/** What is said of each field; without a name, of the whole. */
async function textsOf(path: string, body: Body, language: Locale): Promise<Texts> {
  const headers = { 'Idempotency-Key': newId(), 'Accept-Language': language };
  const { body: answer } = await admin.ask<{ refused?: { message: string }[] } | null>(path, body, headers);
  expect([path, answer.extras?.errorCode]).not.toEqual([path, 'unauthenticated']);
  if (answer.code === 200) return { '': (answer.result?.refused ?? []).map(({ message }) => message) };
  const { message } = answer as { message: string | Texts };
  return typeof message === 'string' ? { '': [message] } : message;
}

/** Texts of a library, and sentences without their field. */
const BARE =
  /^(Required|Wrong format|Invalid.*|必填|必须填写|格式不正确|格式不正確)$|expected|received|undefined|\bnull\b|NaN|\[object|invalid_|too_(big|small)|unrecognized|\{\{|Zod|Unexpected/;

/** What is written in Latin letters in every language: abbreviations, names, and what is to be typed as it is. */
const WRITTEN_SO =
  /\b(name@example\.com|JSON|OTP|UTR|IFSC|UPI|ID|URL|API|USDT|QR|MQTT|LDAP|DN|Base DN|OpenID|UnionID|PNG|JPEG|SVG|TRC20|IP|CSV|UTC|HTTP|SQL|KiB|https?|INR|en|parent|code|name|HDFC0001234)\b|\.(jpe?g|png|bmp|gif|txt|pdf|xlsx|docx)\b/g;

/** An unknown key is named as it was sent. */
const UNKNOWN: Readonly<Record<Locale, RegExp>> = {
  en: /^There is no field /,
  'zh-cn': /^没有名为/,
  'zh-tw': /^沒有名為/,
};

/** An amount by currency is named by its currency, whatever was sent as one. */
const OF_ENTRY = / ?(INR|en|toString|valueOf)[！!]$/;

function faultsIn(door: Door, language: Locale, texts: Texts): string[] {
  const labelOf = routeLabels(server.deps.locales, language, door.url);
  return Object.entries(texts).flatMap(([name, list]) =>
    list
      .filter((text) => !UNKNOWN[language].test(text) && !OF_ENTRY.test(text))
      .flatMap((text): string[] => {
        if (BARE.test(text)) return [`bare: ${text}`];
        if (language !== 'en' && /[A-Za-z]{2}/.test(text.replace(WRITTEN_SO, '')))
          return [`English: ${text}`];
        if (/^[a-z]+[A-Z]/.test(text)) return [`a name of the code: ${text}`];
        const label = labelOf(name);
        const isNamed = [label, 'parent,code'].some((each) =>
          text.toLowerCase().includes(each.toLowerCase()),
        );
        return door.fields.includes(name) && !isNamed ? [`not by its name ${label}: ${text}`] : [];
      }),
  );
}

it('says what is wrong in three languages, by the names of the form', { timeout: 900_000 }, async () => {
  const faults: unknown[] = [];
  for (const door of doors)
    for (const [kind, body] of await bodiesOf(door)) {
      const named: string[] = [];
      for (const language of LOCALES) {
        const texts = await textsOf(door.path, body, language);
        named.push(Object.keys(texts).join());
        for (const fault of faultsIn(door, language, texts)) faults.push([door.path, kind, language, fault]);
      }
      if (new Set(named).size > 1) faults.push([door.path, kind, 'other fields in another language', named]);
    }
  expect(faults).toEqual([]);
  expect(doors.length).toBeGreaterThan(150);
});

it('says all that an action asks for at once', async () => {
  const missing: unknown[] = [];
  for (const { path, acts } of doors) {
    const action = acts?.resource.actions[acts.name];
    if (!action?.input) continue;
    const required = Object.entries(action.input).flatMap(([name, field]) => (field.required ? [name] : []));
    if (action.otp === true) required.push('otp');
    const ids = action.on === 'new' ? {} : { ids: ['1'] };
    const named = await textsOf(path, { ...ids, input: {} }, 'en');
    for (const name of required) if (!(name in named)) missing.push([path, name, Object.keys(named)]);
  }
  expect(missing).toEqual([]);
});
