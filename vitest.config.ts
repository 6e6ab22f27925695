import { defineConfig } from 'vitest/config';

// A database server beside the tests has settings of its own, and may be slower than the embedded one.
const patience = process.env['TEST_DATABASE_URL'] ? 3 : 1;
// A build machine is shared: now and then it stands still for seconds. What fails twice has failed, as with journeys.
const retry = process.env['CI'] ? 1 : 0;
const usual = { testTimeout: patience * 20_000, hookTimeout: patience * 60_000, retry };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...usual, name: 'packages', include: ['packages/*/src/**/*.test.ts'] } },
      {
        test: {
          ...usual,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/postgres.setup.ts'],
        },
      },
      { test: { ...usual, name: 'web', include: ['apps/web/{src,service-worker}/**/*.test.ts'] } },
      {
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          ...usual,
          name: 'components',
          env: { NODE_ENV: 'production' },
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['apps/web/src/testing/setup.ts'],
          testTimeout: patience * 60_000,
          expect: { poll: { timeout: patience * 15_000 } },
        },
      },
      { test: { ...usual, name: 'bench', include: ['bench/**/*.test.ts'] } },
      { test: { ...usual, name: 'tools', include: ['tools/**/*.test.mjs'] } },
    ],
  },
});
