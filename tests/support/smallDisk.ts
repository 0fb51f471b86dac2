import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk that a test can fill. */
export interface SmallDisk {
  /** Leaves not a block of it. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
  unmount(): Promise<unknown>;
}

/** Makes `path` a disk of so many MiB; undefined where nobody may mount, as in most containers. */
export async function mountSmallDisk(path: string, size: number): Promise<SmallDisk | undefined> {
  mkdirSync(path);
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'tmpfs', path]).then(
    () => true,
    () => false,
  );
  if (!mounted) return undefined;
  const filler = join(path, 'filler');
  return {
    fill() {
      const file = openSync(filler, 'w');
      try {
        for (const length of [1_048_576, 4_096]) {
          const block = Buffer.alloc(length);
          try {
            for (;;) writeSync(file, block);
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler),
    unmount: () => run('umount', [path]),
  };
}
