import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SandboxUpstream } from '../../demo/upstream/sandboxUpstream.ts';
import type { Modules } from '../../engine/modules.ts';
import type { EngineOptions } from '../../engine/options.ts';
import type { Env } from '../env.ts';
import type { StorageProbe } from '../observability/storageProbe.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { ConsoleAccess } from '../db/consoleAccess.ts';
import type { Places } from '../places.ts';
import type { SmsGateway } from '../sms/gateway.ts';
import type { Locales } from './locales.ts';

export interface Clock {
  now(): Date;
  /** By how many milliseconds this machine's own clock is ahead of the database's; negative where it is late. */
  aheadMs(): number;
}

/** Everything the server's parts need from outside; tests pass their own. */
export interface AppDeps {
  /** Connected as the server's database role; for short statements that no lock holds up. */
  pool: Pool;
  /** For commands: they may wait for a locked row, and then only other commands wait for a connection. */
  commands: Pool;
  /** For the worker's queue and tasks. */
  work: Pool;
  /** For the event dispatcher and the worker's signs of life. */
  events: Pool;
  /** Connected as the role that reads for merchants' people, behind row security. */
  merchantPool: Pool;
  /** Unset: the SQL console is off. */
  console?: ConsoleAccess | undefined;
  env: Env;
  clock: Clock;
  /** Whether the database finds disk space. */
  storage: StorageProbe;
  /** The holder of this server's leases, another at every start. */
  serverId: string;
  log: Logger;
  outbound: Outbound;
  /** Unset: nobody knows where an address is. */
  places?: Places | undefined;
  /** Where short messages go; unset, the demo has a sandbox and others have none. */
  sms?: SmsGateway | undefined;
  locales: Locales;
  modules: Modules;
  /** The demo's own upstream, where it runs. */
  sandboxUpstream?: SandboxUpstream | undefined;
  /** Sizes and times other than the product's; tests lower them. */
  engine?: Partial<EngineOptions>;
}
