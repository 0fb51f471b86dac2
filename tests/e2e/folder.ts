import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { startBroker } from '../support/mqttBroker.ts';
import { findFixedPort } from '../support/fixedPort.ts';

const root = join(import.meta.dirname, '..', '..');

/** The embedded database runs as a user of its own, who must be able to pass. */
function passable(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Where the worker in a place has its data and its port: the worker that replaces it finds both as they were, so that
 * a demo of one size is loaded once a worker.
 */
export function placeOf(worker: number, orders: number): { dataDir: string; port: string } {
  const port = (process.env['E2E_PORTS'] ?? '').split(' ')[worker] ?? '';
  return { dataDir: passable(join(process.env['E2E_DATA_DIR'] ?? '', `${worker}-${orders}`)), port };
}

/** Builds the client when needed and makes the run's folder. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('the client could not be built');
  const ports = [];
  for (let worker = 0; worker < workers; worker += 1) ports.push(await findFixedPort());
  process.env['E2E_PORTS'] = ports.join(' ');
  // One for all: each test has topics of its own.
  const broker = await startBroker();
  process.env['E2E_MQTT_PORT'] = String(broker.port);
  const given = process.env['E2E_DATA_DIR'];
  const folder = given ?? mkdtempSync(join(tmpdir(), 'paydesk-e2e-'));
  process.env['E2E_DATA_DIR'] = folder;
  passable(folder);
  // A folder given by hand is kept, so that the next run needs no loading.
  return async () => {
    await broker.stop();
    if (!given) rmSync(folder, { recursive: true, force: true });
  };
}
