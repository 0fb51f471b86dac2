import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { resources } from '../../contract/resources/index.ts';
import { isRecorded } from '../../server/engine/recorded.ts';
import { KEYED } from '../api/keyedCases.ts';
import { CASES } from './walkCases.ts';
import { walkWorld, type WalkWorld } from './walkWorld.ts';
import { writesOf } from './walkWrites.ts';

/** Whatever changes a row of the system itself is in the difference log, or is named here with the reason why not. */

const OWN = 'a person changes what is theirs alone, and nobody else may';
const FILE = 'the row of the file keeps who sent it and when';
const SAME = 'the case sends what is there already; tests/api/sysLogChanges.test.ts changes it';
const NONE_FOUND = 'each person and department is recorded by itself, and the directory of the case has none';
const NOT_RECORDED: Readonly<Record<string, string>> = {
  'sysSchedule/add': OWN,
  'sysSchedule/update': OWN,
  'sysSchedule/delete': OWN,
  'sysSchedule/setStatus': OWN,
  'sysUserMenu/add': OWN,
  'sysUserMenu/delete': OWN,
  'sysUserMenu/deleteByUserId/:userId': OWN,
  'sysApp/changeApp': OWN,
  'sysNotice/setRead': OWN,
  'sysFile/uploadFile': FILE,
  'sysFile/uploadFiles': FILE,
  'sysFile/uploadAvatar': FILE,
  'sysFile/uploadSignature': FILE,
  'sysFile/uploadFileFromBase64': FILE,
  'sysJob/updateJobTrigger': SAME,
  'sysCodeGenConfig/update': 'columns of a draft of code; the draft itself is recorded',
  'sysLdap/syncUser': NONE_FOUND,
  'sysLdap/syncDept': NONE_FOUND,
};

let walk: WalkWorld;
beforeAll(async () => {
  walk = await walkWorld();
});
afterAll(() => walk?.server.stop());

const isSystem = (path: string): boolean => isRecorded({ id: path.split('/')[0] ?? '' });
const written = async (): Promise<number> =>
  (await walk.sql<{ n: number }>('select count(*)::int as n from sys_log_diff'))[0]!.n;

async function record(path: string, write: () => Promise<void>): Promise<void> {
  const before = await written();
  await write();
  const isThere = (await written()) > before;
  expect([path, isThere]).toEqual([path, !(path in NOT_RECORDED)]);
}

const system = [...resources.values()].filter(isRecorded);
const verbs = system.flatMap(writesOf).filter(([path]) => !path.endsWith('/export'));
const actions = system
  .flatMap(({ id, actions }) => Object.keys(actions).map((name) => [`${id}/${name}`, id, name] as const))
  .filter(([path]) => !(path in KEYED));
const routes = Object.entries(KEYED).filter(([path]) => isSystem(path));

it.each(verbs)('%s', async (path, write) => {
  await record(path, () => write(walk));
});

it.each(actions)('%s', async (path, resource, name) => {
  const { who = walk.maker, ids, input = {} } = await CASES[resource]![name]!(walk);
  const body = { ...(ids && { ids }), ...(Object.keys(input).length > 0 && { input }) };
  await record(path, async () => {
    const { refused } = await who.client.command<ActionResult>(path, body);
    expect(refused).toEqual([]);
  });
});

it.each(routes)('%s', async (path, make) => {
  const { who, body, send } = await make(walk);
  const headers = { 'Idempotency-Key': randomUUID() };
  await record(path, async () => {
    const answer = send ? await send(body, headers) : await who.ask(path, body, headers);
    expect(answer.body.code).toBe(200);
  });
});

it('names no exception that there is not', () => {
  const known = new Set([...verbs, ...actions, ...routes].map(([path]) => path));
  expect(Object.keys(NOT_RECORDED).filter((path) => !known.has(path))).toEqual([]);
});
