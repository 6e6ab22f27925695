/**
 * The words of every screen come from the catalogue; a reader chooses a language and keeps it; what reads from right to left
 * is mirrored; dates and numbers are the language's.
 */
import { expect, type Page, type Response } from '@playwright/test';
import { test } from '../support/browser.ts';
import { logIn, openAccount, pressInDialog } from '../support/log-in.ts';
import { createPathResolver, screens } from '../support/screens.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startDemo, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;

test.beforeAll(async () => {
  waypost = await startDemo(admin.password);
});
test.afterAll(() => endWaypost(waypost));

/** Texts of the screen in letters that no catalogue's words have under the pseudo-language. */
const findUntranslatedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const isPlain = (text: string) => /[A-Za-z]{2,}/.test(text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Code, choices of languages by their own names, and the sources of the map are nobody's to translate.
    const notWords = 'script, style, code, pre, kbd, select, .maplibregl-ctrl-attrib';
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isPlain(node.nodeValue ?? '') && !node.parentElement?.closest(notWords))
        found.push(node.nodeValue?.trim() ?? '');
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`body [${name}]`)) {
        const text = element.getAttribute(name) ?? '';
        if (isPlain(text) && !element.closest(notWords)) found.push(text);
      }
    return [...new Set(found)];
  });

/** Everything that the server has said, since that is people's and not ours to translate. */
function recordServerTexts(page: Page): () => string[] {
  const said = new Set<string>();
  const take = (value: unknown): void => {
    if (typeof value === 'string') said.add(value.replaceAll(/\s+/g, ' ').trim());
    else if (value !== null && typeof value === 'object') for (const it of Object.values(value)) take(it);
  };
  page.on('response', (response: Response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return;
    void response.json().then(take, () => undefined);
  });
  return () => [...said].filter((it) => it.length > 2).sort((a, b) => b.length - a.length);
}

/** Names of things outside of any language. */
const untranslatableNames = /^(?:https:\/\/|autosize measurement|.*\bUSD\b.*|#\w+|UTC|PostgreSQL)$/;

test('no screen has a text that is not in the catalogue', { tag: ['@full', '@map'] }, async ({ open }) => {
  test.setTimeout(testLimit(420_000));
  const ids = await createPathResolver(waypost);
  const visitor = await open(`${waypost.baseUrl}/404`, {}, { allowClientErrors: true });
  const team = await open(`${waypost.baseUrl}/login`, {}, { allowClientErrors: true });
  await logIn(team, admin);
  await team.waitForURL(/views/);
  const pages = { visitor, admin: team };
  const said = { visitor: recordServerTexts(visitor), admin: recordServerTexts(team) };
  // The service worker may answer for the server.
  const config = await callApi(waypost, await tokenFor(waypost, 'visitor'), 'GET', '/config/site');
  const { name, description } = (await config.json()) as { name: string; description: string };
  const site = [description, name].map((it) => it.replaceAll(/\s+/g, ' ').trim());
  const left: string[] = [];
  for (const { name, path: at, viewer: who } of screens) {
    const page = pages[who];
    await page.goto(`${waypost.baseUrl}${ids(at)}?lang=uk-XA`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'uk-XA');
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const unknown = async (): Promise<string[]> => {
      const known = [...said[who](), ...site];
      // Long texts are shown in part.
      const partOf = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/…$/, '').trim();
      const isSaid = (text: string) => known.some((it) => it.includes(partOf(text)));
      const restOf = (text: string) =>
        known.reduce((sum, it) => sum.replaceAll(it, ' '), text.replaceAll(/\s+/g, ' '));
      const texts = await findUntranslatedTexts(page);
      return texts.filter(
        (text) => !untranslatableNames.test(text) && !isSaid(text) && /[A-Za-z]{2,}/.test(restOf(text)),
      );
    };
    // What the server said may be read here after it is on the screen.
    await expect
      .poll(unknown, { message: name, timeout: scaled(5000) })
      .toEqual([])
      .catch(async () => left.push(...(await unknown()).map((text) => `${name}: ${text}`)));
  }
  expect(left).toEqual([]);
});

test('a reader chooses Arabic in the navigation, and the whole is mirrored and stays so', {
  tag: ['@core', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/views/data`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Language/ }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'ar');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: 'البلاغات', level: 1 })).toBeVisible();
  // The navigation is at the right, the zoom of the map at the left.
  const width = page.viewportSize()?.width ?? 0;
  const bar = await page.getByRole('navigation').first().boundingBox();
  expect(bar?.x ?? 0).toBeGreaterThan(width / 2);
  const zoom = await page.getByRole('button', { name: 'تكبير' }).first().boundingBox();
  expect(zoom?.x ?? width).toBeLessThan(width / 2);

  // Words of another part of the program come in the same language, before that part is seen.
  await page.goto(`${waypost.baseUrl}/activity`);
  await expect(page.getByRole('heading', { name: 'النشاط', level: 1 })).toBeVisible();
});

test('in a sentence from right to left the number of a phone begins with its plus', { tag: '@full' }, async ({
  open,
}) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(`${waypost.baseUrl}/login`);
  await logIn(page, admin);
  await page.waitForURL(/views/);
  await page.goto(`${waypost.baseUrl}/messages?lang=ar`);
  await page
    .getByRole('link', { name: /^\+254/ })
    .first()
    .click();
  const about = page.getByRole('heading', { name: /\+254\d+/ });
  await expect(about).toBeVisible();
  const [plus, last] = await about.evaluate((heading) => {
    const text = heading.firstChild as Text;
    const leftOf = (at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    return [leftOf(text.data.indexOf('+')), leftOf(text.data.search(/\d(?!\d)/))];
  });
  expect(plus).toBeLessThan(last ?? 0);
});

test('an account has a language of its own on every device, over that of the site and of the device', {
  tag: '@full',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  // Each language is a file of its own.
  const slowly = { timeout: scaled(40_000) };
  const amina = { email: 'amina@example.org', password: 'long enough' };
  const token = await tokenFor(waypost, 'admin');
  await callApi(waypost, token, 'POST', '/users', { ...amina, realname: 'Amina' });
  const page = await open(`${waypost.baseUrl}/login`);
  const html = page.locator('html');
  await logIn(page, amina);
  await page.waitForURL(/views/);
  await openAccount(page);
  const language = page.getByRole('dialog').getByRole('combobox', { name: 'Language' });
  await expect(language).toHaveValue('');
  await language.selectOption('es');
  await pressInDialog(page, 'Save');
  await expect(html).toHaveAttribute('lang', 'es', slowly);
  await expect(page.getByText('Tu perfil se guardó.').first()).toBeVisible();
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'es', slowly);

  // Another device, where somebody chose French before.
  const other = await open(`${waypost.baseUrl}/views/data`);
  await other.getByRole('button', { name: 'More', exact: true }).click();
  await other.getByRole('menuitem', { name: /^Language/ }).click();
  await other.getByRole('menuitemradio', { name: 'français' }).click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr', slowly);
  await other.goto(`${waypost.baseUrl}/login`);
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill(amina.email);
  await dialog.locator('input[type=password]').fill(amina.password);
  await other.keyboard.press('Enter');
  await expect(other.locator('html')).toHaveAttribute('lang', 'es', slowly);

  // What is chosen in the navigation is the account's, too.
  await other.getByRole('button', { name: 'Más', exact: true }).click();
  await other.getByRole('menuitem', { name: /^Idioma/ }).click();
  await other.getByRole('menuitemradio', { name: 'Kiswahili' }).click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'sw', slowly);
  const stored = async () => {
    const answer = await callApi(waypost, await tokenFor(waypost, amina), 'GET', '/users/me');
    return ((await answer.json()) as { language: string | null }).language;
  };
  await expect.poll(stored).toBe('sw');
});

test('the menu with all languages is no taller than a phone: what is at its top can be pressed', {
  tag: '@full',
}, async ({ open }) => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const page = await open(`${waypost.baseUrl}/views/data`, phone);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Language/ }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Kiswahili' })).toBeVisible();
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu?.y ?? -1).toBeGreaterThanOrEqual(0);
  await page.getByRole('menuitem', { name: 'On this device' }).click();
  await expect(page).toHaveURL(/\/device/);
});

test('an address may ask for a language, for a frame in another site; one without words is English', {
  tag: '@full',
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/views/data?lang=pt_BR`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await page.goto(`${waypost.baseUrl}/views/data?lang=xx`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
});

for (const [language, number] of [
  ['es', /^\d+ /],
  ['fr', /^\d+ /],
  ['hi', /^\d+ /],
  ['ht', /^\d+ /],
  ['id', /^\d+ /],
  ['pt', /^\d+ /],
  ['ru', /^\d+ /],
  ['sw', /\d+/],
  ['uk', /^\d+ /],
  ['zh', /^\d+ /],
] as const)
  test(`the list reads whole in ${language}`, { tag: '@full' }, async ({ open }) => {
    const page = await open(`${waypost.baseUrl}/views/data?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByText(number).first()).toBeVisible();
    // Nothing is asked for under a key's bare name.
    await expect(page.locator('body')).not.toContainText(/\b(?:post|nav|state|action)\.[a-z]+/);
  });
