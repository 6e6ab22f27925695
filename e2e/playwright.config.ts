import { defineConfig } from '@playwright/test';

/** A shared build machine stalls for seconds at times: patience there, and another try, which is named as flaky when it passes. */
const isShared = Boolean(process.env['CI']);

export default defineConfig({
  testDir: '.',
  workers: 1,
  retries: isShared ? 2 : 0,
  timeout: isShared ? 150_000 : 60_000,
  expect: { timeout: isShared ? 25_000 : 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON'] ?? 'test-results/results.json' }],
  ],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      // A container's root cannot use the sandbox, and nothing here may reach out by itself.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
