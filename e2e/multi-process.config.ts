/** Configuration of the tests of several processes. They take long and are not part of the journeys. */
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

export default defineConfig(journeys, { testMatch: 'multi-process.ts' });
