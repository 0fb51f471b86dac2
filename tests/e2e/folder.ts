import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/process.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Builds the client when needed and makes the run's data folder. A worker that is replaced after a failed test finds
 * the folder filled and the port the same, so the demo is loaded once a run.
 */
export default async function setup(): Promise<() => void> {
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('the client could not be built');
  process.env['E2E_PORT'] = String(await freePort());
  // A folder given by hand is kept, so that the next run needs no loading.
  if (process.env['E2E_DATA_DIR']) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-e2e-'));
  // The embedded database runs as a user of its own, who must be able to pass.
  chmodSync(folder, 0o711);
  process.env['E2E_DATA_DIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
