import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('writes structured lines without secrets, however deep they came', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  log.info(
    {
      body: { password: 'p1', account: 'operator' },
      headers: { authorization: 'Bearer t1', 'x-authorization': 'Bearer t2' },
    },
    'call',
  );
  log.info({ accessToken: 't3', request: { headers: { cookie: 'access-token=t4' } } }, 'call');
  log.info({ req: { method: 'POST', url: '/api/sysAuth/unLockScreen?password=p2', ip: '::1' } }, 'call');
  const all = lines.join('');
  for (const secret of ['p1', 'p2', 't1', 't2', 't3', 't4']) expect(all).not.toContain(secret);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    msg: 'call',
    body: { account: 'operator' },
  });
  expect(JSON.parse(lines[2] ?? '').req.path).toBe('/api/sysAuth/unLockScreen');
});

it('tells a fault without the row, the token or the password it carries', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const failed = Object.assign(new Error('null value in column "phone" violates not-null constraint'), {
    code: '23502',
    table: 'sys_user',
    detail: 'Failing row contains (7, $argon2id$v=19$h1).',
    where: 'PL/pgSQL function f($argon2id$v=19$h2)',
  });
  const called = new Error('GET https://bot:p3@host/x with Authorization: Bearer t5.t6', { cause: failed });
  log.error({ err: called }, 'failed');
  log.error({ err: new Error('no answer for {"password":"p4","token":\'t7\'} and secret=s1&x=1') }, 'failed');
  for (const secret of ['argon2id', 'p3', 'p4', 't5', 't6', 't7', 's1'])
    expect(lines.join('')).not.toContain(secret);
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    type: 'Error',
    stack: expect.stringContaining('log.test.ts'),
    cause: { code: '23502', table: 'sys_user' },
  });
});
