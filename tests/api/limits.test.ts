import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targetsOf } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { newId } from '../../server/platform/db/id.ts';
import { ask, compiledOf } from '../../server/engine/engine.ts';
import { hashOf } from '../../server/engine/plan.ts';
import { engineOf } from '../../server/engine/shared.ts';
import { asRefused } from '../../server/platform/http/envelope.ts';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { type EngineWorld, engineWorld, type Who } from './engineWorld.ts';

/** Nothing runs without end, and nothing kept outlives the right that opened it. */

let world: EngineWorld;
beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.stop());

const pool = () => world.server.database.pool;
const scope = async (who: Who, to: number) => {
  await pool().query(
    'update sys_role set data_scope = $2 where id = (select role_id from sys_user_role where user_id = $1)',
    [world.userIds[who], to],
  );
  sessionState(pool()).forgetPeople();
};

describe('the server’s statements', () => {
  it('end, wait and idle only so long', async () => {
    const { rows } = await pool().query<Record<string, string>>(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(rows).toEqual([{ statement: '30s', lock: '10s', idle: '1min' }]);
    const own = await world.server.database.owner.query<{ statement: string }>(
      "select current_setting('statement_timeout') as statement",
    );
    expect(own.rows).toEqual([{ statement: '0' }]);
  });

  it.each([
    'set local statement_timeout = 50; select pg_sleep(5)',
    'set local lock_timeout = 50; select id from merchant for update',
  ])('are told as busy when cut off: %s', async (text) => {
    const holder = await pool().connect();
    const other = await pool().connect();
    try {
      await holder.query('begin; select id from merchant for update');
      const error = await other.query(`begin; ${text}`).catch((cause: unknown) => cause);
      expect(asRefused(error)).toMatchObject({ code: 'busy' });
    } finally {
      await Promise.all([holder.query('rollback'), other.query('rollback')]);
      holder.release();
      other.release();
    }
  });
});

describe('choices for a picker', () => {
  it.each([{}, { keyword: '' }, { keyword: '  ' }, { keyword: null }, { keyword: 'Lone' }, { limit: 2 }])(
    'are answered for %j',
    async (body) => {
      const found = await world.as.all.call<{ value: string; label: string }[]>('merchant/options', body);
      expect(found.length).toBeGreaterThan(0);
      if ('keyword' in body && body.keyword === 'Lone')
        expect(found.map(({ label }) => label)).toEqual(['Lone']);
    },
  );

  it('by id, under the scope; no ids are no choices', async () => {
    const { lone, south } = world.merchants;
    const labels = async (body: unknown) =>
      (await world.as.branch.call<{ label: string }[]>('merchant/options', body)).map(({ label }) => label);
    expect(await labels({ ids: [lone, south] })).toEqual(['Lone']);
    expect(await labels({ ids: [] })).toEqual([]);
    expect(await labels({ ids: ['x', 7, null] })).toEqual([]);
    expect(await labels({ ids: [lone], keyword: '' })).toEqual(['Lone']);
  });

  it('exist only for what a field refers to', async () => {
    const picked = new Set([...resources.values()].flatMap(targetsOf));
    expect([...picked].sort()).toEqual(
      expect.arrayContaining(['channel', 'merchant', 'sysOrg', 'sysRole', 'upstream']),
    );
    for (const id of resources.keys()) {
      const answer = await world.as.admin.ask(`${id}/options`, {});
      expect([id, answer.status === 404]).toEqual([id, !picked.has(id)]);
    }
  });
});

describe('what is kept', () => {
  it('a count is not another scope’s', async () => {
    await world.order('south');
    await world.order('lone');
    const total = () => world.as.all.call<{ total: number }>('collectOrder/page', { amount: { from: '1' } });
    const before = await total();
    await scope('all', 3);
    const narrowed = await total();
    const listed = await world.as.all.call<{ items: unknown[] }>('collectOrder/page', {
      amount: { from: '1' },
    });
    await scope('all', 1);
    expect(narrowed.total).toBe(0);
    expect(listed.items).toEqual([]);
    expect(before.total).toBe(2);
  });

  it('names its scope', async () => {
    const engine = await engineOf(world.server.deps);
    const person = await sessionState(pool()).person(world.userIds.branch);
    if (!person) throw new Error('nobody');
    const caller = { ...person, sessionId: '1', locale: 'en', timeZone: 'UTC', ip: '' } as const;
    const question = await ask(engine, compiledOf(engine, 'collectOrder'), caller, {});
    const same = { ...question, visible: [...(question.visible ?? [])] };
    expect(hashOf(same)).toBe(hashOf(question));
    expect(hashOf({ ...question, visible: [world.merchants.lone] })).not.toBe(hashOf(question));
    expect(hashOf({ ...question, visible: null })).not.toBe(hashOf(question));
    expect(hashOf({ ...question, caller: { ...caller, orgIds: [newId()] } })).not.toBe(hashOf(question));
    expect(hashOf({ ...question, caller: { ...caller, selfOnly: true } })).not.toBe(hashOf(question));
  });

  it('an export is not downloaded once the right to export is gone', async () => {
    await world.order('lone');
    const worker = await startWorker(world.server.deps);
    try {
      const { jobId } = await world.as.branch.call<{ jobId: string }>('collectOrder/export', {
        format: 'csv',
      });
      await expect
        .poll(() => world.as.branch.call<{ status: string }>(`jobs/detail?id=${jobId}`))
        .toMatchObject({ status: 'done' });
      const file = async () => {
        const answer = await fetch(`${world.server.base}/api/jobs/file?id=${jobId}`, {
          headers: { Authorization: `Bearer ${world.as.branch.token}` },
        });
        return [answer.headers.get('content-type'), await answer.text()];
      };
      expect((await file())[0]).toContain('text/csv');
      for (const code of ['collectOrder:export', 'collectOrder:page']) {
        const grant = `role_id = (select role_id from sys_user_role where user_id = $1) and menu_id = (select id from sys_menu where permission = $2)`;
        const { rows } = await pool().query<{ role: string; menu: string }>(
          `delete from sys_role_menu where ${grant} returning role_id as role, menu_id as menu`,
          [world.userIds.branch, code],
        );
        sessionState(pool()).forgetPeople();
        const [type, text] = await file();
        expect(type).toContain('application/json');
        expect(JSON.parse(text ?? '')).toMatchObject({ code: 403 });
        await pool().query('insert into sys_role_menu (role_id, menu_id) values ($1, $2)', [
          rows[0]?.role,
          rows[0]?.menu,
        ]);
        sessionState(pool()).forgetPeople();
      }
      expect((await file())[0]).toContain('text/csv');
    } finally {
      await worker.stop();
    }
  });

  it('an export of what is the staff’s says so to whoever has become a merchant’s person', async () => {
    const worker = await startWorker(world.server.deps);
    try {
      const { jobId } = await world.as.branch.call<{ jobId: string }>('upstream/export', {});
      await expect
        .poll(() => world.as.branch.call<{ status: string }>(`jobs/detail?id=${jobId}`))
        .toMatchObject({ status: 'done' });
      const belongTo = async (merchant: string | null) => {
        await pool().query('update sys_user set merchant_id = $2 where id = $1', [
          world.userIds.branch,
          merchant,
        ]);
        sessionState(pool()).forgetPeople();
      };
      await belongTo(world.merchants.lone);
      const { body } = await world.as.branch.ask(`jobs/file?id=${jobId}`);
      expect(body.extras?.errorCode).toBe('wrongAudience');
      await belongTo(null);
    } finally {
      await worker.stop();
    }
  });
});
