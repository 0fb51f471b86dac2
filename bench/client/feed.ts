import type { ServerResponse } from 'node:http';
import type { ChangeEvent, Row } from '../../contract/calls.ts';
import { changeFrame, helloFrame } from '../../server/api/eventStream/frames.ts';

/** Ten frames a second, as the server sends them. */
const TICK_MS = 100;
/** Rows in motion that no grid has loaded. */
const ELSEWHERE = 100_000;
/** The blocks that a grid asked for last are what it shows while it scrolls. */
const RECENT = 200;

/**
 * A live line of any pace. Each frame changes every row on screen once, whatever the pace, and the rest of it falls on
 * rows elsewhere: so the pace says what receiving costs, and the screen is as busy as ten frames a second can make it.
 */
export class Feed {
  /** Changes per second of elapsed time. */
  pace = 0;
  resources = ['collectOrder'];
  /** Ids on screen; empty: those that were loaded last. */
  shown: readonly string[] = [];
  sent = 0;
  readonly #known = new Map<string, Row>();
  readonly #recent = new Map<string, string[]>();
  #seq = 1_000_000_000;
  #at = 0;
  readonly #lines = new Set<ServerResponse>();
  readonly #timer = setInterval(() => this.#tick(), TICK_MS);
  #last = performance.now();

  open(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(helloFrame(this.#seq, new Date()));
    this.#lines.add(response);
    response.on('close', () => this.#lines.delete(response));
  }

  close(): void {
    clearInterval(this.#timer);
    for (const line of this.#lines) line.end();
  }

  /** Keeps the rows of an answer, so that they can change later. */
  learn(resource: string, answer: Buffer): void {
    if (!this.resources.includes(resource)) return;
    const { result } = JSON.parse(answer.toString()) as { result?: { items?: Row[] } };
    const items = result?.items ?? [];
    // A page of few columns takes none away.
    for (const row of items) this.#known.set(row.id, { ...this.#known.get(row.id), ...row });
    const recent = [...(this.#recent.get(resource) ?? []), ...items.map((row) => row.id)];
    this.#recent.set(resource, recent.slice(-RECENT));
  }

  /** The answer to a call that reads rows again by id: each a version on, its amount and callback moved. */
  reread(body: Buffer): string | undefined {
    const { ids } = JSON.parse(body.toString() || '{}') as { ids?: string[] };
    const known = ids?.map((id) => this.#known.get(id));
    if (!known?.length || known.includes(undefined)) return undefined;
    const items = (known as Row[]).map((row) => this.#changed(row));
    const result = { items, start: 0, total: items.length, totalIs: 'exact', snapshot: '' };
    return JSON.stringify({ code: 200, type: 'success', message: '', result, extras: null, time: '' });
  }

  #changed(row: Row): Row {
    const version = (row.version ?? 0) + 1;
    const tries = (version % 7) + 1;
    const moved = { callbackCount: tries, amount: `${(version * 37) % 5000}.50` };
    const next = Object.entries(moved).reduce(
      (changed, [field, value]) => (field in row ? { ...changed, [field]: value } : changed),
      { ...row, version },
    );
    this.#known.set(row.id, next);
    return next;
  }

  #tick(): void {
    const now = performance.now();
    const count = Math.round((this.pace * (now - this.#last)) / 1000);
    this.#last = now;
    if (count === 0 || this.#lines.size === 0) return;
    const events = Array.from({ length: count }, (_, at) => this.#event(at));
    const frame = changeFrame(events, this.#seq);
    for (const line of this.#lines) line.write(frame);
    this.sent += count;
  }

  #event(at: number): ChangeEvent {
    const resource = this.resources[at % this.resources.length]!;
    const onScreen = this.shown.length > 0 ? this.shown : (this.#recent.get(resource) ?? []);
    this.#seq += 1;
    this.#at = (this.#at + 1) % ELSEWHERE;
    return {
      seq: this.#seq,
      resource,
      id: onScreen[Math.floor(at / this.resources.length)] ?? `9${String(this.#at).padStart(17, '0')}`,
      change: 'update',
    };
  }
}
