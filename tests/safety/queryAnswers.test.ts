import { afterAll, beforeAll, expect, it } from 'vitest';
import { dictName } from '../../contract/dicts.ts';
import type { SandboxUpstream } from '../../server/demo/upstream/sandboxUpstream.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { queryPayout } from '../../server/domain/upstreams/queryPayout.ts';
import { submitPayout } from '../../server/domain/upstreams/submitPayout.ts';
import { SECRETS_KEY, type TestServer } from '../support/server.ts';
import {
  balancesOf,
  fund,
  makePayoutWorld,
  openPayout,
  type PayoutWorld,
  UPSTREAM_SECRET,
} from './payoutWorld.ts';
import { startWithUpstream } from './upstreamServer.ts';

/**
 * An upstream that carries payouts out behind a gateway that answers in its stead: nothing it says but the state of
 * the order lets a hold go or sends the payout to another upstream.
 */

const NOTHING = [
  { status: 404, body: '{"message":"not found"}' },
  { status: 401, body: '{"state":"failed","reason":"invalid key"}' },
  { status: 403, body: '<html>Forbidden</html>' },
  { status: 429, body: '{"error":"slow down"}' },
  { status: 500, body: '{"state":"failed"}' },
  { status: 200, body: '' },
  { status: 200, body: '<html>Sign in</html>' },
  { status: 404, body: '{"state":"notFound"}' },
] as const;

let server: TestServer;
let sandbox: SandboxUpstream;
let stop: () => Promise<void>;
const pool = () => server.database.pool;

beforeAll(async () => {
  // Longer than the test: what it learns, it learns by asking.
  ({ server, sandbox, stop } = await startWithUpstream(600_000));
});
afterAll(() => stop());

const HELD = '1012';

async function world(): Promise<PayoutWorld> {
  const made = await makePayoutWorld(pool(), (code) => `http://127.0.0.1:${sandbox.port}/${code}`, 10_000);
  await fund(pool(), made.merchantId, '5000');
  return made;
}

async function stateOf(id: string) {
  const { rows } = await pool().query<{ orderNo: string; status: number; attempts: number }>(
    'select order_no as "orderNo", status, attempts from pay_order where id = $1',
    [id],
  );
  const { orderNo, status, attempts } = rows[0]!;
  return { orderNo, attempts, status: dictName('payStatusEnum', status) };
}

const entries = async (id: string) => {
  const { rows } = await pool().query<{ kind: string }>(
    'select kind from journal_entry where order_id = $1 order by id',
    [id],
  );
  return rows.map(({ kind }) => kind);
};

/** Every further question and the next submission find nothing to do. */
async function workOn(id: string): Promise<void> {
  await submitPayout(server.deps, id);
  await queryPayout(server.deps, id, 9);
  await submitPayout(server.deps, id);
}

it.each(NOTHING)('an accepted payout stays held when a question is answered $status $body', async (given) => {
  const { merchantId, codes, ...rest } = await world();
  const { id } = await openPayout(pool(), { merchantId, ...rest });
  for (const code of codes) sandbox.setBehaviour(code, 'silent');
  await submitPayout(server.deps, id);
  sandbox.malformedAnswers.set(codes[0], 'query', given);
  await queryPayout(server.deps, id, 0);
  await workOn(id);
  const { orderNo, ...held } = await stateOf(id);
  expect(held).toEqual({ status: 'processing', attempts: 1 });
  expect((await balancesOf(pool(), merchantId)).frozen).toBe(HELD);
  expect(sandbox.submissionsOf(orderNo)).toBe(1);
  const { rows } = await pool().query(`select key from graphile_worker.jobs where key = 'query:' || $1`, [
    id,
  ]);
  expect(rows).toHaveLength(1);

  sandbox.malformedAnswers.set(codes[0], 'query', undefined);
  await queryPayout(server.deps, id, 0);
  expect((await stateOf(id)).status).toBe('success');
  expect((await entries(id)).filter((kind) => kind === 'payout')).toHaveLength(1);
  expect((await balancesOf(pool(), merchantId)).frozen).toBe('0');
  expect(await checkInvariants(server.database.owner)).toEqual([]);
});

it.each(
  [...NOTHING, { status: 409, body: '{"state":"failed","reason":"duplicate reference"}' }].filter(
    ({ status }) => status !== 401,
  ),
)(
  'a payout whose submission is answered $status $body is unknown, and is sent nowhere else',
  async (given) => {
    const { merchantId, codes, ...rest } = await world();
    const { id } = await openPayout(pool(), { merchantId, ...rest });
    sandbox.malformedAnswers.set(codes[0], 'pay', given);
    await submitPayout(server.deps, id);
    sandbox.malformedAnswers.set(codes[0], 'query', given);
    await queryPayout(server.deps, id, 0);
    await workOn(id);
    const { orderNo, ...held } = await stateOf(id);
    expect(held).toEqual({ status: 'unknown', attempts: 1 });
    expect((await balancesOf(pool(), merchantId)).frozen).toBe(HELD);
    expect(sandbox.submissionsOf(orderNo)).toBe(1);
    expect(await entries(id)).not.toContain('payoutRelease');

    sandbox.malformedAnswers.set(codes[0], 'query', undefined);
    await queryPayout(server.deps, id, 0);
    expect((await stateOf(id)).status).toBe('success');
    expect((await entries(id)).filter((kind) => kind === 'payout')).toHaveLength(1);
    expect(await checkInvariants(server.database.owner)).toEqual([]);
  },
);

it('a refusal in their own words goes to the next upstream, as does a status documented to be one', async () => {
  const { merchantId, codes, ...rest } = await world();
  const ids = await Promise.all(
    [1, 2].map(async () => (await openPayout(pool(), { merchantId, ...rest })).id),
  );
  sandbox.malformedAnswers.set(codes[0], 'pay', {
    status: 422,
    body: '{"state":"failed","reason":"no such account"}',
  });
  await submitPayout(server.deps, ids[0]!);
  const connection = {
    baseUrl: `http://127.0.0.1:${sandbox.port}/${codes[0]}`,
    key: 'k',
    secret: UPSTREAM_SECRET,
    refusals: [401],
  };
  await pool().query('update upstream set config = $2 where code = $1', [
    codes[0],
    encryptSecret(SECRETS_KEY, JSON.stringify(connection)),
  ]);
  sandbox.malformedAnswers.set(codes[0], 'pay', { status: 401, body: '' });
  await submitPayout(server.deps, ids[1]!);
  for (const id of ids) expect((await stateOf(id)).status).toBe('queued');
  expect((await balancesOf(pool(), merchantId)).frozen).toBe('2024');
});

it('"no such order" frees a payout only where the upstream is configured to mean it', async () => {
  const { merchantId, codes, ...rest } = await world();
  const { id } = await openPayout(pool(), { merchantId, ...rest });
  for (const code of codes) sandbox.setBehaviour(code, 'gateway');
  await submitPayout(server.deps, id);
  sandbox.malformedAnswers.set(codes[0], 'query', { status: 404, body: '{"state":"notFound"}' });
  await queryPayout(server.deps, id, 0);
  expect((await stateOf(id)).status).toBe('unknown');
  const connection = {
    baseUrl: `http://127.0.0.1:${sandbox.port}/${codes[0]}`,
    key: 'k',
    secret: UPSTREAM_SECRET,
    notFound: 'failed',
  };
  await pool().query('update upstream set config = $2 where code = $1', [
    codes[0],
    encryptSecret(SECRETS_KEY, JSON.stringify(connection)),
  ]);
  await queryPayout(server.deps, id, 0);
  expect((await stateOf(id)).status).toBe('failed');
  expect(await balancesOf(pool(), merchantId)).toMatchObject({ frozen: '0' });
  expect(await checkInvariants(server.database.owner)).toEqual([]);
});
