import type { Pool } from 'pg';
import type { Kind } from '../../contract/audience.ts';
import { Amount, feeOf } from '../../contract/money.ts';
import { type Resource, tenantsOf } from '../../contract/resource.ts';
import { permissionsFor } from '../../contract/permissions.ts';
import type { ActionResult } from '../../contract/calls.ts';
import { succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { processBatch } from '../../server/domain/reconciliation/batch.ts';
import { applyPayoutAnswer } from '../../server/domain/upstreams/payoutOutcome.ts';
import { engineOf } from '../../server/engine/shared.ts';
import { snake } from '../../server/engine/sql.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { type BankWorld, HEADER, makeBankWorld, stamp, upload } from '../api/bankWorld.ts';
import type { Answer, Client } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { addition, change, type Draws, inputFor, type Known, type Verb } from './attackInput.ts';
import { done, tried } from './modelCommands.ts';
import { makePayoutWorld, openPayout, type PayoutWorld, submitted, upstreamAnswer } from './payoutWorld.ts';
import { type Hand, hand } from './withdrawalWorld.ts';
import { makeWorld, openOrder, utr } from './world.ts';

/** What the platform's side does of itself, truly: payers pay, merchants ask for payouts, upstreams pay them or do not. */
export const EVENTS = ['order', 'paid', 'payout', 'sent', 'sentUnanswered', 'answered'] as const;
export type Event = (typeof EVENTS)[number];

const RENEW_MS = 5 * 60_000;

/** A session goes on with a pair of its own. */
export async function renew(client: Client): Promise<void> {
  const { headers } = await client.ask(`sysAuth/refreshToken?accessToken=${client.token}`);
  client.token = headers.get('access-token') ?? '';
  client.refresh = headers.get('x-access-token') ?? '';
}

/** A tenant whose people all hold every button of the product, beside the platform itself. */
export class AttackingTenant {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly people: readonly Hand[];
  readonly kinds: readonly Kind[];
  private renewedAt: number;

  private constructor(
    server: TestServer,
    tenantId: string,
    { people, kinds }: Pick<AttackingTenant, 'people' | 'kinds'>,
  ) {
    this.server = server;
    this.tenantId = tenantId;
    this.people = people;
    this.kinds = kinds;
    this.renewedAt = server.clock.now().getTime();
  }

  /** Two of the staff, or as many as a tenant has kinds of people. */
  static async enter(
    server: TestServer,
    kinds: readonly Kind[] = ['staff', 'staff'],
  ): Promise<AttackingTenant> {
    const world = await makeWorld(server.database.pool, newId());
    const people = [];
    for (const kind of kinds) {
      const merchant = { staff: undefined, merchant: world.merchantId, agent: world.agentId }[kind];
      people.push(await hand(server, world, permissionsFor(kind), merchant));
    }
    return new AttackingTenant(server, world.tenantId, { people, kinds });
  }

  /** Each code moves the clock on by half a minute, and a token lives for ten. */
  async renew(): Promise<void> {
    const now = this.server.clock.now().getTime();
    if (now - this.renewedAt < RENEW_MS) return;
    this.renewedAt = now;
    for (const { client } of this.people) await renew(client);
  }
}

/** The fields that a tenant's people of this kind have in their forms. */
function fittingFor(kind: Kind, resource: Resource): (field: string) => boolean {
  const known = tenantsOf(resource).fields;
  return (name) => {
    const field = known[name] ?? (name in resource.fields ? undefined : {});
    if (!field) return false;
    return kind === 'staff' || !('staff' in field || 'own' in field || name === 'merchantId');
  };
}

interface Payout {
  cost: string;
  hold: string;
}

/** One sequence of the tenant's commands and of true events, on merchants of its own. */
export class Attack {
  /** What came to the merchants by their upstreams, at the platform's terms. */
  confirmed = new Amount(0);
  private readonly tenant: AttackingTenant;
  private readonly world: PayoutWorld & BankWorld;
  private readonly orders: string[] = [];
  private readonly payouts: string[] = [];
  private readonly paid = new Set<string>();
  /** Payouts that an upstream truly paid. */
  private readonly left = new Map<string, Payout>();

  private constructor(tenant: AttackingTenant, world: PayoutWorld & BankWorld) {
    this.tenant = tenant;
    this.world = world;
  }

  static async begin(tenant: AttackingTenant): Promise<Attack> {
    const { server, tenantId } = tenant;
    const { pool } = server.database;
    const payouts = await makePayoutWorld(pool, () => 'http://127.0.0.1:9', 1_000, tenantId);
    const world = { ...payouts, ...(await makeBankWorld(server, payouts)) };
    (await engineOf(server.deps)).scopes.forget();
    return new Attack(tenant, world);
  }

  private get pool(): Pool {
    return this.tenant.server.database.pool;
  }

  get merchants(): string[] {
    const { agentId, merchantId, loneId } = this.world;
    return [merchantId, loneId, agentId];
  }

  private merchantOf = ({ row }: Draws): string => this.merchants[row % 2] as string;

  /** What an agent earns of an amount that was collected, once it is settled. */
  shareOf(merchantId: string, amount: string): Amount {
    return new Amount(merchantId === this.world.loneId ? 0 : feeOf(amount, '0.005', 0, 'INR'));
  }

  /** What the platform's terms leave of an amount that was collected. */
  private netOf(merchantId: string, amount: string): Amount {
    const fee = feeOf(amount, '0.02', 0, 'INR');
    return new Amount(amount).minus(fee).plus(this.shareOf(merchantId, amount));
  }

  private payoutOf(merchantId: string, amount: string): Payout {
    const hold = new Amount(amount).plus(feeOf(amount, '0.01', 2, 'INR'));
    const share = merchantId === this.world.loneId ? 0 : feeOf(amount, '0.005', 0, 'INR');
    return { hold: hold.toString(), cost: hold.minus(share).toString() };
  }

  private async rowOf(table: string, id: string): Promise<{ merchantId: string; amount: string }> {
    const { rows } = await this.pool.query<{ merchantId: string; amount: string }>(
      `select merchant_id::text as "merchantId", amount::text from ${table} where id = $1`,
      [id],
    );
    return rows[0]!;
  }

  /** One thing that truly happens; nothing where there is no row for it. */
  async happen(event: Event, draws: Draws): Promise<void> {
    const merchantId = this.merchantOf(draws);
    const amount = (draws.amount / 100).toFixed(2);
    const order = this.orders[draws.row % this.orders.length];
    const payout = this.payouts[draws.row % this.payouts.length];
    if (event === 'order') {
      const made = await tried(openOrder(this.pool, this.world, { merchantId, amount }));
      if (made) this.orders.push(made.made);
    } else if (event === 'paid') await (order && this.pay(order));
    else if (event === 'payout') {
      const made = await tried(openPayout(this.pool, this.world, { merchantId, amount }));
      if (made) this.payouts.push(made.made.id);
    } else if (payout) await this.answer(payout, event, draws);
  }

  private async pay(id: string): Promise<void> {
    if (this.paid.has(id)) return;
    this.paid.add(id);
    const { merchantId, amount } = await this.rowOf('collect_order', id);
    this.confirmed = this.confirmed.plus(this.netOf(merchantId, amount));
    const payment = { paidAmount: amount, upstreamOrderNo: `u${id}`, utr: utr() };
    await done(transact(this.pool, (tx) => succeedOrder(tx, id, payment)));
  }

  private async answer(id: string, event: Event, { flag }: Draws): Promise<void> {
    const now = this.tenant.server.clock.now();
    const attempt = async () =>
      (
        await this.pool.query<{ id: string }>(
          'select id::text from pay_attempt where order_id = $1 order by attempt desc limit 1',
          [id],
        )
      ).rows[0]?.id;
    if (event !== 'answered') {
      if (await attempt()) return;
      await done(submitted(this.pool, id, event === 'sent' ? 'accepted' : 'lost', now));
      // What has no answer was paid none the less, every other time.
      if (event === 'sentUnanswered' && flag && (await attempt())) await this.leave(id);
      return;
    }
    const last = await attempt();
    if (last === undefined) return;
    const isPaid = this.left.has(id) || flag;
    if (isPaid) await this.leave(id);
    const answer = upstreamAnswer(isPaid ? 'paid' : 'failed');
    await done(transact(this.pool, (tx) => applyPayoutAnswer(tx, id, last, answer, now)));
  }

  private async leave(id: string): Promise<void> {
    const { merchantId, amount } = await this.rowOf('pay_order', id);
    this.left.set(id, this.payoutOf(merchantId, amount));
  }

  /** What the platform owes to the tenant's merchants, and what its upstreams have paid out for them. */
  async exposure(): Promise<Amount> {
    const { rows } = await this.pool.query<{ owed: string; open: string[]; withdrawn: string }>(
      `select (select coalesce(sum(pending + available + frozen), 0)::text from merchant_asset
           where merchant_id = any($1::bigint[])) as owed,
         array(select id::text from pay_order where id = any($2::bigint[]) and status in (3, 9)) as open,
         (select coalesce(sum(amount), 0)::text from withdrawal where merchant_id = any($1::bigint[]) and status = 2) as withdrawn`,
      [this.merchants, [...this.left.keys()]],
    );
    const { owed, open, withdrawn } = rows[0]!;
    const still = new Set(open);
    let sum = new Amount(owed).plus(withdrawn);
    for (const [id, { cost, hold }] of this.left) sum = sum.plus(cost).minus(still.has(id) ? hold : 0);
    return sum;
  }

  /** What names their rows, and what they may have heard of. */
  async known(): Promise<Known> {
    const { rows } = await this.pool.query<{ no: string }>(
      `select order_no as no from collect_order where merchant_id = any($1::bigint[])
       union all select order_no from pay_order where merchant_id = any($1::bigint[]) order by 1 desc`,
      [this.merchants],
    );
    const refs: Readonly<Record<string, string>> = {
      channel: this.world.channelId,
      upstream: this.world.upstreamId,
      bankAccount: this.world.accountId,
      sysOrg: this.world.orgId,
    };
    return { merchants: this.merchants, orderNos: rows.map(({ no }) => no), refs: (name) => refs[name] };
  }

  /** A row of the resource that is the sequence's own, or anybody's where the resource has no merchants. */
  async rowFor({ id, fields, scope }: Verb['resource'], row: number) {
    const table = snake(id);
    const isOwn =
      scope === 'id' ? 'id = any($1::bigint[])' : 'merchantId' in fields && 'merchant_id = any($1::bigint[])';
    const where = isOwn || 'cardinality($1::bigint[]) > 0';
    const { rows } = await this.pool.query<{ id: string; version?: number }>(
      `select * from ${table} where ${where} order by id desc limit 12`,
      [this.merchants],
    );
    return rows[row % Math.max(rows.length, 1)];
  }

  /**
   * One command of one of the tenant's people, about their own rows or what `whose` has.
   * @returns the code of its refusal, undefined where it was done
   */
  async command(
    verb: Verb,
    person: number,
    draws: Draws,
    whose: Pick<Attack, 'known' | 'rowFor'> = this,
  ): Promise<string | undefined> {
    const answer = await this.send(verb, person, draws, whose);
    if (answer.body.code !== 200) return String(answer.body.extras?.errorCode);
    return answer.body.result?.refused?.[0]?.code;
  }

  /** The same, as it is answered. */
  async send(
    verb: Verb,
    person: number,
    draws: Draws,
    whose: Pick<Attack, 'known' | 'rowFor'>,
  ): Promise<Answer<ActionResult | null>> {
    await this.tenant.renew();
    const { client, phone } = this.tenant.people[person]!;
    const { resource, name, mode } = verb;
    const known = await whose.known();
    const row = await whose.rowFor(resource, draws.row);
    const action = resource.actions[name];
    // What they know of a form, or all that the platform's own have in theirs.
    const fits = draws.flag ? fittingFor(this.tenant.kinds[person]!, resource) : () => true;
    const fitting = (all: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(all).filter(([field]) => fits(field)));
    let body: unknown;
    if (mode === 'add') body = fitting(addition(resource, draws, known));
    else if (mode === 'action') {
      const input = { ...fitting(inputFor(verb, draws, known)), ...(action!.otp && { otp: phone.code() }) };
      body = { ...(action!.on !== 'new' && { ids: [row?.id ?? '1'] }), input };
    } else {
      const at = { id: row?.id ?? '1', version: row?.version ?? 1 };
      body = mode === 'delete' ? at : { ...at, ...change(resource, draws, known) };
    }
    const headers = { 'Idempotency-Key': newId() };
    return client.ask<ActionResult | null>(`${resource.id}/${name}`, body, headers);
  }

  /** A statement that says that an open order was paid. */
  async forgeStatement(person: number, { row }: Draws): Promise<void> {
    const { server, people } = this.tenant;
    const { rows } = await this.pool.query<{ amount: string; orderNo: string }>(
      `select trim_scale(amount)::text as amount, order_no as "orderNo" from collect_order
       where merchant_id = any($1::bigint[]) order by id desc limit 12`,
      [this.merchants],
    );
    const order = rows[row % Math.max(rows.length, 1)];
    if (!order) return;
    const line = `${HEADER}${stamp()},${utr()},${order.amount},,,${order.orderNo}\n`;
    const { client } = people[person]!;
    const { id } = await upload(server, client, this.world.accountId, line, '&autoMatch=true');
    if (id) await processBatch(server.deps, id);
  }
}
