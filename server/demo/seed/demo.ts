import type pg from 'pg';
import { SANDBOX_CALLBACKS } from '../sandboxAddress.ts';
import { DEMO_ORGS, type DemoStaff, seedAccounts, seedOrganisations } from './accounts.ts';
import { seedBusiness } from './demoBusiness.ts';
import { seedAlerts } from './demoAlerts.ts';
import { seedBank } from './demoBank.ts';
import { seedFiles } from './demoFiles.ts';
import { seedEntries } from './demoEntries.ts';
import { seedTools } from './demoTools.ts';
import { seedIdentity } from './demoIdentity.ts';
import {
  assets,
  COMMANDS,
  DETAILS,
  ENTRIES,
  PAYMENT_ALLOCATIONS,
  PAYMENTS,
  POSTINGS,
  ROLLUP_DETAILS,
  ROLLUP_ORDERS,
  SETTLEMENTS,
} from './demoLedger.ts';
import { orderInsert } from './demoOrders.ts';
import {
  PAY_ATTEMPTS,
  PAY_CALLBACKS,
  PAY_LOGS,
  PAY_ORDERS,
  PAY_REFERENCES,
  PAY_SCHEDULES,
  PAYOUTS,
  ROLLUP_PAYOUTS,
} from './demoPayouts.ts';
import type { OrderPlan } from './demoSql.ts';
import { hourStatements, partStatements, SCRATCH, STAGED } from './demoStage.ts';
import { ATTEMPTS, logs, SCHEDULES } from './demoTraces.ts';
import { seedNotices } from './notices.ts';
import { type Lanes, openLanes, restoreForeignKeys, restoreIndexes, suspendIndexes } from './load.ts';
import { TENANT_ID } from './base.ts';

export interface DemoOptions {
  orders: number;
  /** Of every demo account. */
  password: string;
  /** The demo's "now", cut to the minute: the same seed and anchor give the same data. */
  anchor: Date;
  log: (line: string) => void;
  secretsKey: string;
  seed?: number;
  /** Where callbacks go; the merchant's name is appended. Default: the sandbox that ships with the demo. */
  callbackBase?: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Tables that are written whole, without their indexes. */
export const LOADED = [
  'collect_order',
  'pay_order',
  'payout_reference',
  'pay_attempt',
  'journal_entry',
  'ledger_command',
  'fund_detail',
  'platform_posting',
  'order_settlement',
  'payment',
  'payment_allocation',
  'order_log',
  'callback_schedule',
  'callback',
  'merchant_asset',
  'rollup',
  'rollup_delta',
];
/** Two cores are the rule, and a third lane hides the waits for the disk. */
const LANES = 3;

/** People, merchants and routes, together with the mark that a load is under way: all of it or nothing. */
async function people(
  owner: pg.Pool,
  options: DemoOptions,
  plan: Pick<OrderPlan, 'seed' | 'anchorMs'>,
): Promise<DemoStaff> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(
      'truncate sys_notice, sys_file, sys_wechat_pay, sys_plugin, sys_code_gen, merchant, upstream, channel cascade',
    );
    await client.query(`delete from sys_org where code <> 'HQ'`);
    await client.query('delete from sys_pos');
    await seedOrganisations(client, new Date(plan.anchorMs - 300 * DAY_MS));
    const business = await seedBusiness(client, {
      seed: plan.seed,
      anchorMs: plan.anchorMs,
      tenantId: TENANT_ID,
      orgIds: DEMO_ORGS,
      secretsKey: options.secretsKey,
      callbackBase: options.callbackBase ?? SANDBOX_CALLBACKS,
    });
    const staff = await seedAccounts(client, {
      password: options.password,
      anchorMs: plan.anchorMs,
      merchantIds: business.merchantIds,
    });
    await seedNotices(client, { anchorMs: plan.anchorMs, merchantIds: business.merchantIds });
    await seedFiles(client, plan.anchorMs);
    await seedTools(client, plan.anchorMs);
    await seedIdentity(client, { anchorMs: plan.anchorMs, secretsKey: options.secretsKey });
    await client.query('commit');
    return staff;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function fill(lanes: Lanes, plan: OrderPlan, indexes: (table: string) => Promise<void>): Promise<void> {
  // Emptied in the transaction that fills it, a table of the embedded database is not written to the log as well.
  const filled = (name: string, statements: readonly string[]) =>
    lanes.run(name, ['begin', `truncate ${name}`, ...statements, 'commit']);
  const table = async (name: string, ...statements: string[]) => {
    if (statements.length > 0) await filled(name, statements);
    await indexes(name);
    await lanes.run(`vacuum ${name}`, `vacuum (analyze) ${name}`);
  };
  await lanes.run('hours', hourStatements(plan));
  await Promise.all(partStatements(plan).map((part) => lanes.run('stage', part)));
  await lanes.run('stage', STAGED);
  await lanes.run('payouts', PAYOUTS(plan));
  const money = async () => {
    await filled('fund_detail', [DETAILS]);
    await Promise.all([
      lanes.run('merchant_asset', assets(plan)),
      lanes.run('rollup', ROLLUP_DETAILS),
      table('fund_detail'),
    ]);
  };
  await Promise.all([
    money(),
    table('collect_order', orderInsert(plan)),
    table('journal_entry', ENTRIES).then(() => table('ledger_command', COMMANDS)),
    table('platform_posting', POSTINGS),
    table('pay_order', PAY_ORDERS),
    table('pay_attempt', PAY_ATTEMPTS),
    table('callback', ATTEMPTS, PAY_CALLBACKS),
    table('payout_reference', PAY_REFERENCES),
    table('callback_schedule', SCHEDULES, PAY_SCHEDULES),
    table('order_settlement', SETTLEMENTS),
    table('payment', PAYMENTS),
    table('payment_allocation', PAYMENT_ALLOCATIONS),
    table('order_log', logs(plan), PAY_LOGS),
    lanes.run('rollup', ROLLUP_ORDERS),
    lanes.run('rollup', ROLLUP_PAYOUTS),
  ]);
  await Promise.all(['merchant_asset', 'rollup', 'rollup_delta'].map((name) => table(name)));
}

/**
 * A demo that looks lived in: sixty days of orders with everything that belongs to them. Written set by set with the
 * indexes away; may be killed at any moment and begun again. Ends durable.
 */
export async function seedDemo(owner: pg.Pool, options: DemoOptions): Promise<void> {
  const anchorMs = Math.floor(options.anchor.getTime() / MINUTE_MS) * MINUTE_MS;
  const began = performance.now();
  const lanes = openLanes(owner, LANES, options.log);
  const suspended = await suspendIndexes(owner, LOADED);
  await owner.query(SCRATCH);
  const base = { orders: options.orders, seed: options.seed ?? 20_260, anchorMs };
  const plan = { ...base, ...(await people(owner, options, base)) };
  await fill(lanes, plan, (table) => restoreIndexes(lanes, suspended, table));
  await restoreForeignKeys(lanes, suspended);
  await seedBank(owner, plan);
  await seedEntries(owner, anchorMs);
  const alertsBegan = performance.now();
  await seedAlerts(owner, anchorMs);
  options.log(`alerts: ${Math.round(performance.now() - alertsBegan)} ms`);
  await owner.query(`${SCRATCH}; drop table seed_pending`);
  // A commit that waits for the disk puts everything before it there too.
  await owner.query(`select set_config('synchronous_commit', 'on', false)`);
  await owner.query('update sys_tenant set name = name');
  await owner.query(
    'analyze merchant, channel, channel_binding, extension_rate, upstream, sys_user, sys_menu',
  );
  options.log(`${options.orders} orders in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
