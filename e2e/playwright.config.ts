import { defineConfig } from '@playwright/test';

import { scaled, testLimit } from './support/timing.ts';

/** A journey that fails there and passes on its second try is named as flaky. */
const isShared = Boolean(process.env['CI']);

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  workers: 2,
  retries: isShared ? 1 : 0,
  timeout: testLimit(90_000),
  expect: { timeout: scaled(10_000) },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON'] ?? 'test-results/results.json' }],
  ],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // Without these, what is pressed and never appears is waited for until the journey's own limit.
    actionTimeout: scaled(20_000),
    navigationTimeout: scaled(30_000),
    // Colours of what fades in are none that somebody could be asked to read, and waiting for it proves nothing.
    contextOptions: { reducedMotion: 'reduce' },
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
        // Debian's Chromium asks for it; without a graphics card it takes a fifth more processor time.
        '--disable-gpu-rasterization',
      ],
    },
  },
});
