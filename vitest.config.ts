import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { preferMemory } from './tests/support/memoryFolder.ts';
import { HANGS_MS, PATIENCE_MS, scaleLimit } from './tests/support/patience.ts';
import { FAULTS } from './tests/support/faults.ts';
import { SlowFirst } from './tests/support/slowFirst.ts';

preferMemory();

/** The runner would leave one core to itself, which on two is half of the machine. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** Tests make many objects that live for a moment: more room for these takes a sixth of the processor time away. */
const MANY_ROWS = ['--max-semi-space-size=64'];

/** What a test prints fails it. */
const QUIET = ['tests/support/quiet.ts'];

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
  // Threads of the server load its modules from what other threads have compiled.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compile') },
  execArgv: MANY_ROWS,
  setupFiles: QUIET,
} as const;

/** Node loads the server's modules as it does in production, without a transformation of each for every worker. */
const NATIVE = { viteModuleRunner: false } as const;

/** Unit tests stand beside the code; tests/api and tests/safety run on a real PostgreSQL. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          environment: 'node',
          // Modules are loaded once for all files of a worker: loading them anew took half of the time.
          isolate: false,
          include: ['{contract,server,scripts}/**/*.test.ts', 'tests/{contract,layouts}/**/*.test.ts'],
          // Property tests take half a second, and many times that on a machine that does other work.
          testTimeout: scaleLimit(120_000),
          setupFiles: QUIET,
        },
      },
      {
        test: {
          name: 'dom',
          maxWorkers,
          environment: 'happy-dom',
          include: ['{src,widgets}/**/*.test.{ts,tsx}'],
          // A context for each file instead of a process, whose start took most of the time.
          pool: 'vmThreads',
          setupFiles: ['tests/support/dom.ts'],
          // What a component loads when it is needed is compiled inside a test, or before it.
          testTimeout: scaleLimit(120_000),
          hookTimeout: scaleLimit(120_000),
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
          experimental: NATIVE,
        },
      },
      { test: { ...api, name: 'faults', include: [...FAULTS], isolate: false, experimental: NATIVE } },
      { test: { ...api, name: 'rowSecurity', include: [ROW_SECURITY] } },
    ],
  },
});
