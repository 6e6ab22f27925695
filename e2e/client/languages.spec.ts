/**
 * Languages: every text comes from the catalogue, the chosen language is kept, right-to-left languages are mirrored, dates and
 * numbers follow the language.
 */
import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { splitPostText } from '@waypost/survey-logic/post-display';
import { test } from '../support/browser.ts';
import { openLoaded } from '../support/loaded-screen.ts';
import { logIn, openAccount, openAs, pressInDialog } from '../support/log-in.ts';
import { createPathResolver, screens } from '../support/screens.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startDemo, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;

test.beforeAll(async () => {
  waypost = await startDemo(admin.password);
});
test.afterAll(() => endWaypost(waypost));

/** Texts on the screen with plain letters, which texts of the catalogue do not have in the pseudo-locale. */
const findUntranslatedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const untranslated: string[] = [];
    const isPlain = (text: string) => /[A-Za-z]{2,}/.test(text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Code, names of languages, and the attribution of the map are not translated.
    const untranslatedElements = 'script, style, code, pre, kbd, select, .maplibregl-ctrl-attrib';
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isPlain(node.nodeValue ?? '') && !node.parentElement?.closest(untranslatedElements))
        untranslated.push(node.nodeValue?.trim() ?? '');
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`body [${name}]`)) {
        const text = element.getAttribute(name) ?? '';
        if (isPlain(text) && !element.closest(untranslatedElements)) untranslated.push(text);
      }
    return [...new Set(untranslated)];
  });

/** Records all texts in responses of the server: content is not translated. @returns a function that returns them */
function recordServerTexts(page: Page): () => string[] {
  const serverTexts = new Set<string>();
  const take = (value: unknown): void => {
    if (typeof value === 'string') serverTexts.add(value.replaceAll(/\s+/g, ' ').trim());
    else if (value !== null && typeof value === 'object') for (const it of Object.values(value)) take(it);
  };
  page.on('response', (response: Response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return;
    void response.json().then(take, () => undefined);
  });
  return () => [...serverTexts].filter((it) => it.length > 2);
}

/** What the posts are called on screen, drafts included: their titles, or the first words of their texts. */
interface PostText {
  title: string | null;
  content: string | null;
}

async function readAllTitles(deployment: Waypost): Promise<string[]> {
  const token = await tokenFor(deployment, 'admin');
  const titles: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += 500) {
    const page = await callApi(
      deployment,
      token,
      'GET',
      `/posts?status=all&limit=500&offset=${offset}&orderby=id`,
    );
    const body = (await page.json()) as { total_count: number; results: PostText[] };
    total = body.total_count;
    titles.push(...body.results.flatMap((post) => splitPostText(post).title ?? []));
  }
  return titles;
}

/** Names that are the same in every language; languages are called as they call themselves. */
const untranslatableNames =
  /^(?:https:\/\/|autosize measurement|.*\bUSD\b.*|#\w+|UTC|PostgreSQL|English \(United States\)|français \(France\)|English, العربية, .*|team@example\.org)$/;

test('no screen has a text that is not in the catalogue', { tag: ['@full', '@map'] }, async ({ open }) => {
  test.setTimeout(testLimit(420_000));
  const ids = await createPathResolver(waypost);
  const visitor = await open(`${waypost.baseUrl}/404`, {}, { allowClientErrors: true });
  const team = await open(`${waypost.baseUrl}/login`, {}, { allowClientErrors: true });
  await logIn(team, admin);
  await team.waitForURL(/views/);
  const pages = { visitor, admin: team };
  const serverTexts = { visitor: recordServerTexts(visitor), admin: recordServerTexts(team) };
  // The service worker may respond instead of the server.
  const config = await callApi(waypost, await tokenFor(waypost, 'visitor'), 'GET', '/config/site');
  const { name, description } = (await config.json()) as { name: string; description: string };
  // The login stored the name of the account before the responses are recorded.
  const account = await callApi(waypost, await tokenFor(waypost, 'admin'), 'GET', '/users/me');
  const { realname } = (await account.json()) as { realname: string };
  // The map shows titles from its tiles, which are not JSON.
  const titles = await readAllTitles(waypost);
  const contents = [description, name, realname, ...titles].map((it) => it.replaceAll(/\s+/g, ' ').trim());
  const remaining: string[] = [];
  for (const { name, path: at, viewer: who } of screens) {
    // Moderators see parts of what administrators see.
    if (who === 'moderator') continue;
    const page = pages[who];
    await openLoaded(page, `${waypost.baseUrl}${ids(at)}?lang=uk-XA`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'uk-XA');
    const unknown = async (): Promise<string[]> => {
      // The longest first: a word that is a text of its own would be taken out of a title.
      const allowedTexts = [...serverTexts[who](), ...contents].sort((a, b) => b.length - a.length);
      // Long texts are shown in part.
      const partOf = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/…$/, '').trim();
      const isFromServer = (text: string) => allowedTexts.some((it) => it.includes(partOf(text)));
      const restOf = (text: string) =>
        allowedTexts.reduce((sum, it) => sum.replaceAll(it, ' '), text.replaceAll(/\s+/g, ' '));
      const texts = await findUntranslatedTexts(page);
      return texts.filter(
        (text) => !untranslatableNames.test(text) && !isFromServer(text) && /[A-Za-z]{2,}/.test(restOf(text)),
      );
    };
    // A response may be recorded here after its texts are on the screen.
    await expect
      .poll(unknown, { message: name, timeout: scaled(5000) })
      .toEqual([])
      .catch(async () => remaining.push(...(await unknown()).map((text) => `${name}: ${text}`)));
  }
  expect(remaining).toEqual([]);
});

test('a user chooses Arabic in the navigation; the layout is mirrored and stays so', {
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
  const zoom = page.getByRole('button', { name: 'تكبير' }).first();
  await expect.poll(async () => (await zoom.boundingBox())?.x ?? width).toBeLessThan(width / 2);

  // Texts of a lazily loaded screen come in the same language.
  await page.goto(`${waypost.baseUrl}/activity`);
  await expect(page.getByRole('heading', { name: 'النشاط', level: 1 })).toBeVisible();
});

test('the language of an address holds for the visit, until another one is chosen, and not for other visits', {
  tag: '@full',
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/about?lang=fr`);
  const language = page.locator('html');
  await expect(language).toHaveAttribute('lang', 'fr');
  await page.goto(`${waypost.baseUrl}/activity`);
  await expect(page.getByRole('heading', { name: 'Activité', level: 1 })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${waypost.baseUrl}/activity`);
  await expect(other.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Plus', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Langue/ }).click();
  await page.getByRole('menuitemradio', { name: 'español' }).click();
  await page.goto(`${waypost.baseUrl}/about`);
  await expect(language).toHaveAttribute('lang', 'es');
});

test('in right-to-left text a phone number begins with its plus sign', { tag: '@full' }, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await open(`${waypost.baseUrl}/login`);
  await logIn(page, admin);
  await page.waitForURL(/views/);
  await page.goto(`${waypost.baseUrl}/messages?lang=ar`);
  await page.getByRole('link', { name: /Pump at the clinic/ }).click();
  await page.getByRole('button', { name: 'عرض المرسل' }).click();
  const about = page.getByText(/^\+254\d+$/);
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

test('in right-to-left pages, titles stand at the right, and arrows and shortened texts follow', {
  tag: '@slow',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  const page = await openAs(admin, open, waypost.baseUrl, '/activity/wall?lang=ar');
  const resolvePath = await createPathResolver(waypost);
  const readRight = (it: Locator) =>
    it.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right;
    });
  const title = page.getByText('No bus for the hill school');
  await expect(title).toBeVisible();
  expect(await readRight(title)).toBeCloseTo(await readRight(title.locator('xpath=following-sibling::*')), 0);

  await page.goto(waypost.baseUrl + resolvePath('/posts/{post}/history?lang=ar'));
  const [heading, postTitle] = [page.getByRole('heading', { level: 1 }), page.locator('h1 + p')];
  await expect(postTitle).toBeVisible();
  expect(await readRight(postTitle)).toBeCloseTo(await readRight(heading), 0);

  await page.goto(`${waypost.baseUrl}/messages?lang=ar`);
  const preview = page.getByRole('link', { name: 'الفريق:' }).first().locator('span[dir=auto]');
  const isStartVisible = await preview.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild as Text, 0);
    range.setEnd(element.firstChild as Text, 1);
    return range.getBoundingClientRect().left >= element.getBoundingClientRect().left;
  });
  expect(isStartVisible).toBe(true);

  const token = await tokenFor(waypost, 'admin');
  await callApi(waypost, token, 'PUT', resolvePath('/posts/{post}'), { status: 'archived' });
  await page.goto(`${waypost.baseUrl}/settings/audit?lang=ar`);
  await expect(page.getByText('→').first()).toHaveCSS('transform', /^matrix\(-1,/);
});

test('the language of an account applies on every device, over those of the site and the device', {
  tag: '@slow',
}, async ({ open }) => {
  test.setTimeout(testLimit(180_000));
  // Each language is a file of its own.
  const slowTimeout = { timeout: scaled(40_000) };
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
  await expect(html).toHaveAttribute('lang', 'es', slowTimeout);
  await expect(page.getByText('Tu perfil se guardó.').first()).toBeVisible();
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'es', slowTimeout);

  // Another device, on which French was chosen before.
  const other = await open(`${waypost.baseUrl}/views/data`);
  await other.getByRole('button', { name: 'More', exact: true }).click();
  await other.getByRole('menuitem', { name: /^Language/ }).click();
  await other.getByRole('menuitemradio', { name: 'français' }).click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr', slowTimeout);
  await other.goto(`${waypost.baseUrl}/login`);
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill(amina.email);
  await dialog.locator('input[type=password]').fill(amina.password);
  await other.keyboard.press('Enter');
  await expect(other.locator('html')).toHaveAttribute('lang', 'es', slowTimeout);

  // A choice in the navigation is stored in the account, too.
  await other.getByRole('button', { name: 'Más', exact: true }).click();
  await other.getByRole('menuitem', { name: /^Idioma/ }).click();
  await other.getByRole('menuitemradio', { name: 'Kiswahili' }).click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'sw', slowTimeout);
  const stored = async () => {
    const answer = await callApi(waypost, await tokenFor(waypost, amina), 'GET', '/users/me');
    return ((await answer.json()) as { language: string | null }).language;
  };
  await expect.poll(stored).toBe('sw');
});

test('the menu with all languages fits the height of a phone', {
  tag: '@full',
}, async ({ open }) => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const page = await open(`${waypost.baseUrl}/views/data`, phone);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Language/ }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Kiswahili' })).toBeVisible();
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu?.y ?? -1).toBeGreaterThanOrEqual(0);
  await page.getByRole('menuitem', { name: 'On this device', exact: true }).click();
  await expect(page).toHaveURL(/\/device/);
});

test('the URL can set a language, for embedding; an unknown one falls back to English', {
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
  test(`the list has no missing texts in ${language}`, { tag: '@full' }, async ({ open }) => {
    const page = await open(`${waypost.baseUrl}/views/data?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByText(number).first()).toBeVisible();
    // No key is shown in place of its text.
    await expect(page.locator('body')).not.toContainText(/\b(?:post|nav|state|action)\.[a-z]+/);
  });
