import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Takes the pictures of the README: `npm run pictures`. */
export default defineConfig(tests, { testDir: 'tests/pictures', testMatch: '*.ts', workers: 1, retries: 0 });
