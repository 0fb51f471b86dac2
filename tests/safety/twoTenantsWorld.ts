import type { Pool } from 'pg';
import type { ActionResult } from '../../contract/calls.ts';
import { OWN_WORDS } from '../../contract/resources/orders/approval.ts';
import { Amount } from '../../contract/money.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import { snake } from '../../server/engine/sql.ts';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import { newId } from '../../server/platform/db/id.ts';
import type { TestServer } from '../support/server.ts';
import type { Draws, Known } from './attackInput.ts';
import { Attack, type AttackingTenant } from './attackWorld.ts';
import type { Hand } from './withdrawalWorld.ts';
import { utr } from './world.ts';

/** Two tenants side by side: what belongs to each, and the platform's people who decide about what both of them file. */

export const KINDS_OF_TENANT = ['staff', 'staff', 'merchant', 'agent'] as const;

type Row = Record<string, unknown> & { id: string };

/** One sequence of a tenant, whose merchant's and agent's people are those of its merchants. */
export class Side {
  readonly attack: Attack;
  readonly tenant: AttackingTenant;
  private readonly pool: Pool;

  private constructor(attack: Attack, tenant: AttackingTenant) {
    this.attack = attack;
    this.tenant = tenant;
    this.pool = tenant.server.database.pool;
  }

  static async begin(tenant: AttackingTenant): Promise<Side> {
    const attack = await Attack.begin(tenant);
    const { pool } = tenant.server.database;
    const [merchant, , agent] = attack.merchants;
    for (const [at, id] of [
      [2, merchant],
      [3, agent],
    ] as const)
      await pool.query('update sys_user set merchant_id = $2 where id = $1', [tenant.people[at]!.id, id]);
    sessionState(pool).forgetPeople();
    return new Side(attack, tenant);
  }

  /** Rows of the tenant in any table that has tenants or merchants. */
  private async ofTable(table: string, row = 0): Promise<Row | undefined> {
    const columns = await columnsOf(this.pool);
    const where = columns.get(table);
    if (where === undefined) return undefined;
    const { rows } = await this.pool.query<Row>(
      `select * from ${table} where ${where} order by id desc limit 12`,
      [this.tenant.tenantId],
    );
    return rows[row % Math.max(rows.length, 1)];
  }

  /** What an attacker of the other tenant names: rows of this one, of each resource. */
  readonly asSeenAbroad: Pick<Attack, 'known' | 'rowFor'> = {
    known: async (): Promise<Known> => {
      const refs = new Map<string, string | undefined>();
      for (const { id } of resources.values()) refs.set(id, (await this.ofTable(snake(id)))?.id);
      return { ...(await this.attack.known()), refs: (name) => refs.get(name) };
    },
    rowFor: ({ id }: Resource, row: number) => this.ofTable(snake(id), row) as Promise<Row | undefined>,
  };

  /** A digest of each table's rows of this tenant. */
  async digest(): Promise<Readonly<Record<string, string>>> {
    const columns = await columnsOf(this.pool);
    const one = ([table, where]: readonly [string, string]) =>
      `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
       from ${table} t where ${where}`;
    const { rows } = await this.pool.query<{ name: string; digest: string }>(
      [...columns].map(one).join(' union all '),
      [this.tenant.tenantId],
    );
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  }

  /** What only this tenant's people know: names and numbers that no answer to others may hold. */
  async secrets(): Promise<string[]> {
    const { rows } = await this.pool.query<{ text: string }>(
      `select name as text from merchant where tenant_id = $1
       union select order_no from collect_order o join merchant m on m.id = o.merchant_id where m.tenant_id = $1
       union select order_no from pay_order o join merchant m on m.id = o.merchant_id where m.tenant_id = $1
       union select account from sys_user where tenant_id = $1
       union select name from sys_org where tenant_id = $1
       union select name from bank_account where tenant_id = $1`,
      [this.tenant.tenantId],
    );
    return rows.map(({ text }) => text).filter((text) => text.length > 8);
  }
}

/** Each table with the rows of a tenant in it, and the condition that finds them. */
const columnsFound = new WeakMap<Pool, Map<string, string>>();
async function columnsOf(pool: Pool): Promise<Map<string, string>> {
  const known = columnsFound.get(pool);
  if (known) return known;
  const { rows } = await pool.query<{ table: string; column: string; readable: boolean }>(
    `select c.relname as table, a.attname as column, has_table_privilege(c.oid, 'select') as readable
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname in ('tenant_id', 'merchant_id') and exists (
         select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id')
     order by 1, 2 desc`,
  );
  const found = new Map<string, string>();
  for (const { table, column, readable } of rows) {
    // What somebody did is logged a moment later.
    if (!readable || found.has(table) || table.startsWith('sys_log_')) continue;
    const ofMerchants = 'merchant_id in (select id from merchant where tenant_id = $1)';
    found.set(table, column === 'tenant_id' ? 'tenant_id = $1' : ofMerchants);
  }
  columnsFound.set(pool, found);
  return found;
}

interface Decision {
  resource: string;
  verb: string;
  input?: (row: Row, hand: Hand) => Record<string, unknown>;
}

const reason = { reason: 'the platform' };
/** What the platform's people say to what tenants file, each way. */
const DECISIONS: readonly (Decision & { of: Record<string, unknown> })[] = [
  ...['adjustment', 'manualOrder', 'rechargeOrder'].flatMap((resource) => [
    { resource, verb: 'approve', of: { status: [1] } },
    { resource, verb: 'approve', of: { status: [1] } },
    { resource, verb: 'reject', of: { status: [1] }, input: () => reason },
  ]),
  { resource: 'approval', verb: 'agree', of: { outcome: ['waiting'] }, input: agreed },
  { resource: 'approval', verb: 'agree', of: { outcome: ['waiting'] }, input: agreed },
  { resource: 'approval', verb: 'refuse', of: { outcome: ['waiting'] }, input: () => reason },
  { resource: 'payOrder', verb: 'approve', of: {} },
  { resource: 'payOrder', verb: 'deny', of: {}, input: () => reason },
  { resource: 'withdrawal', verb: 'confirmRate', of: {}, input: () => ({ exchangeRate: '88' }) },
  {
    resource: 'withdrawal',
    verb: 'complete',
    of: {},
    input: (_row, hand) => ({ transactionHash: newId().padStart(64, 'c'), otp: hand.phone.code() }),
  },
  {
    resource: 'withdrawal',
    verb: 'refund',
    of: {},
    input: (_row, hand) => ({ ...reason, otp: hand.phone.code() }),
  },
  {
    resource: 'collectOrder',
    verb: 'forceConfirm',
    of: {},
    input: (_row, hand) => ({ ...reason, utr: utr(), otp: hand.phone.code() }),
  },
];

function agreed(row: Row, hand: Hand): Record<string, unknown> {
  const words = Object.fromEntries(
    OWN_WORDS.flatMap((name) => (typeof row[name] === 'string' ? [[name, row[name]]] : [])),
  );
  return { ...reason, ...words, otp: hand.phone.code() };
}

export interface Decided {
  name: string;
  /** `done`, or the code of its refusal. */
  outcome: string;
  /** The most that the platform agreed to owe by it. */
  allowed: Amount;
  /** What an agent earns of it later, as it is settled. */
  share: Amount;
}

const isCollected = (resource: string, { command }: Row): boolean =>
  resource === 'collectOrder' || (resource === 'approval' && command === 'forceConfirm');

/** The next decision, from the drawn one on, for which something is there. */
async function firstWaiting(
  hand: Hand,
  side: Side,
  draw: number,
): Promise<(Decision & { items: Row[] }) | undefined> {
  for (let at = 0; at < DECISIONS.length; at += 1) {
    const decision = DECISIONS[(draw + at) % DECISIONS.length]!;
    const asked = { ...decision.of, merchantId: side.attack.merchants, page: 1, pageSize: 12 };
    const { items } = await hand.client.call<{ items: Row[] }>(`${decision.resource}/page`, asked);
    if (items.length > 0) return { ...decision, items };
  }
  return undefined;
}

/** One decision of the platform's people about what a tenant filed; undefined where nothing waits. */
export async function decide(
  server: TestServer,
  people: readonly Hand[],
  side: Side,
  { row, amount, flag }: Draws,
): Promise<Decided | undefined> {
  const hand = people[flag ? 0 : 1]!;
  const waiting = await firstWaiting(hand, side, amount);
  if (!waiting) return undefined;
  const { resource, verb, input, items } = waiting;
  const found = items[row % items.length]!;
  const body = { ids: [found.id], ...(input && { input: input(found, hand) }) };
  const answer = await hand.client.ask<ActionResult | null>(`${resource}/${verb}`, body, {
    'Idempotency-Key': newId(),
  });
  const outcome =
    answer.body.code === 200
      ? (answer.body.result?.refused?.[0]?.code ?? 'done')
      : answer.body.extras?.errorCode;
  const filed = new Amount(String(found.amount ?? 0)).abs();
  // What is given back of a payout is its amount with its fee.
  return {
    name: `${resource}/${verb}`,
    outcome: String(outcome),
    allowed: filed.times('1.01').plus(2),
    share: isCollected(resource, found)
      ? side.attack.shareOf(String(found.merchantId), filed.toString())
      : new Amount(0),
  };
}
