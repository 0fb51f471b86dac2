import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/** The server restarts and the client reloads as files change; the page is served on port 7301. */
const children = [
  spawn(process.execPath, ['--watch', 'server/bootstrap/main.ts'], { cwd: root, stdio: 'inherit' }),
  spawn(process.execPath, [vite], { cwd: root, stdio: 'inherit' }),
];
const end = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) child.once('exit', end);
process.on('SIGINT', end);
process.on('SIGTERM', end);
