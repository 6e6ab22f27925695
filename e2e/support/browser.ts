/** A browser in which a fault on any page fails the journey. */
import { AxeBuilder } from '@axe-core/playwright';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';

/** Said by the software renderer of headless browsers, not by us. */
const ignoredMessages = /GPU stall due to ReadPixels|GL Driver Message|WebGL.*(deprecated|fallback)/i;

/** What the browser says of an answer that refuses something. */
const clientErrorMessage = /the server responded with a status of 4\d\d/;

/** What it says of an answer that tells of a fault of the server. */
const serverErrorMessage = /the server responded with a status of 5\d\d/;

/** What it says where nothing answers any more. */
const connectionErrorMessage =
  /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INTERNET_DISCONNECTED)/;

interface AllowedErrors {
  /** Refusals belong to the journey: somebody is not let in, or comes second. */
  allowClientErrors?: boolean;
  /** A service fails in the journey. */
  allowServerErrors?: boolean;
  /** The server ends in the journey, or the line does: what is fetched at leisure fails. */
  allowConnectionErrors?: boolean;
}

export interface BrowserFixtures {
  /** A person's browser: a context of its own, so that two people share nothing. */
  open: (address: string, options?: BrowserContextOptions, expected?: AllowedErrors) => Promise<Page>;
}

/** For `addInitScript`: the page finds a browser without WebGL. */
function hideWebGl(): void {
  // Called below on the canvas it belongs to.
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
 * Takes WebGL from a browser context unless the test has the tag `@map`. Drawing maps in software takes several times the
 * processor time of everything else on a page; without WebGL the client shows what it shows in browsers that have none.
 */
export async function disableWebGl(context: BrowserContext): Promise<void> {
  if (!base.info().tags.includes('@map')) await context.addInitScript(hideWebGl);
}

/** `open` gives pages whose console errors and uncaught exceptions fail the test at its end. */
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
        // What a page's own worker fetches no journey can stand in for.
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
        // A browser tells an exception without its cause.
        await page.addInitScript(() =>
          window.addEventListener('error', ({ error }) => {
            if (error instanceof Error && error.cause)
              console.error('because of', error.cause instanceof Error ? error.cause.stack : error.cause);
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
    expect(browserErrors, 'what the browser complained of').toEqual([]);
  },
});

/**
 * An accessibility check of a page that holds no frame of another origin. It runs in the page alone instead of in a blank page
 * beside it, and describes nothing but violations, which takes a third of the processor time.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false });

/** No serious or critical fault of accessibility on the screen as it is now. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const { violations } = await axe(page).analyze();
  const serious = violations
    .filter((it) => it.impact === 'serious' || it.impact === 'critical')
    .map((it) => `${it.id}: ${it.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  expect(serious, `accessibility of ${screen}`).toEqual([]);
}
