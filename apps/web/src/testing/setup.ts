/** Set-up of all component tests: matchers, polyfills, and a clean start for each test. */
import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { configure } from '@testing-library/dom';
import { afterEach, beforeEach } from 'vitest';
import { initTranslation } from '../ui/i18n/i18n.ts';
import { installJsdomPolyfills } from './jsdom-polyfills.ts';

installJsdomPolyfills();

const describeElement = () =>
  Array.from(
    document.querySelectorAll('main, dialog, [role=dialog], [role=alert]'),
    (it) => it.textContent,
  ).join('\n');

configure({
  // A shared build machine stalls for seconds at times.
  asyncUtilTimeout: 15_000 * Number(process.env['TEST_TIME_SCALE'] ?? 1),
  // The whole document is thousands of lines long; its visible text says more.
  getElementError: (message) =>
    new Error(`${message?.split('\n\n')[0]}\n\nOn the screen: ${describeElement()}`),
});

// As in start.tsx: the translations are there before the screens that add to them.
await initTranslation('en');
// After the polyfills: some modules check for browser features when they are loaded.
const { endTest, startTest } = await import('./render-screen.tsx');
beforeEach(startTest);
afterEach(endTest);
