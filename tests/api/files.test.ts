import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { png } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { formOf, sendForm } from '../support/upload.ts';
import { docx } from '../support/zip.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** Files: who keeps them, who reads them, and how they are handed out. */

interface Row {
  id: string;
  fileName: string;
  suffix: string;
  sizeKb: number;
  sizeInfo: string;
  url: string;
  filePath: string;
  bucketName: string;
  isPublic: boolean;
  fileMd5: string;
  createUserName: string;
  version?: number;
  [key: string]: unknown;
}

let server: TestServer;
let world: World;
let admin: Client;
let operator: Client;
let colleague: Client;

beforeAll(async () => {
  server = await startServer();
  world = await buildWorld(server);
  await grant(server, world, 'sysFile:uploadFile', 'sysFile:page', 'sysFile:update', 'sysFile:delete');
  admin = await server.signIn('admin', PASSWORD);
  operator = await server.signIn('operator', PASSWORD);
  colleague = await server.signIn('colleague', PASSWORD);
});
afterAll(() => server.stop());

type Files = readonly (readonly [string, Buffer | string])[];

async function upload(who: Client, files: Files, fields: Record<string, string> = {}): Promise<Row> {
  const { body } = await sendForm<Row>(server.base, who, 'sysFile/uploadFile', formOf(files, fields, 'File'));
  expect([body.code, body.message]).toEqual([200, expect.anything()]);
  return body.result;
}
const refusal = async (who: Client, path: string, body?: unknown) =>
  (await who.ask(path, body)).body.extras?.errorCode;

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.base}${path}`, { headers });
const bearer = (who: Client) => ({ Authorization: `Bearer ${who.token}` });

describe('an upload', () => {
  it('is kept by what it is, with what the form says of it', async () => {
    const row = await upload(operator, [['my photo.jpeg', png(30, 20)]], {
      FileType: 'archive',
      IsPublic: 'false',
      Path: 'papers/2026',
      RelationName: 'merchant',
      RelationId: '77',
      BelongId: '0',
    });
    expect(row).toMatchObject({
      fileName: 'my photo',
      suffix: '.png',
      filePath: 'upload/papers/2026',
      bucketName: 'Local',
      fileType: 'archive',
      isPublic: false,
      relationName: 'merchant',
      relationId: '77',
      belongId: null,
      createUserName: 'operator person',
      isDelete: false,
      url: `/upload/papers/2026/${row.id}.png`,
    });
    const [listed] = (
      await operator.call<{ items: Row[] }>('sysFile/page', { fileName: 'photo', page: 1, pageSize: 10 })
    ).items;
    expect(listed).toMatchObject({
      id: row.id,
      url: row.url,
      sizeInfo: row.sizeInfo,
      createTime: row.createTime,
    });
  });

  it('of several files is all of them or none', async () => {
    const count = async () => (await operator.call<{ total: number }>('sysFile/page', {})).total;
    const before = await count();
    const bad = formOf(
      [
        ['a.txt', 'one'],
        ['b.txt', '<html>'],
      ],
      {},
      'files',
    );
    const refused = await sendForm(server.base, operator, 'sysFile/uploadFiles', bad);
    expect(refused.status).toBe(200);
    expect(refused.body).toMatchObject({ code: 400, message: 'Web pages and SVG are not accepted' });
    expect(await count()).toBe(before);
    const good = formOf(
      [
        ['a.txt', 'one'],
        ['b.docx', docx()],
      ],
      {},
      'files',
    );
    const { body } = await sendForm<Row[]>(server.base, operator, 'sysFile/uploadFiles', good);
    expect(body.result.map(({ suffix }) => suffix)).toEqual(['.txt', '.docx']);
    expect(await count()).toBe(before + 2);
  });

  it('comes as base64 too', async () => {
    const text = `data:image/png;base64,${png().toString('base64')}`;
    const row = await operator.call<Row>('sysFile/uploadFileFromBase64', {
      fileDataBase64: text,
      fileName: 'drawn.png',
      contentType: 'text/html',
      isPublic: true,
    });
    expect(row).toMatchObject({ fileName: 'drawn', suffix: '.png', isPublic: true });
    expect(await operator.call('sysFile/downloadFileBase64', row.url)).toMatch(/^iVBORw0KGgo/);
  });

  it('is refused with the reason, and never over HTTP 400', async () => {
    const sent = async (files: Files, fields = {}) =>
      sendForm(server.base, operator, 'sysFile/uploadFile', formOf(files, fields, 'File'));
    expect((await sent([['a.html', '<b>']])).body.message).toContain('.docx');
    expect((await sent([['a.txt', 'a']], { Path: '../up' })).body.message).toContain('folder');
    expect((await sent([])).body.message).toBe('Choose a file');
    const large = await sent([['a.txt', Buffer.alloc((10 << 20) + 9, 97)]]);
    expect([large.status, large.body.message]).toEqual([200, 'A file has at most 10 MiB']);
    // Beyond what is read at all.
    expect((await sent([['a.txt', Buffer.alloc(13 << 20, 97)]])).status).toBe(413);
    const many = formOf([], Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, 'x'])));
    expect((await sendForm(server.base, operator, 'sysFile/uploadFile', many)).body.message).toContain(
      'At most 40',
    );
    expect(
      (await sendForm(server.base, colleague, 'sysFile/uploadFile', formOf([['a.txt', 'a']]))).body.code,
    ).toBe(403);
  });

  it('of other calls is not read: their bodies are small', async () => {
    expect((await operator.ask('sysFile/page', { fileName: 'x'.repeat(2 << 20) })).status).toBe(413);
  });
});

describe('the address of a file', () => {
  it('shows a public picture to everybody, as a document that runs nothing', async () => {
    const { url, id } = await upload(operator, [['a.png', png()]], { IsPublic: 'true' });
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="a.png"; filename*=UTF-8''a.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'png',
      width: 4,
    });
    expect((await get(url, { 'if-none-match': `"${id}"` })).status).toBe(304);
    // Another folder, another suffix, another id: no such file.
    for (const other of [
      url.replace('/upload', '/upload/x'),
      url.replace('.png', '.gif'),
      `/upload/${BigInt(id) + 1n}.png`,
    ])
      expect((await get(other)).status).toBe(404);
    expect((await get('/upload/../api/health')).status).toBe(404);
  });

  it('hands out the rest to be kept, under its own name', async () => {
    const { url } = await upload(operator, [['报告 "1".txt'.replaceAll('"', ''), 'text']], {
      IsPublic: 'true',
    });
    const answer = await get(url);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="__ 1.txt"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%201.txt`,
    );
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe('text');
  });

  it('shows a private one to its owner and to whoever has it in their list', async () => {
    const { url } = await upload(operator, [['a.txt', 'secret']]);
    expect((await get(url)).status).toBe(404);
    expect(await (await get(url, bearer(operator))).text()).toBe('secret');
    expect(await (await get(url, bearer(admin))).text()).toBe('secret');
    expect((await get(url, bearer(colleague))).status).toBe(404);
  });

  it('knows the browser of its owner where no script can send a token', async () => {
    const signIn = await fetch(`${server.base}/api/sysAuth/login`, {
      method: 'POST',
      body: JSON.stringify({ account: 'operator', password: PASSWORD }),
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    });
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { url } = await upload(operator, [['a.txt', 'mine']]);
    expect(await (await get(url, { cookie })).text()).toBe('mine');
    // It reads addresses, and opens nothing else.
    expect((await get('/api/sysAuth/userInfo', { cookie })).status).toBe(401);
    await server.database.pool.query(
      'update sys_session set locked_at = now() where binding_hash is not null',
    );
    expect((await get(url, { cookie })).status).toBe(404);
  });
});

describe('a file', () => {
  it('is looked at, downloaded and described by whoever may read it', async () => {
    const row = await upload(operator, [['a.txt', 'content']], { RelationName: 'order', RelationId: '5' });
    const preview = await get(`/api/sysFile/preview/${row.id}`, bearer(operator));
    expect([preview.headers.get('content-disposition'), await preview.text()]).toEqual([
      expect.stringMatching(/^inline/),
      'content',
    ]);
    expect(await operator.call('sysFile/file?Id=' + row.id)).toMatchObject({ id: row.id, url: row.url });
    expect(await operator.call('sysFile/relationFiles?RelationName=order&RelationId=5')).toMatchObject([
      { id: row.id },
    ]);
    expect(await colleague.call('sysFile/relationFiles?RelationName=order&RelationId=5')).toEqual([]);
    expect(await operator.call('sysFile/relationFiles')).toEqual([]);
    const download = await fetch(`${server.base}/api/sysFile/downloadFile`, {
      method: 'POST',
      body: JSON.stringify({ id: row.id }),
      headers: { 'Content-Type': 'application/json', ...bearer(operator) },
    });
    expect([download.headers.get('content-disposition'), await download.text()]).toEqual([
      expect.stringMatching(/^attachment/),
      'content',
    ]);
    for (const [path, body] of [
      [`sysFile/preview/${row.id}`, undefined],
      [`sysFile/file?id=${row.id}`, undefined],
      ['sysFile/downloadFile', { id: row.id }],
      ['sysFile/downloadFileBase64', row.url],
    ] as const)
      expect(await refusal(colleague, path, body)).toBe('notFound');
  });

  it('is renamed with the whole row back, and nothing of its bytes changes', async () => {
    const row = await upload(operator, [['a.txt', 'content']]);
    const [listed] = (await operator.call<{ items: Row[] }>('sysFile/page', { page: 1, pageSize: 1 })).items;
    expect(listed?.id).toBe(row.id);
    await operator.call('sysFile/update', {
      ...listed,
      fileName: 'b',
      suffix: '.exe',
      filePath: 'x',
      isPublic: true,
    });
    expect(await operator.call(`sysFile/file?id=${row.id}`)).toMatchObject({
      fileName: 'b',
      suffix: '.txt',
      filePath: 'upload',
      isPublic: true,
      updateUserName: 'operator person',
    });
    const again = { ...listed, version: 2, fileName: '../x' };
    expect(await refusal(operator, 'sysFile/update', again)).toBe('fileRefused');
    await operator.call('sysFile/delete', { id: row.id });
    expect((await get(row.url)).status).toBe(404);
    const { rows } = await server.database.pool.query('select from sys_file_part where file_id = $1', [
      row.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('of others is changed by nobody who does not see it', async () => {
    const { id, ...row } = await upload(admin, [['a.txt', 'content']]);
    expect(
      (await operator.call<{ items: Row[] }>('sysFile/page', {})).items.map((each) => each.id),
    ).not.toContain(id);
    expect(await refusal(operator, 'sysFile/update', { ...row, id, version: 1 })).toBe('notFound');
    expect(await refusal(operator, 'sysFile/delete', { id })).toBe('notFound');
  });

  it('is found by when it came', async () => {
    await upload(admin, [['dated.txt', 'content']]);
    const found = async (from: string, to: string) =>
      (
        await admin.call<{ total: number }>('sysFile/page', {
          fileName: 'dated',
          startTime: from,
          endTime: to,
        })
      ).total;
    expect(await found('2020-01-01 00:00:00', '2099-01-01 00:00:00')).toBe(1);
    expect(await found('2020-01-01', '2020-01-02')).toBe(0);
  });
});

describe('a picture of one’s own', () => {
  const own = (who: Client, path: string, bytes: Buffer, name = 'me.png') =>
    sendForm<Row>(server.base, who, path, formOf([[name, bytes]]));

  it('is an avatar that everybody sees, and the next takes its place', async () => {
    const first = (await own(colleague, 'sysFile/uploadAvatar', png(40, 20))).body.result;
    expect(await colleague.call('sysAuth/userInfo')).toMatchObject({ avatar: first.url });
    const shown = await get(first.url);
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({
      width: 256,
      height: 256,
    });
    const second = (await own(colleague, 'sysFile/uploadAvatar', png(9, 9))).body.result;
    expect(await colleague.call('sysAuth/userInfo')).toMatchObject({ avatar: second.url });
    expect((await get(first.url)).status).toBe(404);
    expect((await own(colleague, 'sysFile/uploadAvatar', Buffer.from('text'), 'a.txt')).body.message).toBe(
      'Choose a picture',
    );
  });

  it('is a signature that is one’s own', async () => {
    const { url } = (await own(colleague, 'sysFile/uploadSignature', png(80, 20))).body.result;
    expect(await colleague.call('sysAuth/userInfo')).toMatchObject({ signature: url });
    expect((await get(url)).status).toBe(404);
    expect((await get(url, bearer(colleague))).status).toBe(200);
    expect((await own(colleague, 'sysFile/uploadSignature', Buffer.from('text'), 'a.txt')).body.code).toBe(
      400,
    );
  });
});
