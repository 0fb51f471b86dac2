import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

/** A body that is large or wide is refused before anything is made of it, and the answer stays small. */

let world: EngineWorld;
beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world?.stop());

const wide = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), 1]));

interface Answer {
  status: number;
  code: string | undefined;
  message: string | Record<string, string[]>;
}
const post = async (path: string, body: unknown): Promise<Answer> => {
  const response = await fetch(`${world.server.base}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { message: Answer['message']; extras?: { errorCode?: string } };
  return { status: response.status, code: answer.extras?.errorCode, message: answer.message };
};

describe('an anonymous JSON body', () => {
  it.each(['api/sysAuth/login', 'api/nowhere'])('takes 16 KiB at most: %s', async (path) => {
    const large = { account: 'x'.repeat(16 * 1024) };
    expect(await post(path, large)).toMatchObject({ status: 413, code: 'tooLarge' });
  });

  it('takes 2,000 names at most, and is told so', async () => {
    expect(await post('api/sysAuth/login', wide(2_001))).toMatchObject({
      code: 'tooManyFields',
      message: 'What was sent has more than 2000 fields',
    });
  });
});

describe('the JSON body of who has signed in', () => {
  const ask = async (body: unknown) =>
    (await world.as.admin.ask('collectOrder/page', body)).body.extras?.errorCode;

  it('takes 20,000 names, and no more', async () => {
    // Its names are counted before they are read.
    expect(await ask({ other: wide(19_999) })).toBe('validation');
    expect(await ask({ other: wide(20_000) })).toBe('tooManyFields');
  });

  it('takes 20,000 objects, and no more', async () => {
    expect(await ask({ other: Array.from({ length: 20_000 }, () => ({})) })).toBe('tooManyFields');
  });

  it('is refused with twenty fields named at most', async () => {
    const items = Array.from({ length: 500 }, () => ({ code: 1, value: 1 }));
    const { body } = await world.as.admin.ask('sysConfig/batchUpdate', items);
    expect(body.extras?.errorCode).toBe('validation');
    expect(Object.keys(body.message)).toHaveLength(20);
  });
});
