import type { Pool } from 'pg';
import type { AppDeps } from '../platform/http/deps.ts';
import type { Work } from '../platform/jobs/task.ts';
import type { Confirmation } from '../identity/session/otp/confirm.ts';
import type { Spent } from '../identity/session/otp/giveBack.ts';
import type { Person } from '../identity/session/person.ts';
import type { ServerHalves } from './serverHalf.ts';

/** What the engine asks about the people behind commands and jobs. */
export interface Identity {
  /** As of now; undefined where the person is disabled or gone. */
  loadPerson(pool: Pool, userId: string): Promise<Person | undefined>;
  /** Spends a one-time password on one command; undefined for the same command again. @throws Refused */
  confirmByOtp(deps: AppDeps, given: Confirmation): Promise<Spent | undefined>;
  /** The command came to nothing: its code counts as not used. */
  giveBack(pool: Pool, spent: Spent): Promise<void>;
}

/** What the modules of the product bring to the parts of the server that know none of them. */
export interface Modules {
  halves: ServerHalves;
  works: readonly Work[];
  /** The dependencies of a server's worker. */
  forWorker(server: AppDeps): AppDeps;
  identity: Identity;
}
