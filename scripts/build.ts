import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBuildInfo } from './buildInfo.ts';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist', '.stamp');
const SOURCES = [
  'src/**/*',
  'widgets/**/*',
  'contract/**/*',
  'layouts/**/*',
  'locales/**/*',
  'help/**/*',
  'public/**/*',
  'index.html',
  'vite.config.ts',
  'scripts/{licences,precompress,stages}.ts',
  'package-lock.json',
];

/** Changes when anything the client is built from changes; dates do not count, so a fresh clone compares too. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const paths = globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const path of paths) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  hash.update(process.env['VITE_SM_PUBLIC_KEY'] ?? '');
  return hash.digest('hex');
}

const wanted = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  process.stdout.write('Building the client …\n');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  writeFileSync(stamp, wanted);
}
// What only the server runs has changed the history too.
writeBuildInfo(statSync(stamp).mtime);
