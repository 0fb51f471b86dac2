import { createHmac } from 'node:crypto';
import { dictName } from '../../contract/dicts.ts';
import { createOrder } from '../../server/domain/orders/collect/collect.ts';
import { newId } from '../../server/platform/db/id.ts';
import { transact } from '../../server/platform/db/transaction.ts';
import { encryptSecret } from '../../server/platform/secrets.ts';
import { submitCollect } from '../../server/domain/upstreams/submitCollect.ts';
import { submitPayout } from '../../server/domain/upstreams/submitPayout.ts';
import {
  fund,
  makePayoutWorld,
  openPayout,
  type PayoutWorld,
  UPSTREAM_SECRET,
} from '../safety/payoutWorld.ts';
import { platformTenant } from '../safety/world.ts';
import { startWithUpstream, type UpstreamServer } from '../safety/upstreamServer.ts';
import { SECRETS_KEY } from '../support/server.ts';

export type Kind = 'collect' | 'pay';
export interface Order {
  kind: Kind;
  id: string;
  orderNo: string;
}
const DICT = { collect: 'collectStatusEnum', pay: 'payStatusEnum' } as const;

/** A merged channel over two upstreams that say nothing by themselves: the test speaks for them. */
export class UpstreamTalk {
  readonly #at: UpstreamServer;
  #world: PayoutWorld | undefined;
  constructor(at: UpstreamServer) {
    this.#at = at;
  }
  get server() {
    return this.#at.server;
  }
  get sandbox() {
    return this.#at.sandbox;
  }
  get pool() {
    return this.#at.server.database.pool;
  }
  get world(): PayoutWorld {
    return this.#world!;
  }
  stop = () => this.#at.stop();

  async fresh(): Promise<void> {
    this.#world = await makePayoutWorld(
      this.pool,
      (code) => `http://127.0.0.1:${this.sandbox.port}/${code}`,
      10_000,
      await platformTenant(this.pool),
    );
    await fund(this.pool, this.world.merchantId, '5000');
  }

  /** Gives the first upstream further keys of its configuration. */
  async configure(over: Record<string, unknown>): Promise<void> {
    const [code] = this.world.codes;
    const baseUrl = `http://127.0.0.1:${this.sandbox.port}/${code}`;
    const config = JSON.stringify({ baseUrl, key: 'k', secret: UPSTREAM_SECRET, ...over });
    await this.pool.query('update upstream set config = $2 where code = $1', [
      code,
      encryptSecret(SECRETS_KEY, config),
    ]);
  }

  /** An order of 1000 that was taken to its routes. */
  async submitted(kind: Kind): Promise<Order> {
    if (kind === 'pay') {
      const { id, orderNo } = await openPayout(this.pool, this.world);
      await submitPayout(this.server.deps, id);
      return { kind, id, orderNo };
    }
    const { merchantId, channelId } = this.world;
    const given = { merchantId, channelId, merchantOrderNo: `w${newId()}`, amount: '1000' };
    const { id, orderNo } = await transact(this.pool, (tx) =>
      createOrder(tx, { ...given, callbackUrl: 'https://merchant.example/hear' }),
    );
    await submitCollect(this.server.deps, id);
    return { kind, id, orderNo };
  }

  /** A signed message of one of its upstreams, "paid" unless given, and what was kept of it. */
  async tell(order: Order, content: Record<string, unknown>, code: string = this.world.codes[0]) {
    const message = { eventId: newId(), kind: order.kind, orderNo: order.orderNo, state: 'paid', ...content };
    const body = JSON.stringify(message);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const sign = createHmac('sha256', UPSTREAM_SECRET).update(`${timestamp}.${body}`).digest('hex');
    const answer = await fetch(`${this.server.base}/upstream/${code}/notify`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-sign': sign },
    });
    const { rows } = await this.pool.query<{ raw: string; verified: boolean; applied: string }>(
      'select raw, verified, applied from upstream_event where event_id = $1',
      [message.eventId],
    );
    return { status: answer.status, text: await answer.text(), body, kept: rows[0] };
  }

  async stateOf({ kind, id }: Order): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ status: number }>(
      `select status from ${kind}_order where id = $1`,
      [id],
    );
    return dictName(DICT[kind], rows[0]!.status);
  }

  async logOf({ id }: Order): Promise<{ event: string; remark: string | null }[]> {
    const { rows } = await this.pool.query<{ event: string; remark: string | null }>(
      'select event, remark from order_log where order_id = $1 order by created_at, id',
      [id],
    );
    return rows;
  }

  /** Kinds of its ledger entries, in order. */
  async entriesOf({ id }: Order): Promise<string[]> {
    const { rows } = await this.pool.query<{ kind: string }>(
      'select kind from journal_entry where order_id = $1 order by id',
      [id],
    );
    return rows.map(({ kind }) => kind);
  }
}

export async function upstreamTalk(): Promise<UpstreamTalk> {
  // Longer than any test.
  return new UpstreamTalk(await startWithUpstream(600_000));
}
