import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';

/** Where finished exports wait for their owner; only the server may look inside. */
export async function exportFolder(env: Env): Promise<string> {
  const folder = join(env.dataDir, 'exports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export async function exportFile(env: Env, jobId: string): Promise<string> {
  return join(await exportFolder(env), `${jobId}.csv`);
}

/** Removes what has waited longer than `keepMs`; parts of a dead export too. */
export async function dropOldFiles(env: Env, keepMs: number, now: Date): Promise<number> {
  const folder = await exportFolder(env);
  let dropped = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile() || now.getTime() - found.mtimeMs < keepMs) continue;
    await rm(path, { force: true });
    dropped += 1;
  }
  return dropped;
}
