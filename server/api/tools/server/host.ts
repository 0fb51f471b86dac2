import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import type { DiskState, ServerHost } from '../../../../contract/serverState.ts';

const ROOT = join(import.meta.dirname, '../../../..');

interface Package {
  version: string;
  dependencies: Record<string, string>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package;

/** The product and the libraries that it runs with, as the build pins them. */
export const LIBRARIES: readonly { name: string; version: string }[] = [
  { name: 'paydesk', version: manifest.version },
  ...Object.entries(manifest.dependencies)
    .map(([name, version]) => ({ name, version }))
    .toSorted((a, b) => a.name.localeCompare(b.name)),
];

/** What may be known of the machine: no path, no address of others, no environment. */
export const hostOf = (startedAt: Date): ServerHost => ({
  name: os.hostname(),
  system: `${os.type()} ${os.release()}`,
  architecture: os.arch(),
  processors: os.availableParallelism(),
  runtime: `Node.js ${process.versions.node}`,
  version: manifest.version,
  totalMemory: os.totalmem(),
  startedAt: startedAt.toISOString(),
  machineSeconds: Math.floor(os.uptime()),
});

/** Of the disk that the folder is on; null where it cannot be asked. */
export async function diskOf(folder: string): Promise<DiskState | null> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    return { size: bsize * blocks, free: bsize * bavail };
  } catch {
    return null;
  }
}
