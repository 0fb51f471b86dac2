import { describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/db/id.ts';
import { checkChanges, type Fault } from '../../server/ledger/invariants/check.ts';
import { fullCheck } from '../../server/ledger/invariants/fullCheck.ts';
import { monitorRound } from '../../server/ledger/invariants/monitor.ts';
import { CheckUnderWay, readProgress } from '../../server/ledger/invariants/progress.ts';
import { withCheck } from '../../server/ledger/invariants/walk.ts';
import { CHAINS, sealChain } from '../../server/ledger/seal.ts';
import { settleDirectly } from './direct.ts';
import { ledgerWorld, subjects } from './ledgerWorld.ts';
import { openOrder, paidOrder } from './world.ts';

const { owner, pool, orders, log, world, countOf } = await ledgerWorld();

describe('the check of everything', () => {
  it('goes on where it was stopped, and ends with what was found before and after', async () => {
    await countOf(orders[0]!, 3);
    await countOf(orders.at(-1)!, 3);
    let steps = 0;
    const stopped = fullCheck(pool, {
      log,
      size: 2,
      onWay: () => {
        steps += 1;
        if (steps === 3) throw new Error('killed');
      },
    });
    await expect(stopped).rejects.toThrow('killed');
    const before = await readProgress(pool, 'all');
    const unfinished = [...before].filter(([, { done }]) => !done);
    expect(unfinished.map(([name]) => name)).toContain('rows');
    expect(before.get('rows')!.checked).toBeGreaterThan(0);

    const ways: number[] = [];
    const faults = await fullCheck(pool, {
      log,
      resume: true,
      onWay: ({ checked }) => ways.push(checked),
    });
    // It begins with what was checked before.
    expect(ways[0]).toBeGreaterThan(before.get('rows')!.checked);
    expect(subjects(faults)).toEqual([
      `I16 collect_order ${orders[0]}`,
      `I16 collect_order ${orders.at(-1)}`,
    ]);
    const after = await readProgress(pool, 'all');
    for (const [, walk] of after) expect(walk.done).toBe(true);
    expect(after.get('rows')!.startedAt).toEqual(before.get('rows')!.startedAt);

    await countOf(orders[0]!, 0);
    await countOf(orders.at(-1)!, 0);
    expect(await fullCheck(pool, { log, resume: true, lanes: 2 })).toEqual([]);
    expect((await pool.query('select from invariant_alert')).rowCount).toBe(0);
  });

  it('counts its way in rows and seals, up to all of them', async () => {
    for (const chain of CHAINS) await sealChain(pool, chain);
    const ways: { checked: number; total: number }[] = [];
    expect(await fullCheck(pool, { log, size: 2, onWay: (way) => ways.push({ ...way }) })).toEqual([]);
    expect(ways.length).toBeGreaterThan(10);
    expect(ways.map(({ checked }) => checked)).toEqual(
      ways.map(({ checked }) => checked).toSorted((a, b) => a - b),
    );
    expect(ways.at(-1)!.checked).toBe(ways.at(-1)!.total);
  });

  it('runs once at a time', async () => {
    const checks = await Promise.allSettled([fullCheck(pool, { log }), fullCheck(pool, { log })]);
    expect(checks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = checks.find((check) => check.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(CheckUnderWay);
  });

  it('raises no false alarm while orders are made, paid and settled, and misses none of its own', async () => {
    const written = new AbortController();
    const write = async () => {
      while (!written.signal.aborted) {
        const id = await paidOrder(pool, world());
        await settleDirectly(pool, id);
        await openOrder(pool, world(), { merchantId: world().loneId });
      }
    };
    const writers = [write(), write(), write()];
    try {
      for (let round = 0; round < 4; round += 1)
        expect(await fullCheck(pool, { log, size: 3, lanes: 2 })).toEqual([]);
      await countOf(orders[3]!, 9);
      expect(subjects(await fullCheck(pool, { log, size: 3, lanes: 2 }))).toEqual([
        `I16 collect_order ${orders[3]}`,
      ]);
    } finally {
      written.abort();
      await Promise.all(writers);
      await countOf(orders[3]!, 0);
    }
  });

  it('names at most a hundred rows of one invariant', async () => {
    const many = `insert into sys_user (id, tenant_id, org_id, account, password_hash, real_name)
      select $1::bigint + n, $2, $3, 'many ' || n, '', 'many' from generate_series(1, 150) n`;
    await owner.query(many, [newId(), world().tenantId, world().orgId]);
    await owner.query(
      `insert into user_otp (id, tenant_id, user_id, status, last_step)
       select id, tenant_id, id, 1, 0 from sys_user where real_name = 'many'`,
    );
    await owner.query(
      `insert into otp_use (user_id, step, action, command_key)
       select id, 1, 'a', id::text from sys_user where real_name = 'many'`,
    );
    expect(await fullCheck(pool, { log, size: 7 })).toHaveLength(100);
    await owner.query('delete from otp_use');
  });
});

describe('what changed', () => {
  const found = async (since: Date): Promise<string[]> => {
    const faults: Fault[] = [];
    await withCheck(pool, (check) =>
      checkChanges(check, since, async (named) => void faults.push(...named), true),
    );
    return subjects(faults);
  };

  it('is new rows, and older orders that something was written about', async () => {
    const old = orders[1]!;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const since = new Date();
    await countOf(old, 4);
    try {
      const fresh = await paidOrder(pool, world());
      await countOf(fresh, 4);
      expect(await found(since)).toEqual([`I16 collect_order ${fresh}`]);
      await settleDirectly(pool, orders[7]!);
      await pool.query(
        `insert into order_log (id, order_id, order_no, merchant_id, event, operator, resource)
         select $1, id, order_no, merchant_id, 'notify', 'tester', 'collectOrder' from collect_order where id = $2`,
        [newId(), old],
      );
      expect(await found(since)).toEqual([`I16 collect_order ${fresh}`, `I16 collect_order ${old}`]);
      await countOf(fresh, 0);
    } finally {
      await countOf(old, 0);
    }
  });

  it('is checked from where the last round came to, whatever the day brought', async () => {
    await monitorRound(pool, 'daily', log);
    const { rows } = await pool.query(`select checked_to from invariant_mark where name = 'daily'`);
    await monitorRound(pool, 'daily', log);
    const { rows: next } = await pool.query(`select checked_to from invariant_mark where name = 'daily'`);
    expect(next[0].checked_to.getTime()).toBeGreaterThan(rows[0].checked_to.getTime());
  });

  it('clears an alert of a balance once the balance is right', async () => {
    const off = (by: string) =>
      owner.query('update merchant_asset set available = available + $2::numeric where merchant_id = $1', [
        world().merchantId,
        by,
      ]);
    await off('1');
    const raised = await monitorRound(pool, 'daily', log);
    expect(raised.map(({ invariant }) => invariant)).toEqual(['I03']);
    await off('-1');
    expect(await monitorRound(pool, 'changes', log)).toEqual([]);
    expect((await pool.query('select from invariant_alert')).rowCount).toBe(0);
  });
});
