import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { newId } from '../../server/platform/db/id.ts';
import { idempotent } from '../../server/engine/idempotency.ts';
import { snake } from '../../server/engine/sql.ts';
import { decryptSecret } from '../../server/platform/secrets.ts';
import type { Client } from '../support/client.ts';
import { SECRETS_KEY, type TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';
import { type Body, bodyOf, changeOf, CONFIG, goneOf, liveMerchant, type Sql } from './writeBodies.ts';

/** Every write of every definition takes the Idempotency-Key: four at once write once, and all answer the same row. */

type Row = Record<string, unknown> & { id: string; version: number };

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await demoWorld(40);
  admin = await server.signIn('admin', PASSWORD);
  // One of each currency is there already, and a second is refused.
  await sql('delete from withdrawal_term');
  await sql('delete from approval_rule');
});
afterAll(() => server.stop());

const sql: Sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[];
const count = async (resource: Resource): Promise<number> =>
  (await sql<{ n: number }>(`select count(*)::int as n from ${snake(resource.id)}`))[0]!.n;

/** Four of the same at the same time; each must be accepted. */
async function fourTimes<T>(path: string, body: Body, key: string): Promise<T[]> {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => admin.ask<T>(path, body, { 'Idempotency-Key': key })),
  );
  for (const { body: answer } of answers)
    expect([answer.code, answer.message, answer.extras?.errorCode], path).toEqual([
      200,
      answer.message,
      undefined,
    ]);
  return answers.map((answer) => answer.body.result);
}

async function refusedUnderKey(path: string, body: Body, key: string): Promise<void> {
  const { body: answer } = await admin.ask(path, body, { 'Idempotency-Key': key });
  expect(answer.extras?.errorCode, path).toBe('idempotencyReused');
}

async function addOnce(resource: Resource): Promise<{ row: Row; body: Body; key: string }> {
  const body = await bodyOf(sql, resource);
  const key = randomUUID();
  const before = await count(resource);
  const rows = await fourTimes<Row>(`${resource.id}/add`, body, key);
  expect(new Set(rows.map(({ id }) => id)).size, 'ids of the four answers').toBe(1);
  expect(await count(resource)).toBe(before + 1);
  return { row: rows[0]!, body, key };
}

const versionOf = async (resource: Resource, id: string): Promise<number> =>
  (await sql<{ version: number }>(`select version from ${snake(resource.id)} where id = $1`, [id]))[0]!
    .version;

const writes = [...resources.values()].filter(({ crud }) => crud.add);
describe.each(writes.map((resource) => [resource.id, resource] as const))('%s', (id, resource) => {
  it('is added, changed and deleted once under one key', async () => {
    const { row, body, key } = await addOnce(resource);
    const [other, [otherValue]] = changeOf(resource, 'add');
    await refusedUnderKey(`${id}/add`, { ...body, [other]: otherValue }, key);
    if (resource.crud.update) {
      const version = await versionOf(resource, row.id);
      const [name, values] = changeOf(resource, 'update');
      const change = { id: row.id, version, [name]: values[0] };
      const again = randomUUID();
      const rows = await fourTimes<Row>(`${id}/update`, change, again);
      expect(new Set(rows.map((each) => each.id))).toEqual(new Set([row.id]));
      expect(await versionOf(resource, row.id)).toBe(version + 1);
      await refusedUnderKey(`${id}/update`, { ...change, [name]: values[1] }, again);
    }
    if (!resource.crud.delete) return;
    const before = await count(resource);
    const [gone, removal] = [randomUUID(), goneOf(resource, { id: row.id })];
    const answers = await fourTimes(`${id}/delete`, removal, gone);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await count(resource)).toBe(before - 1);
    await refusedUnderKey(`${id}/delete`, { ...removal, id: newId() }, gone);
  });
});

const listed = (names: readonly string[]) => names.map((name) => resources.get(name)!);

describe.each(listed(['adjustment', 'manualOrder', 'rechargeOrder']).map((each) => [each.id, each] as const))(
  '%s/add',
  (id, resource) => {
    it('answers a later repeat with the same row as it is by now', async () => {
      const { row, body, key } = await addOnce(resource);
      if (resource.actions.submit) await admin.command(`${id}/submit`, { ids: [row.id] });
      const [now] = await sql<{ status: number }>(`select status from ${snake(id)} where id = $1`, [row.id]);
      const before = await count(resource);
      const again = await admin.command<Row>(`${id}/add`, body, key);
      expect(again).toMatchObject({ id: row.id, orderNo: row.orderNo, status: now!.status });
      // However the body was written: its names in another order.
      const turned = Object.fromEntries(Object.entries(body).reverse());
      expect((await admin.command<Row>(`${id}/add`, turned, key)).id).toBe(row.id);
      expect(await count(resource)).toBe(before);
    });

    it('is a submission of its own under another key, and without one', async () => {
      const body = await bodyOf(sql, resource);
      const path = `${id}/add`;
      const sent = [await admin.ask<Row>(path, body), await admin.ask<Row>(path, body)];
      const twice = resource.fields.utr || resource.fields.reference;
      // A bank's reference is one payment's: only what has none may be entered a second time.
      expect(sent.map((answer) => answer.body.extras?.errorCode)).toEqual([
        undefined,
        twice ? 'duplicate' : undefined,
      ]);
    });
  },
);

describe('a key', () => {
  it('is one person’s: another may use the same for a write of their own', async () => {
    const resource = resources.get('adjustment')!;
    const finance = await server.signIn('finance', PASSWORD);
    const [key, body] = [randomUUID(), await bodyOf(sql, resource)];
    const mine = await admin.command<Row>('adjustment/add', body, key);
    const theirs = await finance.command<Row>('adjustment/add', body, key);
    expect(theirs.id).not.toBe(mine.id);
  });

  it('is free again after a refusal, since nothing was written', async () => {
    const resource = resources.get('adjustment')!;
    const [key, body] = [randomUUID(), await bodyOf(sql, resource)];
    const refused = await admin.ask(
      'adjustment/add',
      { ...body, merchantId: newId() },
      { 'Idempotency-Key': key },
    );
    expect(refused.body.code).toBe(400);
    expect((await admin.command<Row>('adjustment/add', body, key)).id).toEqual(expect.any(String));
  });

  it('must be one: a key too short or with spaces is refused', async () => {
    const body = await bodyOf(sql, resources.get('adjustment')!);
    for (const key of ['short', 'with spaces in it']) await refusedWith('idempotencyMissing', body, key);
  });
});

async function refusedWith(code: string, body: Body, key: string): Promise<void> {
  const { body: answer } = await admin.ask('adjustment/add', body, { 'Idempotency-Key': key });
  expect(answer.extras?.errorCode).toBe(code);
}

it('openAccess/rotate makes one new secret for four at once, which is the one that counts', async () => {
  const body = { merchantId: await liveMerchant(sql), status: 1 };
  const { id } = await admin.command<{ id: string }>('openAccess/add', body);
  const key = randomUUID();
  const answers = await fourTimes<{ done: string[]; secret: string }>(
    'openAccess/rotate',
    { ids: [id] },
    key,
  );
  const secrets = new Set(answers.map(({ secret }) => secret));
  expect(secrets.size).toBe(1);
  const stored = async () =>
    (await sql<{ sealed: string }>('select access_secret as sealed from open_access where id = $1', [id]))[0]!
      .sealed;
  expect(secrets).toEqual(new Set([decryptSecret(SECRETS_KEY, await stored())]));
  const next = await admin.command<{ secret: string }>('openAccess/rotate', { ids: [id] });
  expect(secrets).not.toContain(next.secret);
  // Somebody rotated it since: a late repeat neither undoes that nor learns theirs.
  const late = await admin.command<{ done: string[] }>('openAccess/rotate', { ids: [id] }, key);
  expect(late).toEqual({ done: [id], refused: [], waiting: [] });
  expect(decryptSecret(SECRETS_KEY, await stored())).toBe(next.secret);
});

describe('what is kept of a write', () => {
  const keptOf = async (key: string) =>
    (
      await sql<{ answer: string; hash: string }>(
        "select answer::text, encode(body_hash, 'hex') as hash from idempotency where key = $1",
        [key],
      )
    )[0]!;

  it('holds no secret that was shown once, nor shows it again', async () => {
    const key = randomUUID();
    const body = { merchantId: await liveMerchant(sql), status: 1 };
    const made = await admin.command<{ id: string; secret: string }>('openAccess/add', body, key);
    expect(made.secret).toEqual(expect.any(String));
    expect(JSON.parse((await keptOf(key)).answer)).toEqual({ done: [made.id], refused: [] });
    expect(await admin.command('openAccess/add', body, key)).not.toHaveProperty('secret');
  });

  it('is no plain hash of what was typed, by which a short secret could be found', async () => {
    const resource = resources.get('upstream')!;
    const key = randomUUID();
    const body = await bodyOf(sql, resource);
    await admin.command('upstream/add', body, key);
    const { bodyHash } = idempotent('1', key, { command: 'upstream/add', request: body });
    const { bodyHash: keyed } = idempotent('1', key, { command: 'upstream/add', request: body }, SECRETS_KEY);
    const { hash } = await keptOf(key);
    expect(hash).toBe(keyed.toString('hex'));
    expect(hash).not.toBe(bodyHash.toString('hex'));
    await refusedUnderKey('upstream/add', { ...body, config: CONFIG.replace('s3cret', 's4cret') }, key);
  });
});
