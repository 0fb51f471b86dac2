import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, type Held, type Report, reportsOf } from './behaviours.ts';
import { digits } from '../draw.ts';
import { sendReport } from './sendReport.ts';

/** As upstreams do: a report that is not taken is sent again, later each time. */
const MAX_TRIES = 6;
const AGAIN_MS = 1_000;

/** What a sandbox that was restarted learns of an order that it took before. */
export type Remembered = Pick<Held, 'code' | 'kind' | 'amount' | 'currency' | 'upstreamOrderNo'>;

export interface OrderOptions {
  /** The shared secret of an upstream, by its code. */
  secretOf: (code: string) => string | Promise<string>;
  /** Where reports of that upstream go. */
  notifyUrl: (code: string) => string;
  /** Before the first report; the behaviour `delays` waits `delayMs` on top. */
  reportAfterMs: number;
  recall?: (orderNo: string) => Promise<Remembered | undefined>;
}

/** The orders that the sandbox was asked to carry out, and what it reports of them. */
export class SandboxOrders {
  readonly #options: OrderOptions;
  readonly #orders = new Map<string, Held>();
  readonly #counts = new Map<string, number>();
  readonly #stopping = new AbortController();
  readonly #reporting = new Set<Promise<void>>();

  constructor(options: OrderOptions) {
    this.#options = options;
  }

  take(code: string, kind: Held['kind'], behaviour: Behaviour, body: Record<string, string>): Held {
    const orderNo = body.orderNo ?? '';
    this.#counts.set(orderNo, this.submissionsOf(orderNo) + 1);
    const held: Held = {
      code,
      kind,
      orderNo,
      upstreamOrderNo: `SB${digits(14)}`,
      amount: body.amount ?? '0',
      currency: body.currency ?? '',
      utr: digits(12),
      behaviour,
      state: behaviour === 'resets' || behaviour === 'gateway' ? 'paid' : 'pending',
    };
    this.#orders.set(orderNo, held);
    return held;
  }

  held(orderNo: string): Held | undefined {
    return this.#orders.get(orderNo);
  }

  submissionsOf(orderNo: string): number {
    return this.#counts.get(orderNo) ?? 0;
  }

  /** An order it has in memory, else one that it took before a restart: a payout of then was carried out. */
  async known(orderNo: string): Promise<Held | undefined> {
    const held = this.#orders.get(orderNo);
    if (held) return held;
    const past = await this.#options.recall?.(orderNo);
    if (!past) return undefined;
    const state = past.kind === 'pay' ? 'paid' : 'pending';
    const made: Held = { ...past, orderNo, utr: digits(12), behaviour: 'pays', state };
    this.#orders.set(orderNo, made);
    return made;
  }

  /** Reports an order as its behaviour says, `delayMs` later than others. */
  report(held: Held, delayMs: number): void {
    // A report that could not be made is not made: nobody waits for it, and the order is asked about.
    const work = this.#report(held, delayMs)
      .catch(() => undefined)
      .finally(() => this.#reporting.delete(work));
    this.#reporting.add(work);
  }

  /** Ends all waits and lets what is being sent finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#reporting);
  }

  async #report(held: Held, delayMs: number): Promise<void> {
    const { signal } = this.#stopping;
    await sleep(this.#options.reportAfterMs + delayMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const reports = reportsOf(held);
    if (reports.length > 0) held.state = reports[0]!.state;
    // Duplicates come all at once, as a stuttering queue sends them; others in their order.
    if (held.behaviour === 'duplicates') await Promise.all(reports.map((one) => this.#send(held, one)));
    else for (const one of reports) await this.#send(held, one);
  }

  async #send(held: Held, report: Report): Promise<void> {
    const { notifyUrl, secretOf } = this.#options;
    const { code } = held;
    const { signal } = this.#stopping;
    for (let tries = 1; !signal.aborted; tries += 1) {
      const sent = await this.#attempt(notifyUrl(code), () => secretOf(code), held, report);
      if (sent || tries >= MAX_TRIES) return;
      await sleep(AGAIN_MS * tries, undefined, { signal }).catch(() => undefined);
    }
  }

  /** False where it should be sent again: the secret could not be read, or the receiver asks for it later. */
  async #attempt(
    url: string,
    readSecret: () => string | Promise<string>,
    held: Held,
    report: Report,
  ): Promise<boolean> {
    try {
      return (await sendReport(url, await readSecret(), held, report, this.#stopping.signal)) !== 503;
    } catch {
      return false;
    }
  }
}
