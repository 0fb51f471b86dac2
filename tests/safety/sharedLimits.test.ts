import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../support/client.ts';
import { PASSWORD } from './staff.ts';
import { startTwoServers, type TwoServers } from './twoServers.ts';

/** Who guesses or floods is counted once, whichever server a balancer sends each call to. */

describe('limits of two servers on one database', () => {
  let two: TwoServers;
  beforeAll(async () => {
    two = await startTwoServers();
  });
  afterAll(() => two?.stop());

  const at = (turn: number) => client(two.servers[turn % 2]!.base);
  const signIn = async (turn: number, account: string, password: string) => {
    const { body } = await at(turn).ask('sysAuth/login', { account, password });
    return body.code === 200 ? 'in' : body.extras?.errorCode;
  };
  const count = (answers: unknown[], answer: unknown) => answers.filter((one) => one === answer).length;
  /** Few at a time: a slow machine must refuse none for being busy. */
  async function inTens<T>(calls: number, call: (turn: number) => Promise<T>): Promise<T[]> {
    const codes: T[] = [];
    for (let turn = 0; turn < calls; turn += 10)
      codes.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => call(turn + n)))));
    return codes;
  }
  /** What follows takes place within one minute of the database's. */
  const earlyInMinute = () =>
    two.database.pool.query(
      'select pg_sleep(case when s > 30 then 60.1 - s else 0 end) from (select mod(extract(epoch from clock_timestamp()), 60)::float8 s) n',
    );

  it('five wrong passwords lock, alternating', async () => {
    const { account } = two.people[0]!;
    const codes = [];
    for (let turn = 0; turn < 7; turn += 1) codes.push(await signIn(turn, account, 'wrong'));
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 'badCredentials'),
      'tooManyAttempts',
      'tooManyAttempts',
    ]);
    expect(await signIn(0, account, PASSWORD)).toBe('tooManyAttempts');
    expect(await signIn(1, account, PASSWORD)).toBe('tooManyAttempts');
  });

  it('five wrong passwords lock, however many are tried at once', async () => {
    const { account } = two.people[1]!;
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => signIn(turn, account, turn === 39 ? PASSWORD : 'wrong')),
    );
    expect(count(codes, 'badCredentials')).toBe(5);
    expect(count(codes, 'tooManyAttempts')).toBe(35);
  });

  it('the right password, sent to both at once, is let in', async () => {
    const { account } = two.people[2]!;
    const codes = await Promise.all([0, 1, 2, 3].map((turn) => signIn(turn, account, PASSWORD)));
    expect(codes).toEqual(['in', 'in', 'in', 'in']);
  });

  it('calls of a limited route add up', async () => {
    await earlyInMinute();
    const codes = await inTens(180, async (turn) => (await at(turn).ask('sysAuth/captcha')).body.code);
    expect(count(codes, 200)).toBe(120);
  });

  it('unsigned calls of the Open API add up', async () => {
    await earlyInMinute();
    const codes = await inTens(340, async (turn) => {
      const { body } = await at(turn).ask('open/collectOrder/query', {});
      return body.extras?.errorCode;
    });
    expect(count(codes, 'openAccess')).toBe(300);
    expect(count(codes, 'busy')).toBe(40);
  });
});
