import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkNames } from '@waypost/contract/verifier/verifier';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { secureHeaders, serveWebClient } from './web-client.ts';

test('the page has the nonce of its CSP header, a new one for each response', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await writeFile(path.join(dist, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__" />');
  const app = Fastify();
  await secureHeaders(app);
  await serveWebClient(app, { dist }, (_request, reply) => reply.code(404).send());

  const nonces = await Promise.all(
    ['/', '/views/map'].map(async (url) => {
      const response = await app.inject({ url });
      const allowed = /'nonce-([^']+)'/.exec(String(response.headers['content-security-policy']))?.[1];
      expect(response.body).toContain(`content="${allowed}"`);
      return allowed;
    }),
  );
  expect(new Set(nonces).size).toBe(2);
  await app.close();
  await rm(dist, { recursive: true });
});

test('every page answers HEAD like GET, and paths of the API are no pages', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await writeFile(path.join(dist, 'index.html'), '<title>Waypost</title>');
  const app = Fastify();
  await secureHeaders(app);
  await serveWebClient(app, { dist }, (_request, reply) => reply.code(404).send());
  const statusOf = async (method: 'GET' | 'HEAD' | 'POST', url: string) =>
    (await app.inject({ method, url })).statusCode;
  for (const url of ['/', '/views/map', '/posts/1']) {
    expect([url, await statusOf('GET', url), await statusOf('HEAD', url)]).toEqual([url, 200, 200]);
    expect((await app.inject({ method: 'HEAD', url })).body).toBe('');
  }
  for (const url of [
    '/api/nothing',
    '/oauth/nothing',
    '/sms/nothing',
    '/storage/nothing',
    '/migrate',
    '/migration/status',
  ])
    expect([url, await statusOf('GET', url), await statusOf('HEAD', url)]).toEqual([url, 404, 404]);
  expect(await statusOf('POST', '/views/map')).toBe(404);
  await app.close();
  await rm(dist, { recursive: true });
});

test('files of the client are sent compressed and are cached by their kind; missing ones are not found', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await mkdir(path.join(dist, 'assets'));
  await mkdir(path.join(dist, 'map'));
  const files = {
    'index.html': '<title>Waypost</title>',
    'sw.js': 'plain',
    'sw.js.br': 'compressed',
    'map/world.pmtiles': 'tiles',
    'assets/start-a1.js': 'plain',
    'assets/start-a1.js.br': 'compressed',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dist, name), text);
  const app = Fastify();
  await secureHeaders(app);
  await serveWebClient(app, { dist }, (_request, reply) => reply.code(404).send('nothing'));
  const get = async (url: string, headers = {}) => {
    const { statusCode, body, headers: responseHeaders } = await app.inject({ url, headers });
    return [statusCode, body, responseHeaders['cache-control'], responseHeaders['content-encoding']];
  };
  const immutable = 'public, max-age=31536000, immutable';
  const brotli = { 'accept-encoding': 'br' };
  expect(await get('/assets/start-a1.js')).toEqual([200, 'plain', immutable, undefined]);
  expect(await get('/assets/start-a1.js', brotli)).toEqual([200, 'compressed', immutable, 'br']);
  expect(await get('/sw.js', brotli)).toEqual([200, 'compressed', 'no-cache', 'br']);
  expect(await get('/map/world.pmtiles', brotli)).toEqual([200, 'tiles', 'no-cache', undefined]);
  for (const url of ['/assets/start-b2.js', '/assets/..%2findex.html', '/.vite/manifest.json'])
    expect((await get(url))[0], url).not.toBe(200);
  expect((await app.inject({ method: 'HEAD', url: '/assets/start-a1.js' })).statusCode).toBe(200);
  for (const url of ['/assets', '/assets/', '/assets/folder', '/index.html'])
    expect((await get(url)).slice(0, 3), url).toEqual([200, files['index.html'], 'no-cache']);
  await app.close();
  await rm(dist, { recursive: true });
});

test('the page contains the escaped settings of the operator', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await writeFile(
    path.join(dist, 'index.html'),
    '<meta name="waypost-settings" content="__WAYPOST_SETTINGS__" />',
  );
  const app = Fastify();
  await secureHeaders(app);
  const { pageSettings: page } = readConfig({
    VERIFIER_DISABLED: 'oauth, ENV',
    SUPPORT_BUGS_URL: 'https://bugs.example.org/?a="><script>&b=$&',
  });
  await serveWebClient(app, { dist, settings: page }, (_request, reply) => reply.code(404).send());
  const { body } = await app.inject({ url: '/' });
  const content = /content="([^"]*)"/.exec(body)?.[1] ?? '';
  expect(content).not.toMatch(/[<>]/);
  const settings: unknown = JSON.parse(
    content
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
  expect(settings).toEqual({
    support: {
      documentation: '/help',
      bugs: 'https://bugs.example.org/?a="><script>&b=$&',
      features: null,
      messaging: null,
    },
    disabledChecks: ['oauth', 'env'],
    csvBytes: expect.any(Number),
    hasExchange: false,
    plans: { signUp: null, contact: null },
  });
  await app.close();
  await rm(dist, { recursive: true });
});

test('an invalid page setting is named at the start', () => {
  expect(readConfig({ VERIFIER_DISABLED: 'ALL' }).pageSettings.disabledChecks).toEqual(checkNames);
  expect(() => readConfig({ VERIFIER_DISABLED: 'oauth,coffee' })).toThrow(
    /VERIFIER_DISABLED: must be ALL or some of/,
  );
  expect(() => readConfig({ SUPPORT_DOCS_URL: 'javascript:alert(1)' })).toThrow(
    /SUPPORT_DOCS_URL: must be an address/,
  );
  expect(() => readConfig({ INSTALL_DEBUG: 'maybe' })).toThrow(/INSTALL_DEBUG: must be on or off/);
});

test('the page preloads the files of its screen and its layouts, and no others', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await writeFile(
    path.join(dist, 'index.html'),
    '<head><link rel="modulepreload" href="/assets/start.js" /></head>',
  );
  const screen = (name: string) => `src/routes/${name}.tsx?tsr-split=component`;
  const manifest = {
    _shared: { file: 'assets/shared.js', css: ['assets/shared.css'], imports: ['_start'] },
    _start: { file: 'assets/start.js' },
    [screen('_map')]: { file: 'assets/map.js', imports: ['_shared'] },
    [screen('_map/posts.create.$surveyId')]: { file: 'assets/report.js', imports: ['_shared'] },
    [screen('_map.posts.create.index')]: { file: 'assets/choose.js' },
    [screen('_map/_data/posts.$postId')]: { file: 'assets/post.js', css: ['assets/post.css'] },
    [screen('_map/_data/posts.$postId_.edit')]: { file: 'assets/edit.js' },
    [screen('_map/views.map')]: { file: 'assets/views-map.js' },
    'src/early-map.ts': { file: 'assets/early-map.js', imports: ['_start'] },
    'src/blocks/map-canvas/opening/opening-map.tsx': { file: 'assets/opening.js', imports: ['_start'] },
    [screen('settings')]: { file: 'assets/settings.js' },
    [screen('settings/surveys/index')]: { file: 'assets/surveys.js' },
    [screen('$')]: { file: 'assets/nowhere.js' },
    'src/elsewhere.ts': { file: 'assets/elsewhere.js' },
  };
  await mkdir(path.join(dist, '.vite'));
  await writeFile(path.join(dist, '.vite', 'manifest.json'), JSON.stringify(manifest));
  const app = Fastify();
  await secureHeaders(app);
  await serveWebClient(app, { dist }, (_request, reply) => reply.code(404).send());
  const preloadsAt = async (url: string) => {
    const { body } = await app.inject({ url });
    return [
      ...body.matchAll(/<link rel="(?:modulepreload|preload" as="style)"[^>]* href="\/assets\/([^"]+)"/g),
    ]
      .map(([, name]) => name)
      .filter((name) => name !== 'start.js');
  };
  expect(await preloadsAt('/posts/create/7?lang=ar')).toEqual([
    'shared.css',
    'map.js',
    'shared.js',
    'report.js',
  ]);
  expect(await preloadsAt('/posts/create')).toEqual(['shared.css', 'map.js', 'shared.js', 'choose.js']);
  expect(await preloadsAt('/posts/7/')).toEqual(['shared.css', 'post.css', 'map.js', 'shared.js', 'post.js']);
  // This screen is outside the layout of the post.
  expect(await preloadsAt('/posts/7/edit')).toEqual(['shared.css', 'map.js', 'shared.js', 'edit.js']);
  expect(await preloadsAt('/settings/surveys')).toEqual(['settings.js', 'surveys.js']);
  for (const url of ['/', '/views/map'])
    expect(await preloadsAt(url), url).toEqual([
      'early-map.js',
      'shared.css',
      'opening.js',
      'map.js',
      'shared.js',
      'views-map.js',
    ]);
  for (const url of ['/index.html', '/nowhere', '/posts/7/edit/more', '/posts//edit'])
    expect(await preloadsAt(url), url).toEqual([]);
  await app.close();
  await rm(dist, { recursive: true });
});

test('third-party scripts are in the page when configured, except for browsers that opt out of tracking', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'waypost-dist-'));
  await writeFile(path.join(dist, 'index.html'), '<head></head>');
  const { services } = readConfig({
    ANALYTICS_SCRIPT: 'https://stats.example.org/script.js?a=1&b=2',
    ANALYTICS_DATA: 'website-id=4f1c, domains=report.example.org',
    SUPPORT_WIDGET_SCRIPT: 'https://chat.example.net/widget.js',
  });
  const app = Fastify();
  await secureHeaders(app, { scripts: services.scripts.map(({ src }) => new URL(src).origin) });
  await serveWebClient(app, { dist, scripts: services.scripts }, (_request, reply) => reply.code(404).send());

  const { body, headers } = await app.inject({ url: '/views/map' });
  expect(body).toContain(
    '<script defer src="https://stats.example.org/script.js?a=1&amp;b=2" data-website-id="4f1c" data-domains="report.example.org"></script>',
  );
  expect(body).toContain('<script defer src="https://chat.example.net/widget.js"></script>');
  expect(headers['content-security-policy']).toContain(
    "script-src 'self' https://stats.example.org https://chat.example.net;",
  );
  for (const optOut of [{ dnt: '1' }, { 'sec-gpc': '1' }])
    expect((await app.inject({ url: '/', headers: optOut })).body).toBe('<head></head>');
  expect((await app.inject({ url: '/map/noui' })).body).toBe('<head></head>');
  await app.close();
  await rm(dist, { recursive: true });

  expect(readConfig({}).services).toEqual({ errorReportsDsn: undefined, scripts: [] });
  for (const wrong of [
    { ANALYTICS_SCRIPT: 'javascript:alert(1)' },
    { ANALYTICS_DATA: '=4f1c' },
    { ERROR_REPORTS_DSN: 'https://errors.example.org/1' },
  ])
    expect(() => readConfig(wrong)).toThrow(Object.keys(wrong)[0]);
});
