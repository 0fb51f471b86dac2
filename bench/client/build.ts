import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '..', '..');
const bench = join(root, 'bench');
const out = (name: string) => join(root, '.cache', 'bench', name);

/** The peers' packages, which nothing but this benchmark needs. */
export function installPeers(): void {
  const stamp = join(bench, 'node_modules', '.paydesk-lock');
  const lock = readFileSync(join(bench, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stdout.write('Installing the peers …\n');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: bench,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) throw new Error('the packages of bench/ could not be installed');
  writeFileSync(stamp, lock);
}

/** Product and peer on the same React: of two copies within reach, the product's. */
const ONE_REACT = ['react', 'react-dom', 'scheduler'];

async function buildPeer(name: string, dedupe: string[]): Promise<string> {
  const folder = out(`peer-${name}`);
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { dedupe },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 5000,
      rolldownOptions: { input: join(bench, 'client', 'peer', `${name}.html`) },
    },
  });
  return folder;
}

/** Another component in the place of the product's workspace; all the rest of the client is the product's. */
function insteadOfWorkspace(host: string): Plugin {
  return {
    name: 'instead-of-workspace',
    enforce: 'pre',
    resolveId: (source) =>
      source.endsWith('workspace/Workspace.tsx') ? join(bench, 'client', 'host', `${host}.tsx`) : undefined,
  };
}

async function buildHost(host: string): Promise<string> {
  const folder = out(`host-${host}`);
  await build({
    root,
    logLevel: 'error',
    plugins: [insteadOfWorkspace(host)],
    resolve: { dedupe: ONE_REACT },
    build: { outDir: folder, emptyOutDir: true },
  });
  return folder;
}

export const buildVirtual = () => buildPeer('virtual', ONE_REACT);
export const buildAg = () => buildPeer('ag', ONE_REACT);
export const buildGlide = () => buildPeer('glide', []);
export const buildBare = () => buildHost('Bare');
export const buildDock = () => buildHost('Dock');
export const product = join(root, 'dist');
