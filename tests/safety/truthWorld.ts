import fc from 'fast-check';
import { expireOrder, submitOrder, succeedOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { Refused } from '../../server/platform/http/refused.ts';
import type { TestServer } from '../support/server.ts';
import { type BankWorld, billsOf, orderOf, stamp, suspendedOf, take } from '../api/bankWorld.ts';
import type { Hand } from './withdrawalWorld.ts';
import { openOrder, utr } from './world.ts';

/** Two orders and the three payments that the bank really received, of which the first two are theirs. */

const ORDERS = 2;
const PAYMENTS = 3;

const order = fc.nat(ORDERS - 1);
const payment = fc.nat(PAYMENTS - 1);
/** References of the payments, and one of none: what a person may type. */
const reference = fc.nat(PAYMENTS);

/** What happens before all of the truth is reported. People mistype and mismatch; upstream and bank report the truth, in part. */
export const happening = fc.oneof(
  fc.record({ kind: fc.constant('upstream'), order, named: fc.boolean() }),
  fc.record({ kind: fc.constant('line'), payment, match: fc.boolean() }),
  fc.record({ kind: fc.constant('forceConfirm'), order, reference }),
  fc.record({ kind: fc.constant('correctReference'), order, reference, exchange: fc.boolean() }),
  fc.record({ kind: fc.constant('repairProof'), order, reference }),
  fc.record({ kind: fc.constant('match'), payment, order }),
  fc.record({ kind: fc.constant('unmatch'), payment }),
  fc.record({ kind: fc.constant('settle'), order }),
  fc.record({ kind: fc.constant('expire'), order }),
);
export type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

/** How the payments look: all of one sum or not, and whether the first line names its reference. */
export const setting = fc.record({ alike: fc.boolean(), blank: fc.boolean() });
export type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never;

export interface Cast {
  server: TestServer;
  world: BankWorld;
  person: Hand;
}

export class TruthWorld {
  readonly #cast: Cast;
  readonly #amounts: readonly string[];
  readonly #references = Array.from({ length: PAYMENTS + 1 }, utr);
  readonly #numbers = Array.from({ length: ORDERS }, newId);
  readonly #blank: boolean;
  readonly #lines = new Map<number, string>();
  #orders: string[] = [];

  constructor(cast: Cast, { alike, blank }: Setting) {
    this.#cast = cast;
    this.#amounts = alike ? ['700', '700', '700'] : ['700', '710', '720'];
    this.#blank = blank;
  }

  async open(): Promise<void> {
    const { pool } = this.#cast.server.database;
    for (const amount of this.#amounts.slice(0, ORDERS)) {
      const id = await openOrder(pool, this.#cast.world, { amount });
      await transact(pool, (tx) => submitOrder(tx, id));
      this.#orders.push(id);
    }
  }

  async happen(what: Happening): Promise<void> {
    switch (what.kind) {
      case 'upstream':
        return this.#notice(what.order, what.named);
      case 'line':
        return this.#came(what.payment, what.match);
      case 'match':
        return this.#match(what.payment, what.order);
      case 'unmatch':
        return this.#unmatch(what.payment);
      case 'settle':
        return this.#act('settle', what.order, {});
      case 'expire':
        return this.#expire(what.order);
      case 'correctReference':
        return this.#correct(what.order, what.reference, what.exchange);
      case 'repairProof':
        return this.#act(what.kind, what.order, { utr: this.#references[what.reference] });
      case 'forceConfirm':
        return this.#coded(what.kind, what.order, what.reference);
    }
  }

  /** Bank and upstream have reported everything, and people correct what they can. */
  async tellAll(): Promise<void> {
    for (let at = 0; at < ORDERS; at += 1) await this.#notice(at, true);
    for (let at = 0; at < PAYMENTS; at += 1) await this.#came(at, true);
    for (let at = 0; at < ORDERS; at += 1) await this.#correct(at, at, true);
    for (let at = 0; at < ORDERS; at += 1) await this.#match(at, at);
  }

  /** What the books say came in for the orders, and what the bank knows to have come for them. */
  async books(): Promise<{ booked: number; came: number; looksAt: number }> {
    let booked = 0;
    for (const [at, id] of this.#orders.entries()) {
      const { status } = await orderOf(this.#cast.server, id);
      booked +=
        (status === 2 ? Number(this.#amounts[at]) : 0) + Number(await suspendedOf(this.#cast.server, id));
    }
    const { rows } = await this.#cast.server.database.pool.query<{ third: boolean; looksAt: number }>(
      `select exists (select from bank_bill where id = $1 and status in (1, 2)) as third,
         (select count(*)::int from review_item where order_id = any($2) and status = 'open')
         + (select count(*)::int from collect_order where id = any($2) and status = 7) as "looksAt"`,
      [this.#lines.get(PAYMENTS - 1) ?? null, this.#orders],
    );
    const { third, looksAt } = rows[0]!;
    const came = this.#amounts
      .slice(0, third ? PAYMENTS : ORDERS)
      .reduce((sum, each) => sum + Number(each), 0);
    return { booked, came, looksAt };
  }

  /** Orders that are paid while their payment's reference proves another one, and that nobody is asked to look at. */
  async unreviewedConflicts(): Promise<string[]> {
    const { rows } = await this.#cast.server.database.pool.query<{ orderNo: string }>(
      `select o.order_no as "orderNo" from unnest($1::bigint[], $2::text[]) as own (id, reference)
       join collect_order o on o.id = own.id and o.status = 2
       join collect_order x on x.id = any($1) and x.id <> o.id and x.status = 2 and x.utr = own.reference
       where not exists (select from review_item r where r.order_id = o.id and r.status = 'open')`,
      [this.#orders, this.#references.slice(0, ORDERS)],
    );
    return rows.map(({ orderNo }) => orderNo);
  }

  async #notice(at: number, named: boolean): Promise<void> {
    await transact(this.#cast.server.database.pool, (tx) =>
      succeedOrder(tx, this.#orders[at]!, {
        paidAmount: this.#amounts[at]!,
        utr: named ? this.#references[at]! : undefined,
        upstreamOrderNo: this.#numbers[at]!,
      }),
    );
  }

  async #came(at: number, match: boolean): Promise<void> {
    if (this.#lines.has(at)) return;
    const { server, world } = this.#cast;
    const named = this.#blank && at === 0 ? '' : this.#references[at]!;
    const text = `${stamp()},${named},${this.#amounts[at]},,Payer ${at},${newId()}`;
    const [bill] = await billsOf(server, await take(server, world, text, match));
    this.#lines.set(at, bill!.id);
  }

  async #expire(at: number): Promise<void> {
    const { pool } = this.#cast.server.database;
    await transact(pool, (tx) => expireOrder(tx, this.#orders[at]!)).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  }

  #correct(at: number, reference: number, exchange: boolean): Promise<void> {
    return this.#coded('correctReference', at, reference, { exchange });
  }

  #coded(kind: string, at: number, reference: number, more: object = {}): Promise<void> {
    const stated = { utr: this.#references[reference], reason: 'seen', ...more };
    return this.#act(kind, at, { ...stated, otp: this.#cast.person.phone.code() });
  }

  /** Refusals are no faults: a command that fails otherwise throws. */
  async #act(action: string, at: number, input: object): Promise<void> {
    await this.#cast.person.client.command(`collectOrder/${action}`, { ids: [this.#orders[at]!], input });
  }

  async #match(line: number, at: number): Promise<void> {
    const id = this.#lines.get(line);
    if (id === undefined) return;
    const { orderNo } = await orderOf(this.#cast.server, this.#orders[at]!);
    await this.#cast.world.finance.command('bankBill/match', { ids: [id], input: { orderNo } });
  }

  async #unmatch(line: number): Promise<void> {
    const id = this.#lines.get(line);
    if (id !== undefined) await this.#cast.world.finance.command('bankBill/unmatch', { ids: [id] });
  }
}
