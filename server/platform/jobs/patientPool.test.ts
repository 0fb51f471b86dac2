import type { Pool, QueryConfig } from 'pg';
import { expect, it } from 'vitest';
import { patientPool } from './patientPool.ts';

const DONE = { name: 'complete_job/graphile_worker', text: 'delete … where id = $1', values: ['1'] };
const TAKE = { name: 'get_job/graphile_worker', text: 'update … set locked_by = $1', values: ['w'] };
const terminated = () => new Error('Connection terminated unexpectedly');
const tookTooLong = () => Object.assign(new Error('canceling statement'), { code: '57014' });
const ANSWER = { rows: [], rowCount: 1 };

/** A pool whose statements fail so often, and which counts the clients that are out. */
function failing(times: number, { connects = true, fault = terminated } = {}) {
  const state = { left: times, out: 0, sent: 0 };
  const query = async () => {
    state.sent += 1;
    state.left -= 1;
    if (state.left >= 0) throw fault();
    return ANSWER;
  };
  const connect = async () => {
    if (!connects) throw terminated();
    state.out += 1;
    return { query, release: () => void (state.out -= 1) };
  };
  return { state, pool: { query, connect } as unknown as Pool };
}

async function send(pool: Pool, config: QueryConfig): Promise<unknown> {
  const client = await pool.connect();
  try {
    return await client.query(config);
  } finally {
    client.release();
  }
}

it.each([terminated, tookTooLong])(
  'sends the end of a job until the database has it, and holds no connection meanwhile',
  async (fault) => {
    const { state, pool } = failing(2, { fault });
    expect(await send(patientPool(pool, new AbortController().signal), DONE)).toBe(ANSWER);
    expect(state).toEqual({ left: -1, out: 0, sent: 3 });
  },
);

it('does so where no connection could be had either', async () => {
  const { state, pool } = failing(1, { connects: false });
  expect(await send(patientPool(pool, new AbortController().signal), DONE)).toBe(ANSWER);
  expect(state).toMatchObject({ out: 0, sent: 2 });
});

it('lets every other statement fail at once', async () => {
  for (const given of [failing(1), failing(0, { connects: false })]) {
    const pool = patientPool(given.pool, new AbortController().signal);
    await expect(send(pool, TAKE)).rejects.toThrow('the database does not answer');
    expect(given.state.out).toBe(0);
  }
});

it('gives up where the server stops', async () => {
  const stopping = new AbortController();
  const { pool } = failing(1_000);
  const sending = send(patientPool(pool, stopping.signal), DONE);
  stopping.abort();
  expect(await sending).toMatchObject({ rowCount: 0 });
});

it('hides from the library for what it would wait by itself', async () => {
  const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
  const client = { query: () => Promise.reject(starting), release: () => undefined };
  const pool = { connect: async () => client } as unknown as Pool;
  const failed = await send(patientPool(pool, new AbortController().signal), TAKE).catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({ cause: starting });
  expect(failed).not.toHaveProperty('code');
});
