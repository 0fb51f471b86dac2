import pg from 'pg';
import { runningDatabase } from '../../server/platform/db/embedded.ts';
import { type Client, signIn } from '../support/client.ts';
import { plantedHash } from '../support/passwords.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

/** Password of every demo account of the run. */
export const PASSWORD = 'browser-tests-42';
/** Tokens live ten minutes. */
const SESSION_MS = 5 * 60_000;

interface Setting {
  value: unknown;
  version: number;
}

/** Tests also end sessions, of all who are signed in as somebody. */
const isSignedIn = async (client: Client): Promise<boolean> =>
  (await client.ask('layout/list')).body.code === 200;

/** The running product of one test run: the real server on its own data, which can be killed and started again. */
export class Product {
  #server: ServerProcess | undefined;
  readonly #sessions = new Map<string, { client: Client; at: number }>();
  readonly #dataDir: string;
  readonly #port: string;
  readonly #orders: number;

  /** With so many demo orders in a data folder that is empty. */
  constructor({ dataDir, port }: { dataDir: string; port: string }, orders: number) {
    this.#dataDir = dataDir;
    this.#port = port;
    this.#orders = orders;
  }

  get base(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#server = await startProcess({
      DATA_DIR: this.#dataDir,
      PORT: this.#port,
      DEMO_ORDERS: String(this.#orders),
      DEMO_PASSWORD: PASSWORD,
      // Something moves all the while; two orders a second kept a workspace that waits as busy as one in use.
      DEMO_TRAFFIC: '0.5',
      MQTT_BROKERS: `lab=mqtt://127.0.0.1:${process.env['E2E_MQTT_PORT'] ?? '1'}`,
    });
    const hash = await plantedHash(PASSWORD);
    await this.planting(async (database) => {
      await database.query('update sys_user set password_hash = $1 where demo', [hash]);
    });
  }

  /** kill -9: the server has no chance to say goodbye. */
  async kill(): Promise<void> {
    await this.#server?.kill();
    this.#server = undefined;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  /** The API as an account sees it, beside the browser. */
  async as(account: string): Promise<Client> {
    const known = this.#sessions.get(account);
    if (known && Date.now() - known.at < SESSION_MS && (await isSignedIn(known.client))) return known.client;
    const client = await signIn(this.base, account, PASSWORD);
    this.#sessions.set(account, { client, at: Date.now() });
    return client;
  }

  /** The account as on its first day: no layouts and no choices of its own. */
  async forget(account: string): Promise<void> {
    const api = await this.as(account);
    for (const layout of await api.call<{ id: string }[]>('layout/list'))
      await api.call('layout/delete', { id: layout.id });
    const settings = await api.call<Record<string, Setting>>('userSetting/all');
    for (const [key, { value, version }] of Object.entries(settings))
      if (value !== null) await api.call('userSetting/save', { key, value: null, version });
  }

  /** A stored layout of the account whose working copy is `working`, and no other. */
  async plant(account: string, working: string): Promise<void> {
    await this.forget(account);
    const api = await this.as(account);
    const saved = await api.call<{ id: string }>('layout/save', {
      name: 'Planted',
      kind: 'workspace',
      baseline: null,
      working,
      version: 0,
    });
    await api.call('layout/activate', { id: saved.id });
  }

  /** What takes the product days, or a load of minutes, is planted in its database. */
  async planting(plant: (database: pg.ClientBase) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: runningDatabase(this.#dataDir) });
    await client.connect();
    try {
      await plant(client);
    } finally {
      await client.end();
    }
  }
}
