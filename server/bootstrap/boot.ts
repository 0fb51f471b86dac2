import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import {
  seedBase,
  seedDemo,
  seedRequests,
  firstAdministrator,
  seedState,
  syncShipped,
} from '../demo/seed/index.ts';
import { StartError } from '../platform/db/startError.ts';
import { keptValue } from '../platform/secretsKey.ts';
import { storageError } from '../platform/db/storageError.ts';
import type { Env } from '../platform/env.ts';

/** The password of the demo accounts: DEMO_PASSWORD, else a random one that stays the same at every start. */
export function demoPassword(env: Env): string {
  return (
    env.demoPassword ?? keptValue(env.dataDir, 'demo-password', () => randomBytes(9).toString('base64url'))
  );
}

/** Files of exports lie in the database; those that an older version left on this disk nobody can fetch. */
export function dropFileExports(env: Env): void {
  try {
    rmSync(join(env.dataDir, 'exports'), { recursive: true, force: true });
  } catch (error) {
    throw storageError(env.dataDir, error);
  }
}

/**
 * Fills an empty database and says how to sign in, one line each.
 * A demo that was killed while it loaded is loaded again.
 */
export async function firstBoot(
  owner: pg.Pool,
  env: Env,
  key: string,
  say: (line: string) => void,
): Promise<string[]> {
  const state = await seedState(owner);
  const demoAccounts = async () =>
    (await owner.query('select exists (select 1 from sys_user where demo) as found')).rows[0].found === true;
  if (state === 'empty') await seedBase(owner, { demo: env.demo });
  else await syncShipped(owner);
  if (state === 'ready' || !env.demo) {
    if (env.production && (await demoAccounts()))
      throw new StartError(
        'This database holds demo accounts, which cannot exist in production; use another database.',
      );
    if (state !== 'empty') return (await demoAccounts()) ? demoLines(demoPassword(env)) : [];
    const first = await firstAdministrator(owner);
    return [`Sign in as ${first.account} with the one-time password ${first.password} (shown this once)`];
  }
  say(`Loading ${env.demoOrders.toLocaleString('en')} demo orders …`);
  const password = demoPassword(env);
  const began = performance.now();
  await seedDemo(owner, {
    orders: env.demoOrders,
    password,
    anchor: new Date(),
    log: () => undefined,
    secretsKey: key,
  });
  await seedRequests(owner, new Date());
  say(`Demo orders loaded in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return demoLines(password);
}

const demoLines = (password: string): string[] => [
  `Sign in as admin, operator, finance, merchant or agent with the password ${password}`,
];
