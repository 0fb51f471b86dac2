import { defineConfig } from 'vitest/config';

/** What must notice a changed ledger or decision by itself, without a database: `npm run mutate`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['server/ledger/**/*.test.ts', 'server/domain/payments/decide*.test.ts'],
  },
});
