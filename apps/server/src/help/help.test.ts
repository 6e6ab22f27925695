/** The guide at `/help`: pages, search, and escaping of the search terms. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const request = (url: string) => app.fastify.inject({ url });
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
const search = async (question: string) => (await request(`/help?q=${encodeURIComponent(question)}`)).body;
const firstResult = (html: string) => /<ol class="results"><li><a href="([^"]+)">/.exec(html)?.[1];

test('every page is linked from the start page, has one title, and has no broken links and pictures', async () => {
  const start = await request('/help');
  expect(start.statusCode).toBe(200);
  expect(start.headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await request('/help/')).body).toBe(start.body);
  const pagePaths = [...new Set(linksIn(start.body))].filter((href) => /^\/help\/\w+\/[\w-]+$/.test(href));
  for (const part of ['user', 'administrator', 'api'])
    expect(pagePaths.some((href) => href.startsWith(`/help/${part}/`))).toBe(true);

  const bodies = new Map<string, string>();
  for (const pagePath of pagePaths) {
    const page = await request(pagePath);
    expect([pagePath, page.statusCode]).toEqual([pagePath, 200]);
    bodies.set(pagePath, page.body);
  }
  const wrong: string[] = [];
  for (const [pagePath, body] of bodies) {
    if (body.match(/<h1/g)?.length !== 1) wrong.push(`${pagePath}: titles`);
    if (!body.includes(`<a href="${pagePath}" aria-current="page">`))
      wrong.push(`${pagePath}: not in the contents`);
    for (const href of linksIn(body).filter((link) => /^(?:#|\/help\/(?!pictures\/))/.test(link))) {
      const [page = '', anchor] = href.split('#');
      const target = page === '' ? body : bodies.get(page);
      if (!target || (anchor && !target.includes(`id="${anchor}"`))) wrong.push(`${pagePath}: ${href}`);
    }
    for (const [tag, src = ''] of body.matchAll(/<img [^>]*src="(\/help\/[^"]+)"[^>]*>/g)) {
      const picture = await request(src);
      if (picture.statusCode !== 200 || picture.headers['content-type'] !== 'image/webp') wrong.push(src);
      if (!/ alt="[^"]{10,}"/.test(tag)) wrong.push(`${src}: alt`);
    }
  }
  expect(wrong).toEqual([]);
});

test('pages contain no inline scripts and cannot be framed by other sites', async () => {
  for (const url of ['/help', '/help/user/reporting', '/help?q=report', '/help/none']) {
    const { body, headers } = await request(url);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain('unsafe-inline');
    expect(body.match(/<script[^>]*>[^<]*/g)).toEqual(['<script src="/theme.js">']);
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/);
  }
});

test('an unknown URL gets a 404 page with the contents', async () => {
  for (const url of [
    '/help/user/nothing',
    '/help/nothing',
    '/help/user/reporting/more',
    '/help/pictures/none.webp',
  ]) {
    const page = await request(url);
    expect([url, page.statusCode]).toEqual([url, 404]);
    expect(page.body).toContain('Page not found');
    expect(page.body).toContain('href="/help/user/reporting"');
  }
  expect((await request('/help/pictures/..%2Fcontents.json')).statusCode).toBe(404);
  const part = await request('/help/administrator');
  expect([part.statusCode, part.headers['location']]).toEqual([302, '/help#administrator']);
});

test('the search finds sections by words, other endings, prefixes and with typos', async () => {
  const exact = await search('quick exit');
  expect(firstResult(exact)).toBe('/help/user/safety#leaving-a-form-quickly');
  expect(exact).toContain('<mark>');
  expect(await search('webhok signature')).toContain('/help/api/webhooks');
  expect(await search('filtering')).toContain('/help/user/finding');
  expect(await search('Backups')).toContain('/help/administrator/');
  // If not all terms are found, sections with some of them are returned.
  expect(await search('xyzzyplugh webhooks')).toContain('/help/api/webhooks');
  const nothing = await search('xyzzyplugh');
  expect(nothing).toContain('No results found for “xyzzyplugh”');
  expect(nothing).not.toContain('<ol class="results">');
});

test('search terms are shown escaped', async () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)> report';
  const body = await search(hostile);
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain('<img src=x');
  expect(body).toContain('value="&quot;&gt;&lt;script&gt;');
  for (const url of [
    '/help?q=',
    '/help?q=%20',
    '/help?q[]=a',
    '/help?q[a]=b',
    `/help?q=${'%F0%9F%92%A9'.repeat(300)}`,
  ])
    expect([url, (await request(url)).statusCode]).toEqual([url, 200]);
  expect((await request('/help?q[a]=b')).body).toBe((await request('/help')).body);
});

test('the guide of a private deployment is public and contains nothing of the deployment', async () => {
  await app.send('admin', 'PUT', '/config/site', { name: 'Hidden Valley Watch' });
  const before = await request('/help/user/reporting');
  await app.send('admin', 'PUT', '/config/site', { private: true });
  const after = await request('/help/user/reporting');
  expect(after.statusCode).toBe(200);
  expect(after.body).toBe(before.body);
  expect(after.body).not.toContain('Hidden Valley');
});
