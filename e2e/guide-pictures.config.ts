/** Configuration of the program that takes the screenshots of the guide. It contains no journeys. */
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';
import { scaled } from './support/timing.ts';

export default defineConfig(journeys, {
  testMatch: 'guide-pictures.ts',
  retries: 0,
  reporter: 'list',
  expect: { timeout: scaled(60_000) },
});
