import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { readinessOf } from '../support/readiness.ts';
import { type Client, client } from '../support/client.ts';
import { openTempFolder } from '../support/folder.ts';
import { startTwoServers, type TwoServers } from './twoServers.ts';
import { openOrder } from './world.ts';

const TEXTS = {
  en: /^The clock of this server is off by 1(49|50|51) s, nothing was changed; please try again shortly/,
  'zh-CN': /^此服务器的时钟偏差 1(49|50|51) 秒，未作任何更改/,
  'zh-TW': /^此伺服器的時鐘偏差 1(49|50|51) 秒，未作任何變更/,
};

describe('a server whose clock is off', () => {
  const folder = openTempFolder('clockOff');
  const shiftFile = join(folder, 'shift');
  let two: TwoServers;
  let good: Client;
  let off: Client;
  let orderId: string;

  beforeAll(async () => {
    const preload = join(import.meta.dirname, '../support/shiftedClock.mjs');
    two = await startTwoServers({}, [
      {},
      {
        NODE_OPTIONS: `--import=${preload}`,
        CLOCK_SHIFT_MS: '-150000',
        CLOCK_SHIFT_FILE: shiftFile,
      },
    ]);
    good = await two.signIn(two.servers[0], two.people[0]!);
    off = client(two.servers[1].base, good.token, good.refresh);
    orderId = await openOrder(two.database.pool, two.world, { merchantId: two.world.merchantId });
  });
  afterAll(async () => {
    await two.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const shift = (ms: number) => {
    writeFileSync(shiftFile, String(ms));
    process.kill(two.servers[1].pid, 'SIGUSR2');
  };
  const ready = () => readinessOf(two.servers[1].base);
  const claim = (who: Client, language = 'en') =>
    who.ask<ActionResult>(
      'collectOrder/claim',
      { ids: [orderId] },
      { 'Idempotency-Key': crypto.randomUUID(), 'Accept-Language': language },
    );
  const order = async () => {
    const { rows } = await two.database.pool.query<{ claimedBy: string | null; claimedAt: Date | null }>(
      'select claimed_by::text as "claimedBy", claimed_at as "claimedAt" from collect_order where id = $1',
      [orderId],
    );
    return rows[0]!;
  };
  const databaseNow = async () => {
    const { rows } = await two.database.pool.query<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]!.now.getTime();
  };
  const OFF = ["the clock of this server differs from the database's by more than 2 s"];

  it('says so, shows what there is, and refuses to change anything in the language of the caller', async () => {
    await expect.poll(ready).toEqual({ status: 503, reasons: OFF });
    const again = await two.signIn(two.servers[1], two.people[1]!);
    expect((await again.call<{ items: unknown[] }>('collectOrder/page', {})).items).toHaveLength(1);
    for (const [language, text] of Object.entries(TEXTS)) {
      const { body } = await claim(off, language);
      expect(body.extras).toMatchObject({ errorCode: 'clockOff' });
      expect(body.message).toMatch(text);
    }
    const { headers } = await off.ask('sysConfig/sysInfo');
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - (await databaseNow()))).toBeLessThan(5_000);
    const signed = await fetch(`${two.servers[1].base}/upstream/none/notify`, { method: 'POST', body: '{}' });
    expect(signed.status).toBe(503);
    expect((await order()).claimedBy).toBe(null);
  });

  it('writes by the clock of the database within 5 s, as soon as it is', async () => {
    shift(-3_500);
    let asked = 0;
    const tryClaim = async () => {
      asked = await databaseNow();
      return (await claim(off)).body.result?.done;
    };
    await expect.poll(tryClaim).toEqual([orderId]);
    expect(await ready()).toEqual({ status: 503, reasons: OFF });
    const { claimedBy, claimedAt } = await order();
    expect(claimedBy).toBe(two.people[0]!.id);
    expect(claimedAt!.getTime()).toBeGreaterThan(asked - 500);
    expect(claimedAt!.getTime()).toBeLessThan((await databaseNow()) + 500);
    shift(0);
    await expect.poll(async () => (await ready()).status).toBe(200);
  });
});
