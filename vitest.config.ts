import { defineConfig } from 'vitest/config';

const usual = { testTimeout: 20_000, hookTimeout: 60_000 };

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
      { test: { ...usual, name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
      { test: { ...usual, name: 'bench', include: ['bench/**/*.test.ts'] } },
      { test: { ...usual, name: 'tools', include: ['tools/**/*.test.mjs'] } },
    ],
  },
});
