import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openTempFolder } from '../../tests/support/folder.ts';
import { type Figure, seconds } from './figures.ts';
import { PASSWORD } from './subject.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ORDERS = 200_000;

/** The project as it is installed for the first time: its files without anything built, and the packages. */
function copyProject(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const there = listed.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
  for (const file of there)
    cpSync(join(ROOT, file), join(folder, file), { preserveTimestamps: true, force: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
}

/** `npm start` until the ready line, then Ctrl+C. @returns milliseconds to the ready line */
async function start(project: string, dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: project,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_ORDERS: String(ORDERS),
      DEMO_PASSWORD: PASSWORD,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let seen = '';
  const ready = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      seen = (seen + chunk.toString()).slice(-20_000);
      if (seen.includes('Paydesk is ready at')) resolve(performance.now() - began);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`npm start ended with ${code}\n${seen}`)));
  });
  // To the whole group, as a terminal does.
  if (child.pid) process.kill(-child.pid, 'SIGINT');
  await ended;
  return ready;
}

/** B15: the first `npm start` after install builds the client and loads the demo; later ones find both. */
export async function benchStarts(): Promise<Figure[]> {
  const project = openTempFolder('start');
  const dataDir = openTempFolder('start-data');
  try {
    copyProject(project);
    const first = await start(project, dataDir);
    const later = await start(project, dataDir);
    return [
      {
        budget: 'B15',
        what: `npm start after install with ${ORDERS.toLocaleString('en')} demo orders, to the ready line: first / later`,
        measured: `${seconds(first)} / ${seconds(later)}`,
        peer: '',
        limit: '≤ 40 s / ≤ 4 s',
        met: first <= 40_000 && later <= 4_000,
      },
    ];
  } finally {
    for (const folder of [project, dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}
