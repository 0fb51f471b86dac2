import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

/** A calendar is one's own: nobody else reads or changes it, whoever they are. */

interface Entry {
  id: string;
  userId: string;
  scheduleTime: string;
  startTime: string;
  endTime: string;
  content: string;
  status: number;
}

let world: EngineWorld;
beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());

const ZONE = { 'Time-Zone': 'Asia/Kolkata' };
const entry = { scheduleTime: '2026-11-26', startTime: '09:00', endTime: '10:00', content: 'Call the bank' };
const page = (who: 'branch' | 'merchant' | 'admin', body: object = {}) =>
  world.as[who].call<Entry[]>('sysSchedule/page', body, ZONE);

it('holds entries in the order of their days and times', async () => {
  const { branch } = world.as;
  await branch.call('sysSchedule/add', { ...entry, startTime: '11:00', endTime: '12:00', content: 'Later' });
  await branch.call('sysSchedule/add', entry);
  // The family sends instants: midnight in the caller's zone.
  const next = { ...entry, scheduleTime: '2026-11-26T18:30:00.000Z', content: 'Tomorrow' };
  await branch.call('sysSchedule/add', next, ZONE);
  expect((await page('branch')).map(({ content, scheduleTime }) => [content, scheduleTime])).toEqual([
    ['Call the bank', '2026-11-26 00:00:00'],
    ['Later', '2026-11-26 00:00:00'],
    ['Tomorrow', '2026-11-27 00:00:00'],
  ]);
  const asked = async (body: object) => (await page('branch', body)).map(({ content }) => content);
  expect(await asked({ scheduleTime: '2026-11-27' })).toEqual(['Tomorrow']);
  expect(await asked({ startTime: '2026-11-26T18:30:00.000Z' })).toEqual(['Tomorrow']);
  expect(await asked({ endTime: '2026-11-26' })).toEqual(['Call the bank', 'Later']);
});

it('is changed, done and removed by its person alone', async () => {
  const [first] = await page('branch');
  const { branch, admin, merchant } = world.as;
  expect(await page('admin')).toEqual([]);
  for (const other of [admin, merchant])
    for (const [call, body] of [
      ['update', { ...first, content: 'Theirs' }],
      ['setStatus', { id: first!.id, status: 1 }],
      ['delete', first],
    ] as const)
      expect((await other.ask(`sysSchedule/${call}`, body)).body.extras?.errorCode).toBe('notFound');
  expect((await admin.ask(`sysSchedule/detail/${first!.id}`)).body.code).toBe(404);

  // Clients of the family post the whole row back.
  await branch.call('sysSchedule/update', { ...first, content: 'Call again', createTime: 'x' });
  expect(await branch.call('sysSchedule/setStatus', { id: first!.id, status: 1 })).toBe(1);
  expect(await branch.call(`sysSchedule/detail/${first!.id}`)).toMatchObject({
    content: 'Call again',
    status: 1,
  });
  await branch.call('sysSchedule/delete', first);
  expect((await branch.ask(`sysSchedule/detail/${first!.id}`)).body.code).toBe(404);
});

it('refuses what is no entry', async () => {
  for (const wrong of [
    { content: ' ' },
    { startTime: '25:00' },
    { startTime: '10:00', endTime: '10:00' },
    { scheduleTime: '2026-02-30' },
    { status: 2 },
  ])
    expect((await world.as.branch.ask('sysSchedule/add', { ...entry, ...wrong })).body.code).toBe(400);
  for (const id of ['x', '1'.repeat(30)])
    expect((await world.as.branch.ask(`sysSchedule/detail/${id}`)).body.code).toBe(404);
});
