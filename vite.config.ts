import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licences } from './scripts/licences.ts';
import { precompress } from './scripts/precompress.ts';
import { stageNames } from './scripts/stages.ts';

/**
 * Libraries that the sign-in page must never load get a chunk of their own each, so that no shared chunk can
 * carry them there; React stays apart because everything needs it.
 */
const GROUPS: readonly { name: string; test: RegExp }[] = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|clsx)[\\/]/ },
  { name: 'grid', test: /node_modules[\\/]ag-grid-(community|react)[\\/]/ },
  { name: 'chart', test: /node_modules[\\/](echarts|echarts-for-react|zrender)[\\/]/ },
  { name: 'docking', test: /node_modules[\\/]flexlayout-react[\\/]/ },
  { name: 'dashboard', test: /node_modules[\\/](react-grid-layout|react-resizable|react-draggable)[\\/]/ },
];

const api = `http://127.0.0.1:${process.env['PORT'] ?? '7300'}`;

export default defineConfig({
  plugins: [react(), licences(), precompress()],
  // pop-out windows and deep links share one origin, so assets are addressed from the root
  base: '/',
  server: {
    port: 7301,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/upload', '/health', '/ready', '/metrics'].map((path) => [path, { target: api, ws: true }]),
    ),
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    manifest: 'manifest.json',
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            ...GROUPS.map((group, index) => ({ ...group, priority: GROUPS.length - index })),
            {
              name: stageNames(import.meta.dirname),
              debugName: 'stages',
              priority: 0,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
