import type { Pool, QueryConfig } from 'pg';
import { expect, it } from 'vitest';
import { patientPool } from './patientPool.ts';

const DONE = { text: 'delete from graphile_worker._private_jobs as jobs where id = $1', values: ['1'] };
const TAKE = { text: 'update graphile_worker._private_jobs set locked_by = $1', values: ['w'] };
const terminated = () => new Error('Connection terminated unexpectedly');
const ANSWER = { rows: [], rowCount: 1 };

/** A pool whose statements fail so often, and which counts the clients that are out. */
function failing(times: number, { connects = true } = {}) {
  const state = { left: times, out: 0, sent: 0 };
  const query = async () => {
    state.sent += 1;
    state.left -= 1;
    if (state.left >= 0) throw terminated();
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

it('sends the end of a job until the database has it, and holds no connection meanwhile', async () => {
  const { state, pool } = failing(2);
  expect(await send(patientPool(pool, new AbortController().signal), DONE)).toBe(ANSWER);
  expect(state).toEqual({ left: -1, out: 0, sent: 3 });
});

it('does so where no connection could be had either', async () => {
  const { state, pool } = failing(1, { connects: false });
  expect(await send(patientPool(pool, new AbortController().signal), DONE)).toBe(ANSWER);
  expect(state).toMatchObject({ out: 0, sent: 2 });
});

it('lets every other statement fail as it does', async () => {
  for (const given of [failing(1), failing(0, { connects: false })]) {
    const pool = patientPool(given.pool, new AbortController().signal);
    await expect(send(pool, TAKE)).rejects.toThrow('Connection terminated');
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
