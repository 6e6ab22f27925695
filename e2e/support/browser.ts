/** Test fixtures: pages whose browser errors fail the journey. */
import { AxeBuilder } from '@axe-core/playwright';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';

/** Messages of the software renderer of headless browsers. */
const ignoredMessages = /GPU stall due to ReadPixels|GL Driver Message|WebGL.*(deprecated|fallback)/i;

/** Chromium's message for a response with status 4xx. */
const clientErrorMessage = /the server responded with a status of 4\d\d/;

/** Chromium's message for a response with status 5xx. */
const serverErrorMessage = /the server responded with a status of 5\d\d/;

/** Chromium's messages when the server is not reachable. */
const connectionErrorMessage =
  /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INTERNET_DISCONNECTED)/;

interface AllowedErrors {
  /** Allows responses with status 4xx. */
  allowClientErrors?: boolean;
  /** Allows responses with status 5xx. */
  allowServerErrors?: boolean;
  /** Allows failed connections: the server or the network stops in the journey, and background requests fail. */
  allowConnectionErrors?: boolean;
}

export interface BrowserFixtures {
  /** Opens a page in a browser context of its own, so that two users share nothing. */
  open: (address: string, options?: BrowserContextOptions, expected?: AllowedErrors) => Promise<Page>;
}

/** Disables WebGL in a page. For `addInitScript`. */
function hideWebGl(): void {
  // Called below with the canvas as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const original = HTMLCanvasElement.prototype.getContext;
  // Overloads cannot be expressed in a replacement.
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    ...more: unknown[]
  ) {
    return kind.includes('webgl') ? null : Reflect.apply(original, this, [kind, ...more]);
  } as typeof original;
}

/**
 * Disables WebGL in a browser context unless the test has the tag `@map`. Drawing maps in software takes several times the
 * processor time of everything else on a page; without WebGL the client shows its fallback.
 */
export async function disableWebGl(context: BrowserContext): Promise<void> {
  if (!base.info().tags.includes('@map')) await context.addInitScript(hideWebGl);
}

/** `open` returns pages whose console errors and uncaught exceptions fail the test at its end. */
export const test = base.extend<BrowserFixtures>({
  context: async ({ context }, use) => {
    await disableWebGl(context);
    await use(context);
  },
  open: async ({ browser }, use) => {
    const browserErrors: string[] = [];
    const contexts: { close: () => Promise<void> }[] = [];
    await use(
      async (
        address,
        options = {},
        { allowClientErrors = false, allowServerErrors = false, allowConnectionErrors = false } = {},
      ) => {
        // Playwright cannot intercept requests of a service worker.
        const context = await browser.newContext({ serviceWorkers: 'block', ...options });
        contexts.push(context);
        await disableWebGl(context);
        const page = await context.newPage();
        page.on('console', (message) => {
          const text = message.text();
          const isExpected =
            ignoredMessages.test(text) ||
            (allowClientErrors && clientErrorMessage.test(text)) ||
            (allowServerErrors && serverErrorMessage.test(text)) ||
            (allowConnectionErrors && (connectionErrorMessage.test(text) || serverErrorMessage.test(text)));
          if (message.type() === 'error' && !isExpected)
            browserErrors.push(`console: ${text} (${message.location().url})`);
        });
        // Browsers report an exception without its cause.
        await page.addInitScript(() =>
          window.addEventListener('error', ({ error }) => {
            if (error instanceof Error && error.cause)
              console.error('caused by', error.cause instanceof Error ? error.cause.stack : error.cause);
          }),
        );
        page.on('pageerror', (error) =>
          browserErrors.push(`uncaught: ${error.stack || `${error.name}: ${error.message}`}`),
        );
        await page.goto(address);
        return page;
      },
    );
    for (const context of contexts) await context.close();
    expect(browserErrors, 'errors in the browser').toEqual([]);
  },
});

/**
 * An axe check of a page without frames of other origins. In legacy mode it runs in the page itself instead of a second, blank
 * page. That, and reporting violations only, takes a third of the processor time.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false });

/** Expects no serious or critical accessibility violation on the current screen. @param screen its name in the failure message */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const { violations } = await axe(page).analyze();
  const serious = violations
    .filter((it) => it.impact === 'serious' || it.impact === 'critical')
    .map((it) => `${it.id}: ${it.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  expect(serious, `accessibility of ${screen}`).toEqual([]);
}
