import { defineConfig } from 'vitest/config';
import { preferMemory } from './tests/support/memoryFolder.ts';
import { HANGS_MS, PATIENCE_MS } from './tests/support/patience.ts';
import { FAULTS } from './tests/support/faults.ts';
import { SlowFirst } from './tests/support/slowFirst.ts';

preferMemory();

/** Replaces the engine's scope for all that its worker loads: its worker is its own. */
const ROW_SECURITY = 'tests/safety/rowSecurity.test.ts';
const api = {
  environment: 'node',
  globalSetup: 'tests/support/globalDatabase.ts',
  pool: 'forks',
  // They wait for timers, servers and locks most of the time.
  maxWorkers: 3,
  // As in the browser: what passes only when it is tried again is reported.
  retry: 1,
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
} as const;

/** Unit tests stand beside the code; tests/api and tests/safety run on a real PostgreSQL. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // Modules are loaded once for all files of a worker: loading them anew took half of the time.
          isolate: false,
          include: ['{contract,server,scripts}/**/*.test.ts', 'tests/{contract,layouts}/**/*.test.ts'],
          // Property tests take half a second, and many times that on a machine that does other work.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['{src,widgets}/**/*.test.{ts,tsx}'],
          // A context for each file instead of a process, whose start took most of the time.
          pool: 'vmThreads',
          setupFiles: ['tests/support/dom.ts'],
          // What a component loads when it is needed is compiled inside a test.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...api,
          name: 'api',
          include: ['tests/{api,safety}/**/*.test.ts'],
          exclude: [ROW_SECURITY, ...FAULTS],
          // The server's modules are loaded once for all files of a worker: loading took a tenth of the whole.
          isolate: false,
        },
      },
      { test: { ...api, name: 'faults', include: [...FAULTS], isolate: false } },
      { test: { ...api, name: 'rowSecurity', include: [ROW_SECURITY] } },
    ],
  },
});
