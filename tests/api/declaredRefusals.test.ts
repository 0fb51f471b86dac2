import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASKED } from '../../contract/asked.ts';
import type { ActionResult, Row } from '../../contract/calls.ts';
import { CLAIM_IDLE_MS } from '../../contract/claim.ts';
import { dictValue } from '../../contract/dicts.ts';
import { guardAllows } from '../../contract/guard.ts';
import { refusalOfRow } from '../../contract/refusal.ts';
import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import type { Client } from '../support/client.ts';
import { type EngineWorld, engineWorld } from './engineWorld.ts';

/**
 * A refusal is declared once: the toolbar, the locked row and the estimate of a bulk agree about every row, whoever
 * holds it, with and without a callback address, settled or not.
 */

const resource = collectOrder as typeof collectOrder & {
  actions: Record<string, typeof collectOrder.actions.claim>;
};
const ACTIONS = Object.entries(collectOrder.actions).filter(([, action]) => 'refuses' in action);
const INPUT: Readonly<Record<string, unknown>> = { utr: '123456789012', reason: 'a reason' };

let world: EngineWorld;
const ids: string[] = [];

const statusOf = (name: string) => dictValue('collectStatusEnum', name);
const pool = () => world.server.database.pool;

/** Takes the buttons of a supervisor from the role that a person has. */
async function withoutSupervision(userId: string): Promise<void> {
  await pool().query(
    `delete from sys_role_menu where role_id in (select role_id from sys_user_role where user_id = $1)
       and menu_id in (select id from sys_menu where permission like '%:supervise')`,
    [userId],
  );
}

beforeAll(async () => {
  world = await engineWorld();
  await withoutSupervision(world.userIds.branch);
  const { branch, all } = world.userIds;
  const claims = [
    [null, 0],
    [branch, 0],
    [all, 0],
    [branch, CLAIM_IDLE_MS + 60_000],
    [all, CLAIM_IDLE_MS + 60_000],
  ] as const;
  for (const make of ['order', 'paid'] as const)
    for (const callbackUrl of [null, 'https://shop.example/paid'])
      for (const [holder, idleMs] of claims) {
        const id = await world[make]('lone', { amount: '100' });
        const text = `update collect_order set callback_url = $2, claimed_by = $3::bigint,
          status = case when status = $5 then $6 else status end, claimed_at = case when $3::bigint is not null then now() - $4 * interval '1 ms' end where id = $1`;
        const becomes = callbackUrl === null ? 'created' : 'paying';
        const values = [id, callbackUrl, holder, idleMs, statusOf('created'), statusOf(becomes)];
        await pool().query(text, values);
        ids.push(id);
      }
  // Half of the paid ones are settled.
  const paid = ids.slice(ids.length / 2).filter((_, at) => at % 2 === 0);
  await world.as.admin.command('collectOrder/batchSettle', { ids: paid });
});
afterAll(() => world.stop());

const dryRun = (client: Client, name: string, of: readonly string[]) => {
  const { input } = collectOrder.actions[name as 'forceConfirm'];
  const typed = Object.fromEntries(
    Object.keys(input ?? {}).flatMap((field) => (field in INPUT ? [[field, INPUT[field]]] : [])),
  );
  return client.call<ActionResult>(`collectOrder/${name}`, {
    ids: of,
    dryRun: true,
    ...(input && { input: typed }),
  });
};

/** What the toolbar says of a row. */
function predicted(name: string, row: Row, userId: string, supervises: boolean): string | undefined {
  const action = resource.actions[name]!;
  const refused = refusalOfRow(action.refuses, row, {
    userId,
    supervises,
    now: new Date(),
    asked: row[ASKED] !== null,
  });
  if (refused?.beforeGuard) return refused.code;
  return guardAllows(resource.fields, action.when, row) ? refused?.code : 'guard';
}

describe.each([
  ['branch', false],
  ['admin', true],
] as const)('%s', (who, supervises) => {
  it.each(ACTIONS)('%s', async (name, action) => {
    const client = world.as[who];
    const { items } = await client.call<{ items: Row[] }>('collectOrder/rows', { start: 0, end: 100 });
    const rows = new Map(items.map((row) => [row.id, row]));
    const codes = ids.map((id) => predicted(name, rows.get(id)!, world.userIds[who], supervises));
    expect(new Set(codes).size).toBeGreaterThan(1);
    // Each is met by a row: one that is met by none would agree with anything.
    if (!supervises) for (const { code } of resource.actions[name]!.refuses) expect(codes).toContain(code);
    const single = await Promise.all(ids.map((id) => dryRun(client, name, [id])));
    const known = single.map(({ refused }, at) => (codes[at] === undefined ? undefined : refused[0]?.code));
    expect(known).toEqual(codes);
    if (action.on !== 'many') return;
    const { impact } = await dryRun(client, name, ids);
    const counted = Object.groupBy(
      codes.filter((code) => code !== undefined),
      (code) => code,
    );
    const estimated: Record<string, number> = {};
    for (const { code, count } of impact!.refused) estimated[code] = (estimated[code] ?? 0) + count;
    expect(estimated).toEqual(
      Object.fromEntries(Object.entries(counted).map(([code, all]) => [code, all!.length])),
    );
  });
});
