import { defineConfig } from '@playwright/test';
import { keepTemporaryFilesInMemory } from '../tools/system/memory-folder.mjs';
import { chromiumLaunch } from './support/chromium-launch.ts';
import { scaled, testLimit } from './support/timing.ts';

keepTemporaryFilesInMemory();

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  // On two cores: journeys wait for timers and peers nearly half of the time.
  workers: 3,
  timeout: testLimit(90_000),
  expect: { timeout: scaled(10_000) },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON'] ?? 'test-results/results.json' }],
  ],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // Without these, an element that never appears is waited for until the time limit of the whole journey.
    actionTimeout: scaled(20_000),
    navigationTimeout: scaled(30_000),
    // While elements fade in, their contrast is too low for the accessibility checks.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunch,
  },
});
