import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admits, KINDS } from '../../contract/audience.ts';
import { dictItems } from '../../contract/dicts.ts';
import type { Field, Fields } from '../../contract/field.ts';
import { audienceOf, isFor } from '../../contract/permissions.ts';
import { resources } from '../../contract/resources/index.ts';
import type { Resource } from '../../contract/resource.ts';
import { isForSuperOnly } from '../../contract/superOnly.ts';
import { newId } from '../../server/platform/db/id.ts';
import { send } from '../support/http.ts';
import {
  type AudienceWorld,
  audienceWorld,
  type Declared,
  kindOfWho,
  PEOPLE,
  type Row,
  type Who,
} from './audienceWorld.ts';

/** Every route × kind of people × whose row: what the definitions say is what the server does. */

let world: AudienceWorld;

beforeAll(async () => {
  world = await audienceWorld();
});
afterAll(() => world?.server.stop());

const REFUSALS = new Set(['forbidden', 'wrongAudience', 'unauthenticated']);

/** What ends the session of whoever asks is asked last. */
const ENDS = ['/api/sysAuth/lockScreen', '/api/sysAuth/logout'];
/** Answers by itself that no refresh token came. */
const OWN_PROOF = '/api/sysAuth/refreshToken';
const rank = ({ url }: Declared) => ENDS.indexOf(url);

/** The code of a refusal; undefined where the handler was reached. */
async function refusalAt({ method, url }: Declared, token?: string): Promise<string | undefined> {
  const { text } = await send(`${world.server.base}${url.replace(/:\w+/g, 'x')}`, {
    method,
    onlyJson: true,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });
  if (text === '') return undefined;
  const { extras } = JSON.parse(text) as { extras: { errorCode?: string } | null };
  const code = extras?.errorCode;
  return code !== undefined && REFUSALS.has(code) ? code : undefined;
}

const isForSuper = ({ permission }: Pick<Declared, 'permission'>): boolean =>
  typeof permission === 'object' && 'anyOf' in permission && permission.anyOf.every(isForSuperOnly);

/** What the declaration of a route says about somebody. */
function expectedAt({ permission }: Declared, who: Who): string | undefined {
  if (permission === 'anonymous') return undefined;
  const kind = kindOfWho(who);
  if ('session' in permission) return admits(permission.session, kind) ? undefined : 'wrongAudience';
  if (!permission.anyOf.some((code) => isFor(code, kind))) return 'wrongAudience';
  // No role gives what is for super administrators alone.
  return who === 'bare' || isForSuper({ permission }) ? 'forbidden' : undefined;
}

const closed = () => world.routes.filter(({ permission }) => permission !== 'anonymous');

describe('every route', () => {
  it('is closed to whoever has not signed in', async () => {
    const open: string[] = [];
    for (const declared of closed())
      if ((await refusalAt(declared)) !== 'unauthenticated') open.push(declared.url);
    expect(open).toEqual([]);
    expect(closed().length).toBeGreaterThan(250);
  });

  it('has verbs that each kind of people may use and verbs that only the staff may', () => {
    const count = (who: Who, code: string | undefined) =>
      closed().filter((declared) => expectedAt(declared, who) === code).length;
    const supers = closed().filter(isForSuper).length;
    expect(supers).toBeGreaterThan(10);
    expect(count('all', 'forbidden')).toBe(supers);
    expect(count('all', undefined)).toBe(closed().length - supers);
    for (const who of ['merchant', 'agent'] as const) {
      expect(count(who, 'wrongAudience')).toBeGreaterThan(150);
      expect(count(who, undefined)).toBeGreaterThan(70);
    }
  });

  it.each(PEOPLE.filter((who) => who !== 'branch'))(
    'answers %s as it declares',
    async (who) => {
      const wrong: unknown[] = [];
      for (const declared of closed()
        .filter(({ url }) => url !== OWN_PROOF)
        .toSorted((a, b) => rank(a) - rank(b))) {
        const code = await refusalAt(declared, world.as[who].token);
        const expected = expectedAt(declared, who);
        if (code !== expected) wrong.push([declared.url, { code, expected }]);
      }
      world = { ...world, as: { ...world.as, [who]: await world.again(who) } };
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});

/** A value that the schema of an input takes. */
function valueOf(field: Field): unknown {
  if (field.kind === 'money' || field.kind === 'rate') return '5';
  if (field.kind === 'int') return 5;
  if (field.kind === 'flag') return false;
  if (field.kind === 'ref') return newId();
  if (field.kind === 'dict') return dictItems(field.dict)[0]!.value;
  if (field.pattern?.includes('{64}')) return 'a'.repeat(64);
  return '123456789012';
}

const inputOf = (fields: Fields | undefined) =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (name === 'otp' ? [] : [[name, valueOf(field)]])),
  );

/** Served by routes of its own, which know no dry run. */
const WITHOUT_DRY_RUN = new Set(['sysUser']);

interface Ask {
  verb: string;
  path: string;
  body?: object;
  /** Would change the row if it were let through. */
  changes?: true;
}

/** Every way to name a row of the resource. */
function asksOf({ id, crud, actions }: Resource, row: string): Ask[] {
  const asks: Ask[] = [{ verb: 'page', path: `${id}/detail?id=${row}` }];
  for (const [verb, { on, input }] of Object.entries(actions)) {
    if (on === 'new') continue;
    const given = inputOf(input);
    const body = { ids: [row], ...(given && { input: given }) };
    asks.push(
      WITHOUT_DRY_RUN.has(id)
        ? { verb, path: `${id}/${verb}`, body, changes: true }
        : { verb, path: `${id}/${verb}`, body: { ...body, dryRun: true } },
    );
  }
  if (crud.update)
    asks.push({ verb: 'update', path: `${id}/update`, body: { id: row, version: 1 }, changes: true });
  if (crud.delete) asks.push({ verb: 'delete', path: `${id}/delete`, body: { id: row }, changes: true });
  return asks;
}

interface Answer {
  code: string;
  /** The whole answer without the row's id and what differs from call to call. */
  text: string;
}

async function answerTo(who: Who, { path, body }: Ask, row: string): Promise<Answer> {
  const answer = await world.as[who].ask<{ refused?: { code: string }[] } | null>(path, body, {
    'Idempotency-Key': randomUUID(),
  });
  const { result, extras, message, code } = answer.body;
  const refused = result?.refused?.[0]?.code;
  const outcome = refused ?? extras?.errorCode ?? String(code);
  const { traceId: _traceId, ...rest } = (extras ?? {}) as Record<string, unknown>;
  return { code: outcome, text: JSON.stringify([code, message, result, rest]).replaceAll(row, '<row>') };
}

/** Ids in somebody's list, and in what a picker offers of these rows where there is one. */
async function listedTo(who: Who, { id }: Resource, rows: readonly Row[]): Promise<string[]> {
  const { call } = world.as[who];
  const { items } = await call<{ items: { id: string }[] }>(`${id}/page`, { page: 1, pageSize: 1_000 });
  const offers = closed().some(({ url }) => url === `/api/${id}/options`);
  const ids = rows.map(({ id: row }) => row);
  const choices = offers ? await call<{ value: string }[]>(`${id}/options`, { ids, limit: ids.length }) : [];
  return [...items.map(({ id: row }) => row), ...choices.map(({ value }) => value)];
}

describe('every row', () => {
  const uncovered: string[] = [];
  const ALL = [...resources.values()].filter(({ scope }) => scope !== 'platform');

  it.each(ALL.map((resource) => [resource.id, resource] as const))(
    '%s answers those who see a row, and others as if it were missing',
    async (id, resource) => {
      const rows = await world.rowsOf(resource);
      if (rows.length === 0) uncovered.push(id);
      const wrong: unknown[] = [];
      // The answer to a row that there is not is the same beside each row that there is.
      const ofMissing = new Map<string, string>();
      const answerToMissing = async (who: Who, index: number): Promise<string> => {
        const key = `${who} ${index}`;
        const missing = newId();
        const text =
          ofMissing.get(key) ?? (await answerTo(who, asksOf(resource, missing)[index]!, missing)).text;
        ofMissing.set(key, text);
        return text;
      };
      for (const { place, id: row, seenBy } of rows)
        for (const who of PEOPLE.filter((each) => each !== 'bare'))
          for (const [index, ask] of asksOf(resource, row).entries()) {
            const note = (answer: unknown) => wrong.push([who, ask.path, place, answer]);
            const kind = kindOfWho(who);
            if (!isFor(`${id}:${ask.verb}`, kind)) {
              const { code } = await answerTo(who, ask, row);
              if (code !== 'wrongAudience') note(code);
            } else if (!seenBy.has(who)) {
              const [foreign, none] = [await answerTo(who, ask, row), await answerToMissing(who, index)];
              if (foreign.text !== none || foreign.code === '200') note([foreign.text, none]);
            } else if (!ask.changes) {
              const { code } = await answerTo(who, ask, row);
              // An agent sees what is its merchants', and acts on its own alone.
              const theirs = who === 'agent' && place.includes('sub-merchant') && ask.verb !== 'page';
              // Planted questions are about no row, and answering one is done on that.
              const missing = code === 'notFound' && ask.path !== 'approval/agree';
              if (theirs ? code !== 'forbidden' : REFUSALS.has(code) || missing) note(code);
            }
          }
      for (const who of PEOPLE.filter((each) => isFor(`${id}:page`, kindOfWho(each)) && each !== 'bare')) {
        const listed = await listedTo(who, resource, rows);
        for (const { place, id: row, seenBy } of rows)
          if (!seenBy.has(who) && listed.includes(row)) wrong.push([who, 'listed', place]);
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it('exists for every resource', () => {
    expect(uncovered).toEqual([]);
  });
});

it('every permission of a button that ships says whom it is for', async () => {
  const { rows } = await world.server.database.pool.query<{ permission: string }>(
    'select permission from sys_menu where type = 3',
  );
  expect(rows.length).toBeGreaterThan(150);
  for (const { permission } of rows)
    expect(
      audienceOf(permission)?.every((kind) => KINDS.includes(kind)),
      permission,
    ).toBe(true);
});
