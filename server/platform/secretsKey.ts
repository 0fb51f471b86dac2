import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepFile, makeFolder } from './db/cluster.ts';
import { storageError } from './db/storageError.ts';
import type { Env } from './env.ts';

/** A value made once and kept in the data folder, readable by its owner alone. */
export function keptValue(dataDir: string, name: string, make: () => string): string {
  try {
    makeFolder(dataDir);
    return keepFile(join(dataDir, name), make);
  } catch (error) {
    throw storageError(dataDir, error);
  }
}

/** SECRETS_KEY from the environment, else the one of this data folder. */
export function secretsKey(env: Env): string {
  return env.secretsKey ?? keptValue(env.dataDir, 'secrets-key', () => randomBytes(32).toString('hex'));
}

/** The same for a command, which makes none: without one the secrets of the database stay shut. */
export function existingSecretsKey(env: Env): string | undefined {
  const path = join(env.dataDir, 'secrets-key');
  return env.secretsKey ?? (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);
}
