import { VectorTile } from '@mapbox/vector-tile';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { PbfReader } from 'pbf';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../kernel/config/config.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { setOperatorSettings } from '../testing/app/operator-settings.ts';
import { type Actor, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(app.db, { where: { type: 'point', input: 'location' } });
});
afterEach(() => setOperatorSettings(app.db));
afterAll(() => app.close());

const yesterday = new Date(Date.now() - 86_400_000).toISOString();
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

interface ErrorResponse {
  errors: { status: number; title?: string; code?: string; source?: { pointer: string } }[];
}

describe('the environment', () => {
  test('contains the operator’s settings', () => {
    const { operatorSettings: operator } = readConfig({
      TIER: 'demo_1',
      TIER_EXPIRES: '2026-12-31',
      FEATURES: '{"limits":{"posts":25},"roles":{"enabled":false}}',
      MAINTENANCE: '',
    });
    expect(operator).toMatchObject({
      tier: 'demo_1',
      expires: '2026-12-31',
      features: { limits: { posts: 25 }, roles: { enabled: false } },
      maintenance: false,
    });
  });

  test.each([
    [{ FEATURES: '{"limits":{"post":25}}' }, 'FEATURES.limits: '],
    [{ FEATURES: '{"limits":{"posts":-1}}' }, 'FEATURES.limits.posts: '],
    [{ FEATURES: '{roles}' }, 'FEATURES: must be JSON such as '],
    [{ FEATURES: '{"rolls":{"enabled":false}}' }, 'FEATURES: '],
    [{ TIER_EXPIRES: 'soon' }, 'TIER_EXPIRES: '],
    [{ MAINTENANCE: 'perhaps' }, 'MAINTENANCE: '],
  ])('%o is refused with the name of the invalid setting', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(name);
  });
});

describe('settings of the operator', () => {
  test('are read by everyone, and cannot be changed by administrators', async () => {
    await setOperatorSettings(app.db, {
      tier: 'demo_1',
      expires: tomorrow,
      features: { limits: { forms: 3 } },
    });
    const features = await app.send('passer-by', 'GET', '/config/features');
    expect(features.body).toMatchObject({ limits: { posts: true, forms: 3, admin_users: true } });
    const change = {
      name: 'River watch',
      tier: 'responder',
      expiration_date: null,
      extension_date: '2099-01-01',
    };
    expect((await app.send('admin', 'PUT', '/config/site', change)).body).toMatchObject({
      name: 'River watch',
      tier: 'demo_1',
      expiration_date: tomorrow,
    });
    await setOperatorSettings(app.db);
    expect((await app.send('passer-by', 'GET', '/config/site')).body).toMatchObject({ tier: 'free' });
    expect((await app.send('passer-by', 'GET', '/config/features')).body).toMatchObject({
      limits: { forms: true },
    });
  });

  test('a limit of surveys applies, also to two created at the same time', async () => {
    const { total_count } = (await app.send<{ total_count: number }>('admin', 'GET', '/forms')).body;
    await setOperatorSettings(app.db, { features: { limits: { forms: total_count + 1 } } });
    const both = await Promise.all(
      ['One', 'Two'].map((name) => app.send<ErrorResponse>('admin', 'POST', '/forms', { name })),
    );
    expect(both.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(both.find((response) => response.status === 422)?.body.errors[1]).toMatchObject({
      title: 'limit::posttypes',
      source: { pointer: '/name' },
    });
  });

  test('a limit of published posts applies to creating and publishing, not to posts under review', async () => {
    const first = await app.send<{ id: number }>('admin', 'POST', '/posts', {
      form: survey.id,
      status: 'published',
    });
    await setOperatorSettings(app.db, { features: { limits: { posts: 1 } } });
    const more = await app.send<ErrorResponse>('member', 'POST', '/posts', { form: survey.id });
    expect([more.status, errorPointers(more), more.body.errors[1]?.title]).toEqual([
      422,
      ['/status'],
      'limit::posts',
    ]);
    const draft = await app.send<{ id: number }>('member', 'POST', '/posts', {
      form: survey.id,
      status: 'draft',
    });
    expect(draft.status).toBe(200);
    const publish = await app.send<ErrorResponse>('reviewer', 'PUT', `/posts/${draft.body.id}`, {
      status: 'published',
    });
    expect([publish.status, publish.body.errors[1]?.title]).toEqual([422, 'limit::posts']);
    await app.send('reviewer', 'PUT', `/posts/${first.body.id}`, { status: 'archived' });
    const publishDraft = () =>
      app.send('reviewer', 'PUT', `/posts/${draft.body.id}`, { status: 'published' });
    expect((await publishDraft()).status).toBe(200);
    // Saving a post that is published already is not limited.
    expect((await publishDraft()).status).toBe(200);
  });

  describe('without the feature private', () => {
    const off = { features: { private: { enabled: false } } };
    const readPosts = async () => (await app.send('passer-by', 'GET', '/posts')).status;
    const readSite = async () =>
      (await app.send<Record<string, unknown>>('admin', 'GET', '/config/site')).body;
    const saveSite = (change: object) => app.send<ErrorResponse>('admin', 'PUT', '/config/site', change);
    afterEach(async () => {
      await setOperatorSettings(app.db);
      await saveSite({ private: false });
    });

    test('a deployment cannot be made private, and nothing of the change is stored', async () => {
      const before = await readSite();
      await setOperatorSettings(app.db, off);
      for (const value of [true, 'true', 1, '1']) {
        const refused = await saveSite({ private: value, name: 'Changed' });
        expect([value, refused.status, errorPointers(refused), refused.body.errors[1]?.code]).toEqual([
          value,
          422,
          ['/private'],
          'featureNotEnabled',
        ]);
      }
      expect(await readSite()).toEqual(before);
      expect((await saveSite(before)).status).toBe(200);
      expect((await app.send('member', 'PUT', '/config/site', { private: true })).status).toBe(403);
      await setOperatorSettings(app.db);
      expect([(await readSite())['private'], await readPosts()]).toEqual([false, 200]);
    });

    test('a private deployment stays private until it is opened', async () => {
      await saveSite({ private: true });
      await setOperatorSettings(app.db, off);
      expect(await readPosts()).toBe(401);
      const register = { realname: 'Amina', email: 'amina@example.org', password: 'long enough' };
      expect((await app.send('passer-by', 'POST', '/register', register)).status).toBe(401);
      const site = await readSite();
      expect([site['private'], (await saveSite(site)).status, await readPosts()]).toEqual([true, 200, 401]);
      expect((await saveSite({ private: false })).status).toBe(200);
      expect(await readPosts()).toBe(200);
      expect((await saveSite({ private: true })).status).toBe(422);
    });
  });

  test('during maintenance every request gets 503', async () => {
    await setOperatorSettings(app.db, { maintenance: true });
    for (const url of ['/config', '/posts', '/users/me'])
      for (const kind of ['passer-by', 'admin'] as const) {
        const response = await app.send<ErrorResponse>(kind, 'GET', url);
        expect([response.status, response.body.errors[0]?.code]).toEqual([503, 'server.maintenance']);
      }
  });
});

describe('a trial', () => {
  const visiblePosts = 25;
  const ids: number[] = [];
  beforeAll(async () => {
    await app.db.deleteFrom('posts').execute();
    for (let n = 0; n < visiblePosts + 5; n++) {
      const created = await app.send<{ id: number }>('reviewer', 'POST', '/posts', {
        form: survey.id,
        user: await app.idOf('member'),
        title: `Post ${n}`,
        status: n % 5 === 0 ? 'draft' : 'published',
        values: { [survey.keyOf('where')]: [{ lat: n / 10, lon: n / 10 }] },
      });
      ids.push(created.body.id);
    }
  });

  const all = 'status=all&limit=200&has_location=mapped';
  const pins = async (kind: Actor) => {
    const headers = kind === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(kind)}` };
    const response = await app.fastify.inject({ url: `/api/v3/posts/tiles/0/0/0.mvt?${all}`, headers });
    const layer = new VectorTile(new PbfReader(response.rawPayload)).layers['posts'];
    return Array.from({ length: layer?.length ?? 0 }, (_, index) =>
      Number(layer?.feature(index).properties['count'] ?? 1),
    ).reduce((sum, count) => sum + count, 0);
  };

  test.each([
    ['passer-by', 20],
    ['visitor', 20],
    ['member', 25],
    ['reviewer', 25],
    ['admin', 25],
  ] as [Actor, number][])(
    'shows %s only the visible ones of the first 25 posts, everywhere',
    async (kind, expectedCount) => {
      for (const operatorSettings of [{ tier: 'demo_1' }, { tier: 'demo', expires: yesterday }]) {
        await setOperatorSettings(app.db, operatorSettings);
        const list = await app.send<{ total_count: number; results: { id: number }[] }>(
          kind,
          'GET',
          `/posts?${all}`,
        );
        expect([list.body.total_count, list.body.results.length]).toEqual([expectedCount, expectedCount]);
        expect(list.body.results.every((post) => ids.slice(0, visiblePosts).includes(post.id))).toBe(true);
        const searchResponse = await app.send<{ total_count: number }>(
          kind,
          'GET',
          '/posts?q=Post%2027&status=all',
        );
        expect(searchResponse.body.total_count).toBe(0);
        const drawn = await app.send<{ total: number; features: object[] }>(
          kind,
          'GET',
          `/posts/geojson?${all}`,
        );
        expect([drawn.body.total, drawn.body.features.length, await pins(kind)]).toEqual([
          expectedCount,
          expectedCount,
          expectedCount,
        ]);
        const counted = await app.send<{ post_count: number }>(kind, 'GET', `/forms/${survey.id}`);
        expect(counted.body.post_count).toBe(expectedCount);
        for (const [at, status] of [
          [1, 200],
          [visiblePosts - 1, 200],
          [visiblePosts + 1, kind === 'passer-by' ? 401 : 403],
        ] as const)
          expect([at, (await app.send(kind, 'GET', `/posts/${ids[at]}`)).status]).toEqual([at, status]);
      }
      await setOperatorSettings(app.db, { tier: 'responder' });
      const everything = await app.send<{ total_count: number }>(kind, 'GET', `/posts?${all}`);
      expect(everything.body.total_count).toBe(expectedCount === visiblePosts ? visiblePosts + 5 : 24);
    },
  );

  test('accepts further posts, and shows them when the trial becomes a plan', async () => {
    await setOperatorSettings(app.db, { tier: 'demo_1' });
    const created = await app.send('member', 'POST', '/posts', { form: survey.id, title: 'Beyond' });
    expect(created.status).toBe(204);
    await setOperatorSettings(app.db);
    const searchResponse = await app.send<{ total_count: number }>('passer-by', 'GET', '/posts?q=Beyond');
    expect(searchResponse.body.total_count).toBe(1);
  });

  /** Endpoints that still work after the end of a trial: login, logout, terms, exports. */
  const allowedEndpoints = new Set([
    'register',
    'requestPasswordReset',
    'confirmPasswordReset',
    'createAgreement',
    'endMySessions',
    'endMySession',
    'releaseLocks',
    'unsubscribe',
    // A reporter reads and withdraws their report (docs/decisions/0068).
    'openReceipt',
    'withdrawReceiptReport',
    // Exports stay possible (API v3 §6.3).
    'createExport',
    'updateExport',
    'deleteExport',
    'createHxlMetadata',
  ]);
  const endpoints = Object.values(endpointGroups).flat();
  const statusOf = async (endpoint: Endpoint) => {
    const url = endpoint.path.replace('{group}', 'site').replace(/\{\w+\}/g, '999999');
    const body = endpoint.method === 'GET' || endpoint.method === 'OPTIONS' ? undefined : {};
    return (await app.send('admin', endpoint.method, url, body)).status;
  };

  test('that is over is read-only, except for login, logout and exports', async () => {
    await setOperatorSettings(app.db, { tier: 'demo_1', expires: yesterday });
    // Last, since it ends the session of the test.
    const inOrder = [
      ...endpoints.filter((it) => it.name !== 'endMySessions'),
      ...endpoints.filter((it) => it.name === 'endMySessions'),
    ];
    const blocked: [string, boolean][] = [];
    for (const endpoint of inOrder) blocked.push([endpoint.name, (await statusOf(endpoint)) === 503]);
    expect(blocked).toEqual(
      inOrder.map(({ name, kind }) => [name, kind === 'writes' && !allowedEndpoints.has(name)]),
    );
  });

  test.each([
    [{ tier: 'demo_1', expires: tomorrow }, 200],
    [{ tier: 'demo_1', expires: yesterday, extended: tomorrow }, 200],
    [{ tier: 'demo_1', expires: yesterday, extended: yesterday }, 503],
    [{ tier: 'demo_1' }, 200],
    [{ tier: 'surveyor', expires: yesterday }, 200],
  ])('%o', async (operatorSettings, status) => {
    await setOperatorSettings(app.db, operatorSettings);
    expect((await app.send('settings manager', 'PUT', '/config/site', { name: 'Saved' })).status).toBe(
      status,
    );
    const { body } = await app.send<{ results: { may_post: boolean }[] }>('reviewer', 'GET', '/forms');
    expect(body.results.every(({ may_post }) => may_post === (status === 200))).toBe(true);
    expect(body.results.length).toBeGreaterThan(0);
  });
});
