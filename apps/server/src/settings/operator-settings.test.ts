import { VectorTile } from '@mapbox/vector-tile';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { PbfReader } from 'pbf';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../kernel/config/config.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { setOperatorSettings } from '../testing/app/operator-settings.ts';
import { errorPointers, type Kind, startTestApp, type TestApp } from '../testing/app/test-app.ts';

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

interface MapMarker {
  errors: { status: number; title?: string; code?: string; source?: { pointer: string } }[];
}

describe('the environment', () => {
  test('says what the operator decides', () => {
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
    [{ FEATURES: '{roles}' }, 'FEATURES: '],
    [{ FEATURES: '{"rolls":{"enabled":false}}' }, 'FEATURES: '],
    [{ TIER_EXPIRES: 'soon' }, 'TIER_EXPIRES: '],
    [{ MAINTENANCE: 'perhaps' }, 'MAINTENANCE: '],
  ])('%o is named', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(name);
  });
});

describe('what the operator decides', () => {
  test('is read by everyone, and written by no administrator', async () => {
    await setOperatorSettings(app.db, {
      tier: 'demo_1',
      expires: tomorrow,
      features: { limits: { forms: 3 } },
    });
    const features = await app.send('passer-by', 'GET', '/config/features');
    expect(features.body).toMatchObject({ limits: { posts: true, forms: 3, admin_users: true } });
    const wishes = {
      name: 'River watch',
      tier: 'responder',
      expiration_date: null,
      extension_date: '2099-01-01',
    };
    expect((await app.send('admin', 'PUT', '/config/site', wishes)).body).toMatchObject({
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

  test('a limit of surveys holds, for two made at once too', async () => {
    const { total_count } = (await app.send<{ total_count: number }>('admin', 'GET', '/forms')).body;
    await setOperatorSettings(app.db, { features: { limits: { forms: total_count + 1 } } });
    const both = await Promise.all(
      ['One', 'Two'].map((name) => app.send<MapMarker>('admin', 'POST', '/forms', { name })),
    );
    expect(both.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(both.find((response) => response.status === 422)?.body.errors[1]).toMatchObject({
      title: 'limit::posttypes',
      source: { pointer: '/name' },
    });
  });

  test('a limit of published posts holds on making and on publishing, and not for those under review', async () => {
    const first = await app.send<{ id: number }>('admin', 'POST', '/posts', {
      form: survey.id,
      status: 'published',
    });
    await setOperatorSettings(app.db, { features: { limits: { posts: 1 } } });
    const more = await app.send<MapMarker>('member', 'POST', '/posts', { form: survey.id });
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
    const publish = await app.send<MapMarker>('reviewer', 'PUT', `/posts/${draft.body.id}`, {
      status: 'published',
    });
    expect([publish.status, publish.body.errors[1]?.title]).toEqual([422, 'limit::posts']);
    await app.send('reviewer', 'PUT', `/posts/${first.body.id}`, { status: 'archived' });
    const at = () => app.send('reviewer', 'PUT', `/posts/${draft.body.id}`, { status: 'published' });
    expect((await at()).status).toBe(200);
    // What is published already is saved as often as anybody likes.
    expect((await at()).status).toBe(200);
  });

  test('where closing is not part of the plan, a deployment stays open whatever its administrators set', async () => {
    await setOperatorSettings(app.db, { features: { private: { enabled: false } } });
    await app.send('admin', 'PUT', '/config/site', { private: true });
    expect((await app.send('passer-by', 'GET', '/posts')).status).toBe(200);
    await setOperatorSettings(app.db);
    expect((await app.send('passer-by', 'GET', '/posts')).status).toBe(401);
    await app.send('admin', 'PUT', '/config/site', { private: false });
  });

  test('maintenance answers everything with 503', async () => {
    await setOperatorSettings(app.db, { maintenance: true });
    for (const url of ['/config', '/posts', '/users/me'])
      for (const kind of ['passer-by', 'admin'] as const) {
        const response = await app.send<MapMarker>(kind, 'GET', url);
        expect([response.status, response.body.errors[0]?.code]).toEqual([503, 'server.maintenance']);
      }
  });
});

describe('a trial', () => {
  const first = 25;
  const ids: number[] = [];
  beforeAll(async () => {
    await app.db.deleteFrom('posts').execute();
    for (let n = 0; n < first + 5; n++) {
      const made = await app.send<{ id: number }>('reviewer', 'POST', '/posts', {
        form: survey.id,
        user: await app.idOf('member'),
        title: `Post ${n}`,
        status: n % 5 === 0 ? 'draft' : 'published',
        values: { [survey.keyOf('where')]: [{ lat: n / 10, lon: n / 10 }] },
      });
      ids.push(made.body.id);
    }
  });

  const all = 'status=all&limit=200&has_location=mapped';
  const pins = async (kind: Kind) => {
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
  ] as [Kind, number][])(
    'shows %s of the first 25 posts what they may see, everywhere',
    async (kind, seen) => {
      for (const word of [{ tier: 'demo_1' }, { tier: 'demo', expires: yesterday }]) {
        await setOperatorSettings(app.db, word);
        const list = await app.send<{ total_count: number; results: { id: number }[] }>(
          kind,
          'GET',
          `/posts?${all}`,
        );
        expect([list.body.total_count, list.body.results.length]).toEqual([seen, seen]);
        expect(list.body.results.every((post) => ids.slice(0, first).includes(post.id))).toBe(true);
        const found = await app.send<{ total_count: number }>(kind, 'GET', '/posts?q=Post%2027&status=all');
        expect(found.body.total_count).toBe(0);
        const drawn = await app.send<{ total: number; features: object[] }>(
          kind,
          'GET',
          `/posts/geojson?${all}`,
        );
        expect([drawn.body.total, drawn.body.features.length, await pins(kind)]).toEqual([seen, seen, seen]);
        const counted = await app.send<{ post_count: number }>(kind, 'GET', `/forms/${survey.id}`);
        expect(counted.body.post_count).toBe(seen);
        for (const [at, status] of [
          [1, 200],
          [first - 1, 200],
          [first + 1, kind === 'passer-by' ? 401 : 403],
        ] as const)
          expect([at, (await app.send(kind, 'GET', `/posts/${ids[at]}`)).status]).toEqual([at, status]);
      }
      await setOperatorSettings(app.db, { tier: 'responder' });
      const everything = await app.send<{ total_count: number }>(kind, 'GET', `/posts?${all}`);
      expect(everything.body.total_count).toBe(seen === first ? first + 5 : 24);
    },
  );

  test('takes what is sent beyond the first posts, and keeps it until the trial is a plan', async () => {
    await setOperatorSettings(app.db, { tier: 'demo_1' });
    const made = await app.send('member', 'POST', '/posts', { form: survey.id, title: 'Beyond' });
    expect(made.status).toBe(204);
    await setOperatorSettings(app.db);
    const found = await app.send<{ total_count: number }>('passer-by', 'GET', '/posts?q=Beyond');
    expect(found.body.total_count).toBe(1);
  });

  /** Written when it is over: getting in and out with all that one held, agreeing to terms. */
  const stillWritten = new Set([
    'register',
    'requestPasswordReset',
    'confirmPasswordReset',
    'agree',
    'endMySessions',
    'endMySession',
    'releaseLocks',
    'unsubscribe',
    // Taking the data along stays possible (API v3 §6.3).
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

  test('that is over is read and not written, but for what lets people in and out', async () => {
    await setOperatorSettings(app.db, { tier: 'demo_1', expires: yesterday });
    // Last, or the walk would go on signed out.
    const inOrder = [
      ...endpoints.filter((it) => it.name !== 'endMySessions'),
      ...endpoints.filter((it) => it.name === 'endMySessions'),
    ];
    const blocked: [string, boolean][] = [];
    for (const endpoint of inOrder) blocked.push([endpoint.name, (await statusOf(endpoint)) === 503]);
    expect(blocked).toEqual(
      inOrder.map(({ name, kind }) => [name, kind === 'writes' && !stillWritten.has(name)]),
    );
  });

  test.each([
    [{ tier: 'demo_1', expires: tomorrow }, 200],
    [{ tier: 'demo_1', expires: yesterday, extended: tomorrow }, 200],
    [{ tier: 'demo_1', expires: yesterday, extended: yesterday }, 503],
    [{ tier: 'demo_1' }, 200],
    [{ tier: 'surveyor', expires: yesterday }, 200],
  ])('%o', async (word, status) => {
    await setOperatorSettings(app.db, word);
    expect((await app.send('settings manager', 'PUT', '/config/site', { name: 'Saved' })).status).toBe(
      status,
    );
  });
});
