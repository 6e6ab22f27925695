/** Display preferences: zoom of 200 %, forced colors, reduced motion. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browser.ts';
import { logIn, openAccount } from '../support/log-in.ts';
import { waitForMapEngine } from '../support/map-engine.ts';
import { createPathResolver } from '../support/screens.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, endWaypost, startDemo, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let resolvePath: (address: string) => string;
test.beforeAll(async () => {
  waypost = await startDemo(admin.password);
  const ids = await createPathResolver(waypost);
  resolvePath = (address) => waypost.baseUrl + ids(address);
});
test.afterAll(() => endWaypost(waypost));
test.setTimeout(testLimit(180_000));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();
/** The first map of a browser takes longer, since nothing is cached. */
const firstMapTimeout = { timeout: scaled(60_000) };

test('at 200 % no screen scrolls sideways, and its main action is visible', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  // A window of 1280 by 1024 pixels at 200 %.
  const page = await open(`${waypost.baseUrl}/login`, { viewport: { width: 640, height: 512 } });
  page.setDefaultTimeout(scaled(30_000));
  await logIn(page, admin);
  await page.waitForURL(/views/);
  const screens: readonly [string, Locator][] = [
    ['/views/map', button(page, 'Report')],
    ['/views/data', button(page, 'Report')],
    ['/posts/create/{survey}', button(page, 'Send report')],
    ['/posts/{post}', button(page, 'Share')],
    ['/settings/surveys/create', button(page, 'Add survey')],
    ['/settings/general', button(page, 'Save')],
    ['/activity', heading(page)],
  ];
  for (const [address, main] of screens) {
    await page.goto(resolvePath(address));
    await expect(main, address).toBeVisible({ timeout: scaled(30_000) });
    await main.scrollIntoViewIfNeeded();
    const box = await main.boundingBox();
    if (!box) throw new Error(`Nothing to press at ${address}`);
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const isUncovered = await main.evaluate(
      (it, { x, y }) => it.contains(document.elementFromPoint(x, y)),
      middle,
    );
    expect(isUncovered, `${address}: the main action is not covered`).toBe(true);
    const wider = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, [role=group]')].map(
        (it) => it.scrollWidth - it.clientWidth,
      ),
    );
    expect(Math.max(...wider), address).toBeLessThanOrEqual(0);
  }
  await openAccount(page);
  await expect(button(page, 'Save')).toBeInViewport({ ratio: 1 });
});

test('with forced colors, outlines show the current page and the selection', {
  tag: ['@full', '@map'],
}, async ({ open }) => {
  const page = await open(resolvePath('/views/data'), { forcedColors: 'active' });
  page.setDefaultTimeout(scaled(30_000));
  const outline = async (it: Locator) => {
    await expect(it).toBeVisible({ timeout: scaled(30_000) });
    return it.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    });
  };
  const currentLink = page.locator('[aria-current=page]').first();
  expect(await outline(currentLink)).toBeGreaterThan(0);
  await page.keyboard.press('Tab');
  expect(await outline(page.locator(':focus-visible'))).toBeGreaterThanOrEqual(2);

  await page.goto(resolvePath('/activity'));
  const period = page.getByRole('radiogroup').first();
  expect(await outline(period.locator('label[data-active]'))).toBeGreaterThan(0);
  expect(await outline(period.locator('label:not([data-active])').first())).toBe(0);
  const total = page.getByRole('switch', { name: 'Running total' });
  await expect(total.locator('xpath=following-sibling::*[1]')).toHaveCSS('border-top-style', 'solid');

  await page.goto(resolvePath('/posts/create/{survey}'));
  expect(await outline(page.getByRole('tab', { selected: true }))).toBeGreaterThan(0);
});

test('with reduced motion, the map jumps and dialogs do not slide', { tag: ['@slow', '@map'] }, async ({
  open,
}) => {
  const reducedMotion = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' as const };
  // The URL contains a viewport, since moving to the reports would count as movement.
  const page = await open(resolvePath('/views/map?at=-2.6,38.2,6'), reducedMotion);
  const pins = page
    .getByRole('group', { name: /^Reports on the map\. Use the arrow keys to move between them/ })
    .getByRole('button');
  await expect(pins.first()).toBeVisible(firstMapTimeout);
  await waitForMapEngine(page);
  // The scale bar changes in each frame of a movement. Its text is recorded with its width, since the width is the
  // same for 10 km and 5 km.
  const scales = await page.evaluateHandle(() => {
    const scaleStates: string[] = [];
    const bar = document.querySelector<HTMLElement>('[aria-hidden][style*="inline-size"]');
    if (!bar) throw new Error('The map shows no scale.');
    new MutationObserver(() => scaleStates.push(`${bar.style.inlineSize} ${bar.textContent}`)).observe(bar, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    return scaleStates;
  });
  const zoom = page.getByRole('region', { name: 'Reports on the map' });
  await zoom.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await expect(page).toHaveURL(/(?:,|%2C)7$/);
  await expect.poll(async () => new Set(await scales.jsonValue()).size).toBe(1);

  await button(page, 'More').click();
  await expect(page.getByRole('menuitem', { name: 'Log in' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Log in' }).click();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  const moving = await page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map((it) => Number.parseFloat(it) || 0));
    return [...document.querySelectorAll('*')]
      .filter((it) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(it);
        const animationSeconds = animationName === 'none' ? 0 : seconds(animationDuration);
        return Math.max(seconds(transitionDuration), animationSeconds) > 0.02;
      })
      .map((it) => it.outerHTML.slice(0, 100));
  });
  expect(moving).toEqual([]);
});

test('with reduced motion, texts and labels of the map change to dark at once', {
  tag: ['@full', '@map'],
}, async ({ open }) => {
  const steady = { reducedMotion: 'reduce', colorScheme: 'light' } as const;
  const page = await open(resolvePath('/views/map?at=-2.6,38.2,6'), steady);
  await expect(page.getByRole('link', { name: 'GeoNames' })).toBeVisible(firstMapTimeout);
  const { changedCount, lateTexts } = await page.evaluate(async () => {
    const texts = [...document.querySelectorAll('body *')].filter((it) =>
      [...it.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim()),
    );
    const readColors = () => texts.map((it) => getComputedStyle(it).color);
    const light = readColors();
    document.documentElement.dataset['mantineColorScheme'] = 'dark';
    const atOnce = readColors();
    // Reading the colors has started the transitions that there are.
    const transitions = document.getAnimations().filter((it) => it instanceof CSSTransition);
    await Promise.all(transitions.map((it) => it.finished.catch(() => undefined)));
    const dark = readColors();
    return {
      changedCount: dark.filter((color, index) => color !== light[index]).length,
      lateTexts: texts
        .filter((_, index) => dark[index] !== atOnce[index])
        .map((it) => it.outerHTML.slice(0, 100)),
    };
  });
  expect(changedCount).toBeGreaterThan(10);
  expect(lateTexts).toEqual([]);
});
