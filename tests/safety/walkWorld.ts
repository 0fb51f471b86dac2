import type { ActionResult } from '../../contract/calls.ts';
import type { Resource } from '../../contract/resource.ts';
import { submitOrder } from '../../server/domain/orders/collect/collect.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { type BankWorld, makePayingBankWorld } from '../api/bankWorld.ts';
import { demoWorld, PASSWORD as DEMO_PASSWORD } from '../api/demoWorld.ts';
import type { Ground } from '../api/keyedCases.ts';
import type { Sql } from '../api/writeBodies.ts';
import { bindOtp } from '../support/otp.ts';
import type { PayoutWorld } from './payoutWorld.ts';
import { makeStaff, PASSWORD } from './staff.ts';
import { plantFlow } from './flowWorld.ts';
import type { Hand } from './withdrawalWorld.ts';
import { openOrder, type World } from './world.ts';

/** Payouts and force confirmations above it wait for a second person. */
const ASKS_ABOVE = '5000';
/** An amount above that. */
export const LARGE = '6000';

/** A demo, and a platform next to it with two of the staff who may do everything. */
export interface WalkWorld extends Ground {
  sql: Sql;
  world: PayoutWorld & BankWorld;
  maker: Hand;
  checker: Hand;
}

/** What is sent for an action; the walk adds the one-time password where the definition asks for one. */
export interface WalkCase {
  /** The maker where it is not given. */
  who?: Hand;
  /** None for an action that makes a row. */
  ids?: readonly string[];
  input?: Record<string, unknown>;
}
export type MakeCase = (walk: WalkWorld) => Promise<WalkCase>;
/** A case of each action; a missing one is a type error. */
export type Cases<R extends Resource & { actions: object }> = Readonly<Record<keyof R['actions'], MakeCase>>;

async function handOf(walk: Pick<WalkWorld, 'server'>, of: World): Promise<Hand> {
  const [person] = await makeStaff(walk.server.database.pool, of, 1);
  const { id, account } = person!;
  return { id, phone: await bindOtp(walk.server, id), client: await walk.server.signIn(account, PASSWORD) };
}

export async function walkWorld(): Promise<WalkWorld> {
  const server = await demoWorld(40);
  const { pool } = server.database;
  const sql: Sql = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows as T[];
  const admin = await server.signIn('admin', DEMO_PASSWORD);
  const [person] = await sql<{ id: string; tenantId: string; orgId: string }>(
    `select id::text, tenant_id::text as "tenantId", org_id::text as "orgId" from sys_user where account = 'admin'`,
  );
  const { id: adminId, ...tenant } = person!;
  // One of each currency is there already, and a second is refused.
  await sql('delete from withdrawal_term');
  await sql('delete from approval_rule');
  const world = await makePayingBankWorld(server, '90000', tenant.tenantId);
  for (const action of ['collectOrder:forceConfirm', 'payOrder:approve'])
    await plantFlow(pool, world, { action, limit: ASKS_ABOVE, merchantId: world.merchantId });
  const [maker, checker] = [await handOf({ server }, world), await handOf({ server }, world)];
  return { server, admin, adminId, tenant, sql, world, maker, checker };
}

const RENEW_MS = 3 * 60_000;
const renewedAt = new WeakMap<WalkWorld, number>();

/** Renews the sessions of a walk in time: each code moves its clock on by half a minute, and a token lives for ten. */
export async function renewSessions(walk: WalkWorld): Promise<void> {
  const now = walk.server.clock.now().getTime();
  if (now - (renewedAt.get(walk) ?? 0) < RENEW_MS) return;
  renewedAt.set(walk, now);
  for (const client of [walk.admin, walk.maker.client, walk.checker.client, walk.world.finance]) {
    const { headers } = await client.ask(`sysAuth/refreshToken?accessToken=${client.token}`);
    client.token = headers.get('access-token') ?? '';
    client.refresh = headers.get('x-access-token') ?? '';
  }
}

/** An action on the way to a case. @throws Error where a row of it is refused */
export async function act(
  path: string,
  ids: readonly string[],
  { client }: Hand,
  input?: Record<string, unknown>,
): Promise<ActionResult> {
  const answer = await client.command<ActionResult>(path, { ids, ...(input && { input }) });
  if (answer.refused.length > 0) throw new Error(`${path}: ${JSON.stringify(answer.refused)}`);
  return answer;
}

/** A collection order that waits for its money. */
export async function payingOrder({ server, world }: WalkWorld, amount = '1000'): Promise<string> {
  const { pool } = server.database;
  const id = await openOrder(pool, world, { amount });
  await transact(pool, (tx) => submitOrder(tx, id));
  return id;
}

export const CALLBACK = 'https://merchant.example/hear';
export const REASON = { reason: 'the walk' };
