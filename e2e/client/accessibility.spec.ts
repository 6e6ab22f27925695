/**
 * Every screen follows WCAG 2.2 AA at a width of 360 pixels, with texts a third longer than English. A report is written, sent
 * and published by keyboard alone.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { axe, type BrowserFixtures, test } from '../support/browser.ts';
import { loggedInContext } from '../support/log-in.ts';
import {
  createPathResolver,
  openPseudoLocalized,
  overlays,
  type Screen,
  screens,
} from '../support/screens.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, endWaypost, startDemo, startWaypost, type Waypost } from '../support/waypost.ts';

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Pins lie where their places are, so WCAG 2.5.8 excepts them from the distance of targets. The journeys of the map check their names. */
const pinButtons = ':is(canvas, .maplibregl-canvas-container) + [role="group"]';

/** Overflow beyond the width of the screen, and targets that are too small for a finger. */
const findLayoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    const width = document.documentElement.clientWidth;
    const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    if (wide > width) problems.push(`${wide} pixels wide`);
    const heightOf = (element: Element, part?: string) =>
      Number.parseFloat(getComputedStyle(element, part).blockSize) || 0;
    const isSeen = (element: Element) =>
      element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
      !element.closest('[aria-hidden=true], [inert], .maplibregl-ctrl-attrib') &&
      element.getBoundingClientRect().height > 1;
    const least = 43.5;
    for (const element of document.querySelectorAll('button, a[href], input, select, [role=tab]')) {
      if (!isSeen(element) || getComputedStyle(element).display === 'inline') continue;
      const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0];
      // The wrapper around a field is part of its target.
      const heights = [
        element.getBoundingClientRect().height,
        (label?.getBoundingClientRect().height ?? 0) + 0,
        element.closest('[class*=wrapper], [class*=Wrapper]')?.getBoundingClientRect().height ?? 0,
        ...['::before', '::after'].map((part) => heightOf(element, part)),
      ];
      if (Math.max(...heights) >= least) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      problems.push(`${element.tagName} “${name.slice(0, 40)}” is ${Math.round(Math.max(...heights))} high`);
    }
    return [...new Set(problems)];
  });

test.describe('every screen', () => {
  let waypost: Waypost;
  test.beforeAll(async () => {
    waypost = await startDemo(admin.password);
  });
  test.afterAll(() => endWaypost(waypost));

  const phone = {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce' as const,
  };
  const logins = {
    visitor: null,
    // Of the demonstration data: manages reports, and has no other permission of the team.
    moderator: { email: 'verifier@waypost.local', password: admin.password },
    admin,
  };

  const checkScreens = async (
    open: BrowserFixtures['open'],
    viewer: Screen['viewer'],
    wanted: readonly Screen[],
  ) => {
    const login = logins[viewer];
    const options = { ...phone, ...(login && (await loggedInContext(waypost, login))) };
    const page = await open(`${waypost.baseUrl}/404`, options, { allowClientErrors: true });
    page.setDefaultTimeout(scaled(60_000));
    const ids = await createPathResolver(waypost);
    const problems: string[] = [];
    for (const { name, path: at, clicks: press } of wanted.filter((screen) => screen.viewer === viewer)) {
      await openPseudoLocalized(page, waypost.baseUrl + ids(at), press);
      if (name.includes('the menu of')) await expect(page.getByRole('menu')).toBeVisible();
      for (const problem of await findLayoutProblems(page)) problems.push(`${name}: ${problem}`);
      const checker = axe(page).withTags(axeRules).exclude(pinButtons);
      // What an open menu covers in part is checked where the menu is closed.
      if ((await page.getByRole('menu').count()) > 0) checker.include('[role="menu"]');
      const { violations } = await checker.analyze();
      for (const { id, nodes } of violations)
        problems.push(`${name}: ${id}: ${nodes.map((it) => it.target.join(' ')).join(' | ')}`);
    }
    expect(problems).toEqual([]);
  };

  for (const viewer of ['visitor', 'moderator', 'admin'] as const) {
    test(`fits 360 pixels, has targets large enough for a finger, and follows WCAG, for ${viewer}`, {
      tag: ['@full', '@map'],
    }, async ({ open }) => {
      test.setTimeout(testLimit(360_000));
      await checkScreens(open, viewer, screens);
    });
  }

  for (const viewer of ['visitor', 'admin'] as const) {
    test(`does so with its menus, tabs and dialogs open, for ${viewer}`, {
      tag: ['@full', '@map'],
    }, async ({ open }) => {
      test.setTimeout(testLimit(300_000));
      await checkScreens(open, viewer, overlays);
    });
  }
});

test.describe('by the keyboard alone', () => {
  let waypost: Waypost;
  test.beforeAll(async () => {
    waypost = await startWaypost();
  });
  test.afterAll(() => endWaypost(waypost));

  /** Presses the Tab key until an element has the focus. */
  async function tabTo(page: Page, wanted: Locator): Promise<void> {
    await expect(wanted).toBeVisible();
    for (let stop = 0; stop < 90; stop++) {
      if (await wanted.evaluate((it) => it === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The Tab key does not lead to ${wanted.toString()}`);
  }
  const title = 'Water over the ford';
  const field = (page: Page, name: string) => page.getByRole('textbox', { name });

  test('a visitor reports a place, and the team publishes the report', { tag: '@core' }, async ({ open }) => {
    const page = await open(waypost.baseUrl);
    await tabTo(page, page.getByRole('link', { name: 'Report', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, field(page, 'Title'));
    await page.keyboard.type(title);
    await tabTo(page, field(page, 'Description'));
    await page.keyboard.type('The ford cannot be passed.');
    await tabTo(page, field(page, 'Latitude'));
    await page.keyboard.type('-1.2921');
    await tabTo(page, field(page, 'Longitude'));
    await page.keyboard.type('36.8219');
    await tabTo(page, page.getByLabel('When did it happen?'));
    // The parts of a date, in the order of the browser's language.
    await page.keyboard.type('11202026');
    await tabTo(page, page.getByRole('button', { name: 'Send report' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your report is with the team').first()).toBeVisible();

    const reviewer = await open(`${waypost.baseUrl}/login`, {}, { allowClientErrors: true });
    await expect(field(reviewer, 'Email')).toBeVisible();
    await tabTo(reviewer, field(reviewer, 'Email'));
    await reviewer.keyboard.type(admin.email);
    await tabTo(reviewer, reviewer.locator('input[type=password]'));
    await reviewer.keyboard.type(admin.password);
    await reviewer.keyboard.press('Enter');
    await reviewer.waitForURL(/views/);
    await tabTo(reviewer, reviewer.getByRole('link', { name: 'List', exact: true }));
    await reviewer.keyboard.press('Enter');
    await tabTo(reviewer, reviewer.getByRole('link', { name: title }));
    await reviewer.keyboard.press('Enter');
    await expect(reviewer.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await tabTo(reviewer, reviewer.getByRole('button', { name: 'Publish', exact: true }));
    await reviewer.keyboard.press('Enter');
    // Announced to screen readers.
    await expect(reviewer.getByText(`“${title}” is published.`).first()).toBeVisible();

    // Posts on the map are also in the list beside it.
    await page.goto(`${waypost.baseUrl}/views/map`);
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  });
});
