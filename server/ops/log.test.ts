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
