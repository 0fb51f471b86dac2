import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row, RowsResult } from '../../contract/calls.ts';
import {
  NOTE_CORRECTABLE_MS,
  NOTE_LONGEST,
  type Colleague,
  type OrderNote,
} from '../../contract/orderNote.ts';
import { VIEWER_LOST_MS } from '../../contract/orderViewer.ts';
import type { TimelineItem } from '../../contract/timeline.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { listen } from '../support/stream.ts';
import { type EngineWorld, engineWorld, grantToAll, type Who } from './engineWorld.ts';

/** Notes are for the staff who see the order; no text that a note has had is lost; who is mentioned hears of it. */

let world: EngineWorld;
const open: AbortController[] = [];

beforeAll(async () => {
  world = await engineWorld();
  await grantToAll(world, 'orderNote:write');
});
afterAll(async () => {
  for (const stop of open) stop.abort();
  expect(await checkInvariants(world.server.database.owner)).toEqual([]);
  await world.stop();
});

interface Notice {
  title: string;
  content: string;
  link: { view: string; args: Record<string, unknown> } | null;
}

const ask = (who: Who, verb: string, body: Record<string, unknown>, key = randomUUID()) =>
  world.as[who].ask<{ id: string; mentions: string[] }>(
    `orderNote/${verb}`,
    { subject: 'collectOrder', ...body },
    {
      'Idempotency-Key': key,
    },
  );
async function write(who: Who, id: string, body: string): Promise<string> {
  const { body: answer } = await ask(who, 'write', { id, body });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return answer.result.id;
}
const notesOf = (who: Who, id: string): Promise<OrderNote[]> =>
  world.as[who].call(`orderNote/of?subject=collectOrder&id=${id}`);
const codeOf = async (asked: ReturnType<typeof ask>): Promise<unknown> => {
  const { body } = await asked;
  return body.code === 200 ? 200 : body.extras?.errorCode;
};
const countOf = async (who: Who, id: string) =>
  (await world.as[who].call<Row>(`collectOrder/detail?id=${id}`)).notes;
const noticesOf = (who: Who): Promise<Notice[]> => world.as[who].call('sysNotice/mine', { limit: 50 });

describe('who has an order open', () => {
  const look = (who: Who, id: string, left = false) =>
    world.as[who].ask<Colleague[]>('orderViewer/look', { subject: 'collectOrder', id, left });
  const others = async (who: Who, id: string) =>
    (await look(who, id)).body.result.map(({ account }) => account);

  it('is known to the others, until they close it or give no sign of it', async () => {
    const [id, other] = [await world.order('lone'), await world.order('lone')];
    expect(await others('branch', id)).toEqual([]);
    expect(await others('all', id)).toEqual(['branch']);
    expect(await others('all', other)).toEqual([]);
    expect(await others('branch', id)).toEqual(['all']);
    await look('all', id, true);
    expect(await others('branch', id)).toEqual([]);
    expect(await others('all', id)).toEqual(['branch']);
    world.server.clock.advance(VIEWER_LOST_MS + 1);
    expect(await others('all', id)).toEqual([]);
  });

  it('is asked by the staff who see it alone', async () => {
    const south = await world.order('south');
    expect((await look('branch', south)).body.code).toBe(404);
    expect((await look('merchant', await world.order('lone'))).body.extras?.errorCode).toBe('wrongAudience');
  });
});

describe('a note', () => {
  it('is read by the staff who see the order, and counted in its list', async () => {
    const id = await world.order('lone');
    await write('branch', id, '  Payer says it was paid twice.\r\nAsked the bank. ');
    await write('all', id, 'Second');
    expect(
      (await notesOf('admin', id)).map(({ author, body, status }) => [author.account, body, status]),
    ).toEqual([
      ['branch', 'Payer says it was paid twice.\nAsked the bank.', 'written'],
      ['all', 'Second', 'written'],
    ]);
    expect(await countOf('all', id)).toBe(2);
    const { items } = await world.as.all.call<RowsResult>('collectOrder/rows', {
      start: 0,
      end: 9,
      notes: { from: 1 },
    });
    expect(items.map((row) => (row as Row).id)).toContain(id);
  });

  it('is for nobody else: another organisation, another tenant, merchants and agents', async () => {
    const [south, foreign, sub, lone] = [
      await world.order('south'),
      await world.order('foreign'),
      await world.order('sub'),
      await world.order('lone'),
    ];
    await write('admin', lone, 'About the merchant');
    await write('admin', sub, 'About the merchant');
    for (const id of [south, foreign]) {
      expect(await codeOf(ask('branch', 'write', { id, body: 'x' }))).toBe('notFound');
      expect((await world.as.branch.ask(`orderNote/of?subject=collectOrder&id=${id}`)).body.code).toBe(404);
      expect(
        (await world.as.branch.ask(`orderNote/colleagues?subject=collectOrder&id=${id}`)).body.code,
      ).toBe(404);
    }
    for (const [who, id] of [
      ['merchant', lone],
      ['agent', sub],
    ] as const) {
      expect(await codeOf(ask(who, 'write', { id, body: 'x' }))).toBe('wrongAudience');
      for (const path of [
        `orderNote/of?subject=collectOrder&id=${id}`,
        `orderNote/colleagues?subject=collectOrder&id=${id}`,
      ])
        expect((await world.as[who].ask(path)).body.extras?.errorCode).toBe('wrongAudience');
      expect((await world.as[who].ask('orderNote/page', {})).body.code).toBe(403);
      const detail = await world.as[who].call<Row & { timeline: TimelineItem[] }>(
        `collectOrder/detail?id=${id}`,
      );
      expect(detail).not.toHaveProperty('notes');
      expect(JSON.stringify(detail)).not.toContain('About the merchant');
      const asked = await world.as[who].ask('collectOrder/page', { notes: { from: 1 } });
      expect(asked.body.code).not.toBe(200);
    }
  });

  it('stays silent on the streams of merchants, and is heard by the staff who see the order', async () => {
    const id = await world.order('lone');
    const { base } = world.server;
    const [merchant, branch, self] = [
      await listen(base, world.as.merchant, open),
      await listen(base, world.as.branch, open),
      await listen(base, world.as.self, open),
    ];
    const note = await write('admin', id, 'Quietly');
    await branch.until(() => branch.changes().some((event) => event.id === note));
    await world.as.admin.command('collectOrder/claim', { ids: [id] });
    await merchant.until(() => merchant.changes().some((event) => event.id === id));
    expect(merchant.changes().filter(({ resource }) => resource === 'orderNote')).toEqual([]);
    expect(self.changes()).toEqual([]);
  });

  it('is on the order of whoever holds it, wherever its merchant belongs', async () => {
    const id = await world.order('lone');
    expect(await codeOf(ask('self', 'write', { id, body: 'x' }))).toBe('notFound');
    await world.server.database.pool.query(
      'update collect_order set claimed_by = $2, claimed_at = now() where id = $1',
      [id, world.userIds.self],
    );
    await write('self', id, 'Mine for now');
    expect(await notesOf('self', id)).toHaveLength(1);
  });
});

describe('its text', () => {
  it.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['a link', '[x](javascript:alert(1)) javascript:alert(1)'],
    ['directions and widths', 'a\u202Eb\u200B\u2066c\u{1F469}\u200D\u{1F4BB}'],
    ['a formula', '=HYPERLINK("http://x")'],
  ])('is kept as it was written: %s', async (_, body) => {
    const id = await world.order('lone');
    await write('branch', id, body);
    expect((await notesOf('branch', id))[0]?.body).toBe(body);
  });

  it('has from one to 4,000 characters, however they are made', async () => {
    const id = await world.order('lone');
    const person = '\u{1F469}';
    expect(await codeOf(ask('branch', 'write', { id, body: person.repeat(NOTE_LONGEST) }))).toBe(200);
    expect(await codeOf(ask('branch', 'write', { id, body: `${person.repeat(NOTE_LONGEST)}a` }))).toBe(
      'validation',
    );
    expect(await codeOf(ask('branch', 'write', { id, body: ' \n ' }))).toBe('validation');
    expect(await codeOf(ask('branch', 'write', { id, body: 'a\u0000b' }))).toBe('validation');
    expect(await codeOf(ask('branch', 'write', { id, body: 'x'.repeat(10_000_000) }))).not.toBe(200);
    expect(await notesOf('branch', id)).toHaveLength(1);
  });

  it('is corrected by its author within ten minutes, and the former one is kept', async () => {
    const id = await world.order('lone');
    const noteId = await write('branch', id, 'First');
    expect(await codeOf(ask('all', 'correct', { id, noteId, body: 'Theirs' }))).toBe('othersNote');
    expect(await codeOf(ask('branch', 'correct', { id, noteId, body: 'Second' }))).toBe(200);
    const [note] = await notesOf('all', id);
    expect(note).toMatchObject({ body: 'Second', status: 'corrected', former: [{ body: 'First' }] });
    await world.server.database.pool.query('update order_note set created_at = $2 where id = $1', [
      noteId,
      new Date(Date.now() - NOTE_CORRECTABLE_MS - 1_000),
    ]);
    expect(await codeOf(ask('branch', 'correct', { id, noteId, body: 'Third' }))).toBe('noteTooOld');
    expect(await codeOf(ask('branch', 'withdraw', { id, noteId }))).toBe(200);
    const [withdrawn] = await notesOf('all', id);
    expect(withdrawn).toMatchObject({
      body: null,
      status: 'withdrawn',
      former: [{ body: 'First' }, { body: 'Second' }],
    });
    expect(await countOf('all', id)).toBe(0);
    expect(await codeOf(ask('branch', 'withdraw', { id, noteId }))).toBe('noteWithdrawn');
    const other = await world.order('lone');
    expect(await codeOf(ask('branch', 'withdraw', { id: other, noteId }))).toBe('notFound');
  });

  it('cannot be changed by the server where it was', async () => {
    for (const statement of [
      "update order_note_text set body = 'x'",
      'delete from order_note_text',
      'delete from order_note',
    ])
      await expect(world.server.database.pool.query(statement)).rejects.toThrow('permission denied');
  });

  it('is written once under one key, and withdrawn once by many at once', async () => {
    const id = await world.order('lone');
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask('branch', 'write', { id, body: 'Once' }, key)),
    );
    expect(new Set(answers.map(({ body }) => body.result?.id))).toHaveProperty('size', 1);
    expect(await countOf('all', id)).toBe(1);
    const noteId = answers[0]!.body.result.id;
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(ask('branch', 'withdraw', { id, noteId }))),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(await countOf('all', id)).toBe(0);
  });
});

describe('a mention', () => {
  it('reaches a colleague who may see the order, with the way there, and nobody else', async () => {
    const id = await world.order('lone');
    const { orderNo } = await world.as.admin.call<{ orderNo: string }>(`collectOrder/detail?id=${id}`);
    const before = await noticesOf('branch');
    const { body } = await ask('admin', 'write', {
      id,
      body: 'Look, @branch: <b>twice</b>. @self @merchant @nobody @admin',
    });
    expect(body.result.mentions).toEqual(['branch']);
    const [notice, ...others] = (await noticesOf('branch')).slice(0, -before.length || undefined);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      title: `admin mentioned you on ${orderNo}`,
      link: { view: 'collectOrder', args: { anyId: orderNo, row: id } },
    });
    expect(notice?.content).toContain('&lt;b&gt;twice&lt;/b&gt;');
    for (const who of ['self', 'merchant', 'all'] as const)
      expect((await noticesOf(who)).filter(({ title }) => title.includes(orderNo))).toEqual([]);
    expect((await notesOf('branch', id))[0]?.mentions.map(({ account }) => account)).toEqual(['branch']);
  });

  it('by a correction reaches whom it adds, once', async () => {
    const id = await world.order('lone');
    const { orderNo } = await world.as.admin.call<{ orderNo: string }>(`collectOrder/detail?id=${id}`);
    const noteId = await write('admin', id, '@branch');
    await ask('admin', 'correct', { id, noteId, body: '@branch and @all' });
    for (const who of ['branch', 'all'] as const)
      expect((await noticesOf(who)).filter(({ title }) => title.includes(orderNo))).toHaveLength(1);
  });

  it('is offered of the colleagues who may see the order', async () => {
    const [lone, south] = [await world.order('lone'), await world.order('south')];
    const offered = async (id: string) =>
      (await world.as.admin.call<Colleague[]>(`orderNote/colleagues?subject=collectOrder&id=${id}`)).map(
        ({ account }) => account,
      );
    expect(await offered(lone)).toEqual(['all', 'branch']);
    expect(await offered(south)).toEqual(['all']);
  });

  it('finds the orders and notes that mention somebody, in any filter', async () => {
    const [id, other] = [await world.order('lone'), await world.order('lone')];
    const noteId = await write('admin', id, '@all here');
    await write('admin', other, 'no mention of @nobody');
    const { all: me } = world.userIds;
    const found = async (who: Who, resource: string, filters: Record<string, unknown>) =>
      (await world.as[who].call<RowsResult>(`${resource}/rows`, { start: 0, end: 99, ...filters })).items.map(
        (row) => (row as Row).id,
      );
    expect(await found('all', 'orderNote', { mentions: [me] })).toContain(noteId);
    const orders = await found('all', 'collectOrder', { mentions: [me] });
    expect(orders).toContain(id);
    expect(orders).not.toContain(other);
    expect(await found('all', 'collectOrder', { mentions: { not: [me] } })).toContain(other);
    expect(await found('all', 'collectOrder', { mentions: { not: [me] } })).not.toContain(id);
    expect(await found('all', 'collectOrder', { mentions: [null] })).toEqual([]);
    const grouped = { filter: { logic: 'or', filters: [{ field: 'mentions', operator: 'EQ', value: me }] } };
    expect(await found('all', 'collectOrder', grouped)).toContain(id);
    const refused = { filter: { field: 'mentions', operator: 'LT', value: me } };
    expect((await world.as.all.ask('collectOrder/page', refused)).body.code).toBe(400);
    expect((await world.as.merchant.ask('collectOrder/page', { mentions: [me] })).body.code).toBe(400);
    await ask('admin', 'withdraw', { id, noteId });
    expect(await found('all', 'collectOrder', { mentions: [me] })).not.toContain(id);
  });
});
