import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { LOOKS } from './tests/e2e/profile.ts';
import { preferMemory } from './tests/support/memoryFolder.ts';
import { scaleLimit } from './tests/support/patience.ts';

preferMemory();

const CHROMIUM = [process.env['CHROMIUM'], '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
);

/** Browser tests against the built client and the real server. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/e2e/folder.ts',
  outputDir: 'test-results',
  // Each worker has a server, a database and a browser of its own: tests side by side never trip over each other.
  workers: 2,
  fullyParallel: false,
  // A shared machine may stall a browser for seconds; what passes only then is reported as flaky.
  retries: 2,
  timeout: scaleLimit(240_000),
  expect: { timeout: scaleLimit(40_000) },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    ...LOOKS,
    actionTimeout: scaleLimit(30_000),
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
