import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job } from '../../contract/calls.ts';
import { dropExpiredExports } from '../../server/platform/jobs/exportFile.ts';
import { type Client, client } from '../support/client.ts';
import { startTwoServers, type TwoServers } from './twoServers.ts';
import { paidOrder } from './world.ts';

/** Exports with two servers: whichever wrote the file, each hands it out; nothing of one that was killed stays. */

const ROWS = 20_000;

let two: TwoServers;
/** One session at both servers. */
let at: [Client, Client];

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await two.database.pool.query(text, values)).rows as T[];

beforeAll(async () => {
  two = await startTwoServers();
  const first = await two.signIn(two.servers[0], two.people[0]!);
  at = [first, client(two.servers[1].base, first.token, first.refresh)];
  const id = await paidOrder(two.database.pool, two.world, { merchantId: two.world.merchantId });
  const { rows } = await two.database.pool.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = current_schema() and table_name = 'collect_order' and is_generated = 'NEVER' and column_name not in ('id', 'order_no', 'merchant_order_no')`,
  );
  const { names } = rows[0]!;
  await two.database.owner.query(
    `insert into collect_order (id, order_no, merchant_order_no, ${names})
     select o.id + n, o.order_no || n, o.merchant_order_no || n, ${names}
     from collect_order o, generate_series(1, ${ROWS - 1}) n where o.id = ${id}`,
  );
});
afterAll(() => two?.stop());

const begin = async (who: Client): Promise<string> =>
  (await who.call<{ jobId: string }>('collectOrder/export', { format: 'csv' })).jobId;
const detail = (who: Client, id: string) => who.call<Job>(`jobs/detail?id=${id}`);

async function ended(who: Client, id: string): Promise<Job> {
  const open = async () => ['queued', 'running'].includes((await detail(who, id)).status);
  await expect.poll(open, { interval: 50 }).toBe(false);
  return detail(who, id);
}

const fetchFile = (who: Client, id: string, headers: Record<string, string> = {}) =>
  fetch(`${two.servers[at.indexOf(who)]!.base}/api/jobs/file?id=${id}`, {
    headers: { Authorization: `Bearer ${who.token}`, ...headers },
  });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

it('either server hands out every export, whole and in ranges', async () => {
  const ids = [await begin(at[0]), await begin(at[1])];
  for (const id of ids) {
    const job = await ended(at[0], id);
    expect(job).toMatchObject({ status: 'done', result: { rows: ROWS } });
    const { bytes } = job.result as { bytes: number };
    const [one, other] = await Promise.all(at.map((who) => fetchFile(who, id)));
    for (const answer of [one!, other!])
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes)]);
    const whole = await bytesOf(one!);
    expect(whole.length).toBe(bytes);
    expect(await bytesOf(other!)).toEqual(whole);
    expect(new Set(whole.toString().trim().split('\r\n')).size).toBe(ROWS + 1);
    // Over the end of a part, the end of the file, and what was left of a download that broke off.
    for (const [from, to] of [
      [262_140, 262_150],
      [bytes - 3, bytes - 1],
      [300_000, bytes - 1],
    ] as const) {
      const part = await fetchFile(at[1], id, {
        Range: `bytes=${from}-${to}`,
        'If-Range': one!.headers.get('etag') ?? '',
      });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${bytes}`]);
      expect(await bytesOf(part)).toEqual(whole.subarray(from, to + 1));
    }
    const beyond = await fetchFile(at[0], id, { Range: `bytes=${bytes}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`]);
    const changed = await fetchFile(at[0], id, { Range: 'bytes=0-1', 'If-Range': '"another"' });
    expect([changed.status, (await bytesOf(changed)).length]).toEqual([200, bytes]);
  }
});

it('an export whose server is killed is finished by the other, and its draft goes', async () => {
  // One export of a person runs after the other: it is known which server has the second in hand.
  const id = await begin(at[0]);
  const parts = async () =>
    (
      await sql<{ n: number }>(
        'select count(*)::int as n from export_part join export_file f on f.id = file_id where f.job_id = $1',
        [id],
      )
    )[0]!.n;
  await expect.poll(parts, { interval: 5 }).toBeGreaterThan(0);
  await two.servers[0].kill();
  await two.servers[1].kill();
  two.servers[1] = await two.start(1);
  at[1] = client(two.servers[1].base, at[1].token, at[1].refresh);
  expect(await ended(at[1], id)).toMatchObject({ status: 'done', result: { rows: ROWS } });
  const draft = 'select from export_file where job_id = $1 and size is null';
  expect(await sql(draft, [id])).toHaveLength(1);
  expect(await dropExpiredExports(two.database.pool)).toBe(0);
  await sql("update export_file set expires_at = now() - interval '1 s' where job_id = $1 and size is null", [
    id,
  ]);
  await dropExpiredExports(two.database.pool);
  expect(await sql(draft, [id])).toEqual([]);
  const file = await fetchFile(at[1], id);
  expect((await bytesOf(file)).length).toBe(Number(file.headers.get('content-length')));
  // Its time over, the file is gone for everybody, part by part.
  await sql("update export_file set expires_at = now() - interval '1 s' where job_id = $1", [id]);
  expect((await at[1].ask(`jobs/file?id=${id}`)).body.extras?.errorCode).toBe('notFound');
  await dropExpiredExports(two.database.pool);
  expect(await parts()).toBe(0);
});
