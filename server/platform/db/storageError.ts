import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './startError.ts';
import { isDiskFull } from './transaction.ts';

/** Room that PostgreSQL takes at once: where there is less its log may have found none. */
const A_FEW_SEGMENTS = 64 * 1024 * 1024;

/** Whether the disk of a folder has no room for what PostgreSQL writes next. */
export function lacksRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize < A_FEW_SEGMENTS;
  } catch {
    return false;
  }
}

/** Of a data folder or of PostgreSQL's log in it, which may have a disk of its own: the one without room. */
const fullFolder = (path: string): string | undefined => [path, join(path, 'pg_wal')].find(lacksRoom);

/** Whether the disk of the folder was full: PostgreSQL says so, or ends, and who was connected hears only that. */
export function diskFull(path: string, error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || isDiskFull(error)) return true;
  const text = error instanceof Error ? error.message : String(error);
  if (/No space left/i.test(text)) return true;
  return /terminat|ECONNRE|shutting down|recovery/i.test(`${code} ${text}`) && fullFolder(path) !== undefined;
}

/** Turns what the operating system, initdb or the postmaster printed about a folder into one line. */
export function storageError(path: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const text = error instanceof Error ? error.message : String(error);
  if (diskFull(path, error)) return new StartError(`The disk of ${fullFolder(path) ?? path} is full.`);
  if (code === 'EROFS' || /Read-only file system/i.test(text))
    return new StartError(`${path} is on a read-only disk; set DATA_DIR to a folder that can be written.`);
  if (code === 'EACCES' || code === 'EPERM' || /Permission denied/i.test(text))
    return new StartError(`No permission to write in ${path}; set DATA_DIR to a folder you own.`);
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new StartError(`${path} is not a folder; set DATA_DIR to one.`);
  return new StartError(`The database in ${path} could not be started: ${text}`);
}
