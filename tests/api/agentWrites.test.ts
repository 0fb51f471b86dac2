import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { isFor } from '../../contract/permissions.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import { newId } from '../../server/platform/db/id.ts';
import { openKeyOf } from '../support/openKey.ts';
import { type EngineWorld, engineWorld, type Rows } from './engineWorld.ts';

/** An agent sees what is its merchants', and changes only what is its own. */

let world: EngineWorld;
const theirs = {} as Record<'collectOrder' | 'rechargeOrder' | 'withdrawal' | 'openAccess', string>;

beforeAll(async () => {
  world = await engineWorld();
  const { pool } = world.server.database;
  const { sub } = world.merchants;
  theirs.collectOrder = await world.paid('sub');
  const asked = { merchantId: sub, currency: 'INR', amount: '500', reference: 'R-1' };
  theirs.rechargeOrder = (await world.as.admin.call<Row>('rechargeOrder/add', asked)).id;
  theirs.withdrawal = newId();
  await pool.query(
    `insert into withdrawal (id, order_no, merchant_id, currency, amount, fee, address)
     values ($1, 'W1', $2, 'INR', 100, 0, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')`,
    [theirs.withdrawal, sub],
  );
  const { accessKey } = await openKeyOf(pool, sub);
  const found = await pool.query<{ id: string }>('select id::text from open_access where access_key = $1', [
    accessKey,
  ]);
  theirs.openAccess = found.rows[0]!.id;
});
afterAll(() => world?.stop());

const sees = async (resource: string) =>
  (await world.as.agent.call<Rows>(`${resource}/rows`, { start: 0, end: 10 })).items.map(({ id }) => id);
const refusedOf = async (path: string, id: string, more: object = {}) => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const { body } = await world.as.agent.ask<ActionResult | null>(path, { ids: [id], ...more }, headers);
  return body.result?.refused.map(({ code }) => code).join() ?? body.extras?.errorCode;
};
/** What takes no more than a row. */
const verbs = (resource: string) =>
  Object.entries(resourceOf(resource).actions)
    .filter(([, { on, input, otp }]) => on !== 'new' && !input && !otp)
    .map(([name]) => [resource, name] as const);

it.each([
  ...verbs('collectOrder'),
  ...verbs('rechargeOrder'),
  ...verbs('withdrawal'),
  ['openAccess', 'rotate'],
] as const)('a %s of its merchant is there for an agent to see, not to %s', async (resource, action) => {
  const id = theirs[resource as keyof typeof theirs];
  expect(await sees(resource)).toContain(id);
  const code = isFor(`${resource}:${action}`, 'agent') ? 'forbidden' : 'wrongAudience';
  expect(await refusedOf(`${resource}/${action}`, id)).toBe(code);
  expect(await refusedOf(`${resource}/${action}`, id, { dryRun: true })).toBe(code);
});

it('an agent edits no request of its merchant, and makes none for it', async () => {
  const { version } = await world.as.agent.call<Row>(`rechargeOrder/detail?id=${theirs.rechargeOrder}`);
  const change = { id: theirs.rechargeOrder, version, remark: 'mine now' };
  expect((await world.as.agent.ask('rechargeOrder/update', change)).body.extras?.errorCode).toBe('forbidden');
  const asked = { merchantId: world.merchants.sub, currency: 'INR', amount: '1', reference: 'R-2' };
  expect((await world.as.agent.ask('rechargeOrder/add', asked)).body.code).not.toBe(200);
  expect(await sees('rechargeOrder')).toEqual([theirs.rechargeOrder]);
});

it('what is its own an agent still changes', async () => {
  const asked = { currency: 'INR', amount: '7', reference: 'R-3' };
  const { id } = await world.as.agent.call<Row>('rechargeOrder/add', asked);
  expect(await world.as.agent.command('rechargeOrder/submit', { ids: [id] })).toMatchObject({ done: [id] });
});
