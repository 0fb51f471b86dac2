import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admits } from '../../contract/audience.ts';
import { isFor } from '../../contract/permissions.ts';
import { resources } from '../../contract/resources/index.ts';
import type { Resource } from '../../contract/resource.ts';
import { PASSWORD } from '../api/demoWorld.ts';
import type { Client } from '../support/client.ts';
import type { Declared } from './audienceWorld.ts';
import { Draw, type HostileCall, hostileCall, isRehearsed } from './hostileInput.ts';
import { type ReferenceWorld, referenceWorld } from './referenceWorld.ts';

/**
 * Every route that reads, and every command's dry run, answers whatever it is sent, by whomever of five kinds of people: never as a fault, and never as an
 * outage. `npm run soak:hostile` asks longer; a failure prints its seed.
 */
const ROUNDS = Number(process.env.HOSTILE_ROUNDS ?? 1);
const seed = Number(process.env.HOSTILE_SEED ?? Math.trunc(Math.random() * 2 ** 31));
const AT_ONCE = 4;

let world: ReferenceWorld;
let people: Readonly<Record<string, Client>>;

beforeAll(async () => {
  world = await referenceWorld();
  const { all, abroad, merchant, agent } = world.as;
  people = { admin: await world.server.signIn('admin', PASSWORD), all, abroad, merchant, agent };
});
afterAll(() => world?.server.stop());

/** Reads, and what a command or an export says of rows before it does anything. */
const isRead = ({ method, url, effect }: Declared): boolean =>
  url.startsWith('/api/') &&
  (method === 'GET' || effect === 'none' || (effect === 'keyed' && isRehearsed(url)));

/** Whoever it is not for is refused before anything of theirs is read. */
const isForThem = ({ permission }: Declared, who: string): boolean => {
  const kind = who === 'merchant' || who === 'agent' ? who : 'staff';
  if (permission === 'anonymous') return true;
  return 'session' in permission
    ? admits(permission.session, kind)
    : permission.anyOf.some((code) => isFor(code, kind));
};

const answers = new Set<string>();

interface Task {
  declared: Declared;
  resource: Resource | undefined;
  who: string;
}

/** What the caller was told, where that is no answer: a fault, or a database that was said to be away. */
async function faultOf(who: string, { path, body }: HostileCall): Promise<string | undefined> {
  const stop = new AbortController();
  const answer = await fetch(`${world.server.base}/api/${path}`, {
    signal: stop.signal,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': 'en',
      Authorization: `Bearer ${people[who]!.token}`,
    },
  });
  const isJson = answer.headers.get('content-type')?.includes('json');
  const code = isJson
    ? ((await answer.json()) as { extras?: { errorCode?: string } | null }).extras?.errorCode
    : undefined;
  if (!isJson) stop.abort();
  answers.add(code ?? 'answered');
  if (answer.status < 500 && code !== 'internal') return undefined;
  return `${who} ${path.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 300)}: ${answer.status} ${code}`;
}

it(`answers hostile questions at every route that reads, seed ${seed}`, async () => {
  const routes = world.routes.filter(isRead);
  expect(routes.length).toBeGreaterThan(500);
  const tasks = routes.flatMap((declared): Task[] =>
    Object.keys(people)
      .filter((who) => isForThem(declared, who))
      .map((who) => ({ declared, resource: resources.get(declared.url.split('/')[2] ?? ''), who })),
  );
  const draws = fc.sample(fc.array(fc.nat(), { minLength: 24, maxLength: 24 }), {
    seed,
    numRuns: tasks.length * ROUNDS,
  });
  const faults: string[] = [];
  const left = draws.map((numbers, at) => ({ numbers, ...tasks[at % tasks.length]! }));
  const hand = async () => {
    for (let task = left.pop(); task; task = left.pop()) {
      const call = hostileCall(task.declared, task.resource, new Draw(task.numbers));
      const fault = await faultOf(task.who, call);
      if (fault) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
  expect(faults).toEqual([]);
  // Nothing is proved by a door that refuses all of them alike.
  expect([...answers]).toEqual(expect.arrayContaining(['answered', 'validation', 'notFound']));
});
