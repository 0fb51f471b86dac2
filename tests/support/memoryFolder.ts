import { existsSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;
/** The databases, data folders and browser profiles of a whole run, several times over. */
const NEEDED = 4 * GIB;
const ABANDONED_MS = 6 * 3_600_000;

/** What a killed run left behind would hold memory until the machine restarts. */
function removeAbandoned(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const path = join(SHARED_MEMORY, name);
    if (!name.startsWith('paydesk-') || Date.now() - statSync(path).mtimeMs < ABANDONED_MS) continue;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (error) {
      // A disk that a killed run has mounted there is busy; it is no reason to run nothing.
      process.stderr.write(`${path} is left: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

/**
 * Temporary files of the tests go to memory where it is roomy: copying the template database takes 30 ms there, and
 * 500 ms on disk. A `TMPDIR` given by hand wins; benchmarks stay on disk.
 */
export function preferMemory(): void {
  if (process.env['TMPDIR'] || !existsSync(SHARED_MEMORY)) return;
  const { bsize, bavail } = statfsSync(SHARED_MEMORY);
  if (bsize * bavail < NEEDED || freemem() < NEEDED) return;
  removeAbandoned();
  process.env['TMPDIR'] = SHARED_MEMORY;
}
