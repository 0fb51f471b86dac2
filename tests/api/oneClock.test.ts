import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { timeText } from '../../server/platform/http/zone.ts';
import { forgetSettings } from '../../server/platform/settings.ts';
import type { Client } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import { send } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { demoWorld, PASSWORD } from './demoWorld.ts';

/**
 * One clock (docs/architecture.md, Times): the time of every answer, and every `yyyy-MM-dd HH:mm:ss` in it, is in the zone
 * of the Time-Zone header, without one in the report zone; an instant with its offset is UTC. Every route is asked.
 */

/** Neither the default of the code nor that of the demo. */
const REPORT_ZONE = 'Asia/Tokyo';
const OTHER_ZONE = 'America/Sao_Paulo';
const HOURS_APART = 12;
const PATIENCE_MS = 120_000;
/** Answers that never end, and files. */
const NO_ENVELOPE = /^\/api\/(events|sysFile\/(previewFile|downloadFile)|docs|schedule)/;

let server: TestServer;
let routes: readonly RouteOptions[];
let admin: Client;

beforeAll(async () => {
  [server, routes] = await declaredRoutes(() => demoWorld(40));
  const { pool } = server.database;
  await pool.query("update sys_config set value = $1 where code = 'reportZone'", [REPORT_ZONE]);
  forgetSettings(pool);
  admin = await server.signIn('admin', PASSWORD);
});
afterAll(() => server?.stop());

interface Asked {
  method: string;
  url: string;
}

/** A call that reads, or one that writes, as routes are declared. */
const askable = (isReading: boolean): Asked[] =>
  routes
    .filter(({ method, url, config }) => {
      const isOurs = url.startsWith('/api/') && !url.includes('*') && !NO_ENVELOPE.test(url);
      const reads = method === 'GET' || config?.effect === 'none';
      return isOurs && (method === 'GET' || method === 'POST') && !config?.longLived && reads === isReading;
    })
    .map(({ method, url }) => ({ method: String(method), url: url.replaceAll(/:\w+/g, '1') }));

async function answerOf({ method, url }: Asked, zone?: string, token?: string): Promise<unknown> {
  const { headers, text } = await send(`${server.base}${url}`, {
    method,
    headers: {
      ...(method === 'POST' && { 'Content-Type': 'application/json-patch+json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(zone && { 'Time-Zone': zone }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });
  return headers.get('content-type')?.includes('application/json') ? JSON.parse(text) : undefined;
}

const FORMATTED = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const milliseconds = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

function offFrom(time: unknown, zone: string): number {
  return Math.abs(milliseconds(String(time)) - milliseconds(timeText(server.clock.now(), zone)));
}

const isEnvelope = (answer: unknown): answer is { time: string; result: unknown } =>
  typeof answer === 'object' && answer !== null && 'time' in answer && 'code' in answer;

const isOff = (answer: unknown, zone = REPORT_ZONE): boolean =>
  isEnvelope(answer) && offFrom(answer.time, zone) > PATIENCE_MS;

it('the envelope has the time of the header or of the report zone, without a token', async () => {
  // What reads is asked with either below.
  const asked = [
    ...askable(true).map((each) => [each, undefined] as const),
    ...askable(false).flatMap((each) => [[each, undefined] as const, [each, OTHER_ZONE] as const]),
  ];
  expect(asked.length).toBeGreaterThan(500);
  const wrong: unknown[] = [];
  for (const [each, zone] of asked) {
    const answer = await answerOf(each, zone);
    if (isOff(answer, zone)) wrong.push([each.url, zone, answer]);
  }
  expect(wrong).toEqual([]);
});

/** Every text of an answer with its place. */
function textsIn(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

it('every formatted time of an answer and its envelope follows the header, and every other instant is UTC', async () => {
  const wrong: string[] = [];
  let compared = 0;
  for (const each of askable(true)) {
    const [own, other] = await Promise.all([
      answerOf(each, undefined, admin.token),
      answerOf(each, OTHER_ZONE, admin.token),
    ]);
    if (isOff(own) || isOff(other, OTHER_ZONE)) wrong.push(`${each.url}: ${JSON.stringify([own, other])}`);
    if (!isEnvelope(own) || !isEnvelope(other)) continue;
    const others = new Map(textsIn(other.result));
    for (const [path, text] of textsIn(own.result)) {
      if (ISO.test(text) && !text.endsWith('Z')) wrong.push(`${each.url}${path}: ${text}`);
      const there = others.get(path);
      if (!FORMATTED.test(text) || there === undefined || !FORMATTED.test(there)) continue;
      compared += 1;
      const apart = milliseconds(text) - milliseconds(there);
      if (Math.abs(apart - HOURS_APART * 3_600_000) > PATIENCE_MS)
        wrong.push(`${each.url}${path}: ${text} / ${there}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(20);
});
