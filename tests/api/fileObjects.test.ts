import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepObjects } from '../../server/platform/files/place.ts';
import { parseEnv } from '../../server/platform/env.ts';
import { forgetSettings } from '../../server/platform/settings.ts';
import type { PartResult } from '../../contract/selfTest.ts';
import type { Client } from '../support/client.ts';
import { png } from '../support/pictures.ts';
import { S3_KEYS, type S3Stub, startS3 } from '../support/s3Stub.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { formOf, sendForm } from '../support/upload.ts';
import { buildWorld, grant, PASSWORD } from './sessionWorld.ts';

/** Files in a bucket: what is lost when it is slow, down or cuts an answer off (nothing), and what is removed. */

interface Row {
  id: string;
  url: string;
  provider: string;
  suffix: string;
}

let stub: S3Stub;
let server: TestServer;
let admin: Client;
let operator: Client;
const stopping = new AbortController().signal;

const run = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const due = () => run('select key, tries from sys_file_object order by key');
const files = () => run('select id::text, bucket from sys_file');

async function set(code: string, value: string): Promise<void> {
  await run(
    `insert into sys_config (id, name, code, value) values (abs(hashtext($1)), $1, $1, $2)
     on conflict (code) do update set value = excluded.value`,
    [code, value],
  );
  forgetSettings(server.database.pool);
}

beforeAll(async () => {
  stub = await startS3();
  const { accessKey, secretKey, region } = S3_KEYS;
  server = await startServer({
    environment: {
      s3: { endpoint: stub.endpoint, bucket: stub.bucket, accessKey, secretKey, region, pathStyle: true },
    },
  });
  const world = await buildWorld(server);
  await grant(server, world, 'sysFile:uploadFile', 'sysFile:page', 'sysFile:delete');
  admin = await server.signIn('admin', PASSWORD);
  operator = await server.signIn('operator', PASSWORD);
});
afterAll(async () => {
  await server.stop();
  await stub.stop();
});
beforeEach(async () => {
  stub.mode = 'well';
  await run('delete from sys_file');
  await run('delete from sys_file_object');
  stub.objects.clear();
  await set('fileStore', 's3');
  await set('fileQuotaPerson', '0');
  await set('fileQuotaAll', '0');
});

const send = async (name = 'a.txt', bytes: Buffer | string = 'content', who = operator) =>
  (await sendForm<Row>(server.base, who, 'sysFile/uploadFile', formOf([[name, bytes]], {}, 'File'))).body;
const bearer = () => ({ Authorization: `Bearer ${operator.token}` });
const read = (url: string) => fetch(`${server.base}${url}`, { headers: bearer() });

describe('a file in a bucket', () => {
  it('is put there before its row, handed out by the server, and removed after its row', async () => {
    const { result } = await send('photo.png', png(8, 8));
    expect(result.provider).toBe('S3');
    const key = `${result.id}.png`;
    expect([...stub.objects.keys()]).toEqual([key]);
    expect(stub.objects.get(key)?.type).toBe('image/png');
    expect(await due()).toEqual([]);
    expect(await run('select from sys_file_part')).toEqual([]);
    const answer = await read(result.url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(stub.objects.get(key)?.bytes);
    expect(await operator.call('sysFile/downloadFileBase64', result.url)).toMatch(/^iVBORw0KGgo/);
    await operator.call('sysFile/delete', { id: result.id });
    expect(await due()).toEqual([{ key, tries: 0 }]);
    expect(stub.objects.size).toBe(1);
    await sweepObjects(server.deps, stopping);
    expect([stub.objects.size, await due()]).toEqual([0, []]);
  });

  it('is removed where the next picture of a person takes its place', async () => {
    const avatar = async () =>
      (await sendForm<Row>(server.base, operator, 'sysFile/uploadAvatar', formOf([['me.png', png(9, 9)]])))
        .body.result;
    const first = await avatar();
    await avatar();
    expect(await due()).toEqual([{ key: `${first.id}.png`, tries: 0 }]);
    await sweepObjects(server.deps, stopping);
    expect(stub.objects.size).toBe(1);
  });

  it('is read where it is, whatever the setting is now', async () => {
    const inBucket = (await send('a.txt', 'in the bucket')).result;
    await set('fileStore', 'database');
    const inDatabase = (await send('b.txt', 'in the database')).result;
    expect([inBucket.provider, inDatabase.provider]).toEqual(['S3', 'Database']);
    expect(await (await read(inBucket.url)).text()).toBe('in the bucket');
    expect(await (await read(inDatabase.url)).text()).toBe('in the database');
    expect(stub.objects.size).toBe(1);
  });

  it('is removed where its upload was refused after it was sent', async () => {
    await run('update sys_file_object set due_at = now()');
    const twice = formOf(
      [
        ['a.txt', 'one'],
        ['b.txt', 'two'],
      ],
      {},
      'files',
    );
    await set('fileQuotaPerson', '1');
    await send('large.txt', Buffer.alloc(1 << 20, 97));
    const before = stub.objects.size;
    const { body } = await sendForm(server.base, operator, 'sysFile/uploadFiles', twice);
    expect(body.message).toContain('1.0 MiB of at most 1.0 MiB');
    expect(stub.objects.size).toBe(before + 2);
    await sweepObjects(server.deps, stopping);
    // They might still get their rows.
    expect(stub.objects.size).toBe(before + 2);
    await run(`update sys_file_object set due_at = now() - interval '1 second'`);
    await sweepObjects(server.deps, stopping);
    expect([stub.objects.size, await due(), (await files()).length]).toEqual([before, [], 1]);
  });
});

describe('a store that is down', () => {
  it('refuses uploads with the reason, and keeps nothing', async () => {
    stub.mode = 'fails';
    const body = await send();
    expect(body).toMatchObject({ code: 400, message: expect.stringContaining('does not answer') as unknown });
    expect([await files(), stub.objects.size]).toEqual([[], 0]);
    expect(await due()).toHaveLength(1);
    stub.mode = 'well';
    await sweepObjects(server.deps, stopping);
    expect(await due()).toEqual([]);
    expect((await send()).code).toBe(200);
  });

  it('refuses its files, not those of the database, and loses none', async () => {
    const { result } = await send('a.txt', 'kept');
    await set('fileStore', 'database');
    const other = (await send('b.txt', 'other')).result;
    stub.mode = 'fails';
    const refused = await operator.ask(`sysFile/preview/${result.id}`);
    expect(refused.body.message).toContain('does not answer');
    expect(await (await read(other.url)).text()).toBe('other');
    stub.mode = 'well';
    expect(await (await read(result.url)).text()).toBe('kept');
  });

  it('keeps what is to be removed until it answers again', async () => {
    const { result } = await send();
    await operator.call('sysFile/delete', { id: result.id });
    stub.mode = 'fails';
    await sweepObjects(server.deps, stopping);
    expect(await due()).toEqual([{ key: `${result.id}.txt`, tries: 1 }]);
    stub.mode = 'well';
    await sweepObjects(server.deps, stopping);
    expect(stub.objects.size).toBe(1);
    await run('update sys_file_object set due_at = now()');
    await sweepObjects(server.deps, stopping);
    expect([stub.objects.size, await due()]).toEqual([0, []]);
  });

  it('that cuts an answer off gives nobody half a file for a whole one', async () => {
    const { result } = await send('a.txt', 'x'.repeat(200_000));
    stub.mode = 'cut';
    await expect(read(result.url).then((answer) => answer.arrayBuffer())).rejects.toThrow();
  });

  it('is said by the self-test, which leaves nothing there', async () => {
    const tried = () => admin.call<PartResult>('sysTest/run', { part: 'files' });
    expect(await tried()).toMatchObject({ state: 'ok', reason: 'filesInBucket' });
    expect(stub.seen.filter((line) => line.includes('/probe-')).map((line) => line.split(' ')[0])).toEqual([
      'PUT',
      'GET',
      'DELETE',
    ]);
    expect(stub.objects.size).toBe(0);
    await set('fileStore', 'database');
    expect(await tried()).toMatchObject({ state: 'ok', reason: 'bucketUnused' });
    stub.mode = 'fails';
    expect(await tried()).toMatchObject({ state: 'failed' });
  });
});

it('answers nothing that is signed otherwise', async () => {
  await send();
  const [key] = [...stub.objects.keys()];
  expect((await fetch(`${stub.endpoint}/${stub.bucket}/${key}`)).status).toBe(403);
  expect(
    stub.seen.every((line) => line.endsWith('403') || /(?:200|204)$/.test(line) || line.endsWith('500')),
  ).toBe(true);
});

it('counts what a person and everybody keep, and says so', async () => {
  await set('fileQuotaPerson', '2');
  await set('fileQuotaAll', '20');
  await send('a.txt', Buffer.alloc(3 << 19, 97));
  const usage = (who: Client) => who.call<Record<string, number>>('sysFile/usage');
  expect(await usage(operator)).toEqual({ own: 3 << 19, ownMost: 2 << 20 });
  expect(await usage(admin)).toEqual({ own: 0, ownMost: 2 << 20, all: 3 << 19, allMost: 20 * 2 ** 30 });
  const refused = await send('b.txt', Buffer.alloc(1 << 20, 97));
  expect(refused.message).toContain('1.5 MiB of at most 2.0 MiB in files; 1.0 MiB more');
  await set('fileQuotaPerson', '0');
  expect((await send('b.txt', Buffer.alloc(1 << 20, 97))).code).toBe(200);
});

it('takes a bucket from the environment whole or not at all', () => {
  expect(() => parseEnv({ S3_BUCKET: 'files' })).toThrow('S3_ACCESS_KEY, S3_SECRET_KEY is needed');
  expect(() => parseEnv({ S3_ENDPOINT: 'https://user:x@a/' })).toThrow('S3_ENDPOINT');
  const whole = { S3_BUCKET: 'files', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
  expect(parseEnv(whole).s3).toMatchObject({ region: 'us-east-1', pathStyle: true, endpoint: undefined });
  expect(parseEnv({}).s3).toBeUndefined();
});
