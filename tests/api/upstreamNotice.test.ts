import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { type UpstreamTalk, upstreamTalk } from './upstreamWorld.ts';

/** Strangers learn nothing of which upstreams there are. */

let talk: UpstreamTalk;
beforeAll(async () => {
  talk = await upstreamTalk();
  await talk.fresh();
});
afterAll(() => talk?.stop());

/** What a notice without a right signature is answered, and the trace that it leaves. */
async function notice(code: string, over: { body?: string; sign?: string } = {}) {
  const marker = newId();
  const body =
    over.body ?? JSON.stringify({ eventId: marker, kind: 'collect', orderNo: `C${marker}`, state: 'paid' });
  const response = await fetch(`${talk.server.base}/upstream/${code}/notify`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-timestamp': String(Math.floor(Date.now() / 1000)),
      'x-sign': over.sign ?? 'a'.repeat(64),
    },
  });
  const { rows } = await talk.pool.query(
    'select raw, verified, applied, is_answer from upstream_event order by id desc limit 1',
  );
  const answer = {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
    headers: [...response.headers.keys()].sort(),
  };
  return { answer, kept: rows[0] as unknown, body };
}

it('an unsigned notice has one answer and one trace, whoever has the code', async () => {
  const [known, other] = talk.world.codes;
  await talk.pool.query('update upstream set config = null where code = $1', [other]);
  const traceOf = (raw: string) => ({ raw, verified: false, applied: 'forged', is_answer: false });
  for (const over of [{}, { sign: '' }, { body: 'no JSON' }]) {
    const expected = await notice(known, over);
    expect(expected.answer).toMatchObject({ status: 401, text: 'forged' });
    expect(expected.kept).toEqual(traceOf(expected.body));
    for (const code of [`${known}x`, 'nobody', other]) {
      const before = await eventsOf();
      const { answer, kept, body } = await notice(code, over);
      expect(answer, code).toEqual(expected.answer);
      expect(kept, code).toEqual(traceOf(body));
      expect(await eventsOf()).toBe(before + 1);
    }
  }
});

const eventsOf = async (): Promise<number> =>
  (await talk.pool.query<{ n: number }>('select count(*)::int as n from upstream_event')).rows[0]!.n;
