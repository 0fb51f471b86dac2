import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { openTempFolder } from '../support/folder.ts';
import { HANGS_MS } from '../support/patience.ts';
import { findFixedPort } from '../support/fixedPort.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { SECRETS_KEY } from '../support/server.ts';

/** `npm run soak:rolling` runs 20. */
const ROUNDS = Number(process.env.ROLLING_ROUNDS ?? 1);
const SENDERS = 8;
/** As a balancer asks, many times within the notice that a server gives where nobody has set another. */
const LOOK_MS = 100;
/** A balancer that was kept from asking sends nothing: its last answer may be older than the notice. */
const FRESH_MS = 500;

/** Senders over kept connections that go only to servers whose last probe was good and not long ago. */
class Load {
  readonly failures: string[] = [];
  answered = 0;
  readonly #bases: readonly string[];
  /** When the last probe began that was good. */
  readonly #ready = new Map<string, number>();
  #stopped = false;
  readonly #work: Promise<unknown>;

  constructor(bases: readonly string[]) {
    this.#bases = bases;
    const senders = Array.from({ length: SENDERS }, (_, at) => this.#send(at));
    this.#work = Promise.all([this.#watch(), ...senders]);
  }

  async #watch(): Promise<void> {
    while (!this.#stopped) {
      for (const base of this.#bases) {
        const began = performance.now();
        const good = await fetch(`${base}/ready`).then(
          async (answer) => (await answer.text(), answer.status === 200),
          () => false,
        );
        if (good) this.#ready.set(base, began);
        else this.#ready.delete(base);
      }
      await sleep(LOOK_MS);
    }
  }

  async #send(at: number): Promise<void> {
    for (let turn = at; !this.#stopped; turn += 1) {
      const bases = this.#bases.filter((base) => this.has(base));
      const base = bases[turn % bases.length];
      if (base) await this.#one(base);
      await sleep(5);
    }
  }

  async #one(base: string): Promise<void> {
    try {
      const answer = await fetch(`${base}/api/sysConfig/sysInfo`);
      await answer.text();
      if (answer.status === 200) this.answered += 1;
      else this.failures.push(`status ${answer.status}`);
    } catch (error) {
      const { cause } = error as Error;
      this.failures.push(String(cause ?? error));
    }
  }

  has(base: string): boolean {
    return performance.now() - (this.#ready.get(base) ?? -Infinity) < FRESH_MS;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work;
  }
}

describe('a rolling restart under load', () => {
  const folder = openTempFolder('rolling');
  let database: TestDatabase;
  let ports: number[];
  let servers: ServerProcess[];
  const start = (port: number) =>
    startProcess({
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, String(port)),
      PORT: String(port),
      DEMO_ORDERS: '0',
      SECRETS_KEY,
    });

  beforeAll(async () => {
    database = await freshDatabase();
    ports = [await findFixedPort(), await findFixedPort()];
    servers = await Promise.all(ports.map(start));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'cuts no connection and loses no call',
    async () => {
      const load = new Load(servers.map(({ base }) => base));
      const inService = async (base: string) => {
        await expect.poll(() => load.has(base)).toBe(true);
      };
      try {
        for (const { base } of servers) await inService(base);
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const [at, port] of ports.entries()) {
            const before = load.answered;
            expect(await servers[at]?.terminate()).toBe(0);
            const server = await start(port);
            servers[at] = server;
            await inService(server.base);
            await expect.poll(() => load.answered).toBeGreaterThan(before);
          }
        }
      } finally {
        await load.stop();
      }
      expect(load.failures).toEqual([]);
    },
    HANGS_MS + ROUNDS * 30_000,
  );
});
