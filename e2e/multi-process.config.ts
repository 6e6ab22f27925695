/** Of the program that tries several processes: longer than the journeys, which leave it out. */
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

export default defineConfig(journeys, { testMatch: 'multi-process.ts' });
