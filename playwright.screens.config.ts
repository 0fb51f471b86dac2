import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Every view in three languages, both themes and three sizes: `npm run campaign:screens`. */
export default defineConfig(tests, { testDir: 'tests/screens', testMatch: 'screens.ts', retries: 0 });
