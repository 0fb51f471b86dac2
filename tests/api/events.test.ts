import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../server/platform/events/outbox.ts';
import type { Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { listen as listenAt, type Stream } from '../support/stream.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

let server: TestServer;
let admin: Client;
let merchant: Client;
let ids: Record<string, string>;
const open: AbortController[] = [];

beforeAll(async () => {
  server = await demoWorld(50);
  admin = await server.signIn('admin', PASSWORD);
  merchant = await server.signIn('merchant', PASSWORD);
  const { rows } = await server.database.pool.query<{ name: string; id: string }>(
    'select name, id from merchant',
  );
  ids = Object.fromEntries(rows.map((row) => [row.name, row.id]));
});
afterAll(() => server.stop());
afterEach(() => {
  for (const stop of open.splice(0)) stop.abort();
});

const listen = (who: Client, lastId?: string): Promise<Stream> => listenAt(server.base, who, open, lastId);

const change = (id: string, of: string, resource = 'collectOrder') =>
  emit(server.database.pool, resource, id, 'update', of === '' ? null : ids[of]!);

describe('the event stream', () => {
  it('greets, then sends changes in order', async () => {
    const stream = await listen(admin);
    expect(stream.frames[0]?.event).toBe('hello');
    for (let id = 1; id <= 20; id += 1) await change(String(id), 'Kaveri Games');
    await stream.until(() => stream.changes().length >= 20);
    expect(stream.changes().map((event) => event.id)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index + 1)),
    );
    const seqs = stream.changes().map((event) => event.seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  });

  it('resumes after the last event it was given, without loss or repetition', async () => {
    const before = await listen(admin);
    await change('100', 'Kaveri Games');
    await before.until(() => before.changes().length === 1);
    const lastId = before.frames.at(-1)!.id;
    open.splice(0).forEach((stop) => stop.abort());
    for (const id of ['101', '102', '103']) await change(id, 'Sagar Pay');
    const after = await listen(admin, lastId);
    await change('104', 'Sagar Pay');
    await after.until(() => after.changes().some((event) => event.id === '104'));
    expect(after.changes().map((event) => event.id)).toEqual(['101', '102', '103', '104']);
  });

  it('asks for a resync where the gap is not kept any more', async () => {
    await change('200', 'Kaveri Games');
    const now = await listen(admin);
    await change('201', 'Kaveri Games');
    await now.until(() => now.changes().some((event) => event.id === '201'));
    await server.database.owner.query('delete from event where seq < (select max(seq) from event)');
    const late = await listen(admin, '1');
    await late.until(() => late.frames.some((frame) => frame.event === 'resync'));
    expect(late.changes()).toEqual([]);
    const ahead = await listen(admin, '999999999');
    await ahead.until(() => ahead.frames.some((frame) => frame.event === 'resync'));
  });

  it('tells a merchant its own rows only', async () => {
    const [all, own, agent] = [
      await listen(admin),
      await listen(merchant),
      await listen(await server.signIn('agent', PASSWORD)),
    ];
    await change('301', 'Halong Cruises');
    await change('302', 'Kaveri Games');
    await change('303', '', 'sysUser');
    await change(ids['Sagar Pay']!, 'Sagar Pay', 'merchant');
    await change('304', 'Kaveri Games', 'orderLog');
    await change('305', 'Kaveri Games');
    await change('306', 'Deccan Partners');
    for (const stream of [all, agent])
      await stream.until(() => stream.changes().some((event) => event.id === '306'));
    await own.until(() => own.changes().some((event) => event.id === '305'));
    expect(own.changes().map((event) => event.id)).toEqual(['302', '305']);
    expect(agent.changes().map((event) => event.id)).toEqual(['302', ids['Sagar Pay'], '305', '306']);
    expect(all.changes().map((event) => event.id)).toEqual([
      '301',
      '302',
      ids['Sagar Pay'],
      '304',
      '305',
      '306',
    ]);
  });

  it('ends with the session', async () => {
    const client = await server.signIn('operator', PASSWORD);
    const stream = await listen(client);
    await client.call('sysAuth/logout', {});
    await stream.closed;
  });

  it('needs a bearer token', async () => {
    const response = await fetch(`${server.base}/api/events`);
    expect(((await response.json()) as { code: number }).code).toBe(401);
  });
});
