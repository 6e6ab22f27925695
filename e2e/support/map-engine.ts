import { expect, type Page } from '@playwright/test';
import { scaled } from './timing.ts';

/** Waits until the map engine has replaced the map's first picture (apps/web/src/blocks/map-canvas/opening). */
export const waitForMapEngine = (page: Page): Promise<void> =>
  expect(page.locator('canvas.maplibregl-canvas')).toBeVisible({ timeout: scaled(45_000) });
