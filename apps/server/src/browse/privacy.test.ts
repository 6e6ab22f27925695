/**
 * No endpoint reveals what another one hides. Surveys, posts and viewers are generated from a seed. Every endpoint is
 * called as every viewer and compared with a small model of the specification. A new endpoint is added as a row.
 */
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../testing/app/test-app.ts';
import * as model from '../testing/security/privacy-model.ts';
import { scaled } from '../testing/time.ts';
import * as secrets from './hidden-posts.fixture.ts';

/** Time for hundreds of requests on a busy machine. */
const timeoutMs = scaled(60_000);
const { seed } = secrets;
const allPostsQuery = secrets.allPostsQuery;

let app: secrets.HiddenPostsApp;
let posts: readonly model.ModelPost[] = [];
let ids: secrets.HiddenPostsApp['ids'] = {};
beforeAll(async () => {
  app = await secrets.startAppWithHiddenPosts();
  ({ posts, ids } = app);
});
afterAll(() => app.close());

const toApiSeconds = (date: Date) => `${date.toISOString().slice(0, 19)}+00:00`;
const visibleTo = (kind: Actor) => app.visibleTo(kind);

/** A post of API v3 in the form of the model. */
function postFromApi(post: model.ModelPost, wire: Post) {
  const author = Object.entries(ids).find(([, id]) => id === wire.user?.id)?.[0] ?? null;
  const names = Object.keys(post.values);
  const values = Object.entries(wire.values as Record<string, unknown[]>).map(([key, answers]) => [
    names.find((name) => post.survey?.testSurvey.keyOf(name) === key) ?? key,
    answers,
  ]);
  const { post_date, created } = wire;
  return { author, post_date, created, values: Object.fromEntries(values) as Record<string, unknown[]> };
}

const expected = (kind: Actor, post: model.ModelPost) => {
  const shown = model.viewPost(kind, post);
  return { ...shown, post_date: toApiSeconds(shown.post_date), created: toApiSeconds(shown.created) };
};

const shapeCount = (kind: Actor, post: model.ModelPost) => {
  const { values } = model.viewPost(kind, post);
  return ['where', 'home', 'found', 'area'].flatMap((name) => values[name] ?? []).length;
};

interface Shapes {
  features: { properties: { id: number }; geometry: { type: string; geometries?: object[] } }[];
  total?: number;
}

/** Points of a GeoJSON collection in the form of the model. */
const pointsIn = (shapes: Shapes['features']) =>
  JSON.stringify(shapes)
    .match(/"coordinates":\[-?[\d.]+,-?[\d.]+\]/g)
    ?.map((text) => text.slice(15, -1))
    .toSorted((a, b) => a.localeCompare(b)) ?? [];
const pointsOf = (kind: Actor, post: model.ModelPost) => {
  const { values } = model.viewPost(kind, post);
  return ['where', 'home', 'found']
    .flatMap((name) => (values[name] ?? []) as { lat: number; lon: number }[])
    .map(({ lat, lon }) => `${lon},${lat}`)
    .toSorted((a, b) => a.localeCompare(b));
};

const tile: secrets.HiddenPostsApp['tile'] = (kind, name, query) => app.tile(kind, name, query);

/** The tile of zoom 18 around a place, about a hundred metres wide. */
function tileAt({ lat, lon }: { lat: number; lon: number }): string {
  const side = 2 ** 18;
  const x = Math.floor(((lon + 180) / 360) * side);
  const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * side);
  return `18/${x}/${y}`;
}

/** All endpoints with their expected responses. */
const endpointChecks: [string, (kind: Actor) => Promise<void>][] = [
  [
    'the list',
    async (kind) => {
      const { body } = await app.send<{ results: Post[]; total_count: number }>(
        kind,
        'GET',
        `/posts?${allPostsQuery}`,
      );
      const visible = visibleTo(kind);
      expect(body.total_count).toBe(visible.length);
      for (const post of visible) {
        const wire = body.results.find((it) => it.id === post.id);
        expect(wire && { id: post.id, ...postFromApi(post, wire) }).toEqual({
          id: post.id,
          ...expected(kind, post),
        });
      }
    },
  ],
  [
    'one post, which is as it is in the list',
    async (kind) => {
      const list = await app.send<{ results: Post[] }>(kind, 'GET', `/posts?${allPostsQuery}`);
      for (const post of posts) {
        const single = await app.send<Post>(kind, 'GET', `/posts/${post.id}`);
        const refusal = kind === 'passer-by' ? 401 : 403;
        expect([post.id, single.status]).toEqual([post.id, model.canSee(kind, post) ? 200 : refusal]);
        if (single.status === 200)
          expect(list.body.results.find((it) => it.id === post.id)).toEqual(single.body);
      }
    },
  ],
  [
    'all posts drawn',
    async (kind) => {
      const { body } = await app.send<Shapes>(kind, 'GET', `/posts/geojson?${allPostsQuery}`);
      const drawn = visibleTo(kind).filter((post) => shapeCount(kind, post) > 0);
      expect(body.total).toBe(visibleTo(kind).length);
      expect(new Set(body.features.map((it) => it.properties.id))).toEqual(
        new Set(drawn.map((post) => post.id)),
      );
      for (const post of drawn) {
        const own = body.features.filter((it) => it.properties.id === post.id);
        expect([post.id, pointsIn(own)]).toEqual([post.id, pointsOf(kind, post)]);
      }
    },
  ],
  [
    'one post drawn',
    async (kind) => {
      for (const post of visibleTo(kind)) {
        const { body } = await app.send<Shapes>(kind, 'GET', `/posts/${post.id}/geojson`);
        expect([post.id, pointsIn(body.features)]).toEqual([post.id, pointsOf(kind, post)]);
        expect(body.features).toHaveLength(shapeCount(kind, post));
      }
    },
  ],
  [
    'tiles',
    async (kind) => {
      const pinned = visibleTo(kind).filter((post) => model.findSearchablePlaces(kind, post).length > 0);
      const world = await tile(kind, '0/0/0', allPostsQuery);
      expect(world.reduce((sum, it) => sum + Number(it['count'] ?? 1), 0)).toBe(pinned.length);
      for (const post of pinned) {
        const [pin] = model.findSearchablePlaces(kind, post);
        const [exact] = model.findSearchablePlaces('admin', post);
        for (const place of [pin, exact].filter((it) => it !== undefined)) {
          const isThere = pin !== undefined && tileAt(pin) === tileAt(place);
          const tilePosts = await tile(kind, tileAt(place), `status=all&post_id=${post.id}`);
          expect([post.id, tilePosts.map((it) => it['id'])]).toEqual([post.id, isThere ? [post.id] : []]);
        }
      }
    },
  ],
  [
    'the count of a survey',
    async (kind) => {
      for (const survey of new Set(posts.flatMap((post) => post.survey ?? []))) {
        const { body } = await app.send<{ post_count: number }>(
          kind,
          'GET',
          `/forms/${survey.testSurvey.id}`,
        );
        expect(body.post_count).toBe(visibleTo(kind).filter((post) => post.survey === survey).length);
      }
    },
  ],
  [
    'what a post was before, which the team alone reads',
    async (kind) => {
      for (const post of posts.slice(0, 12)) {
        const expected = model.canManagePosts(kind) ? 200 : kind === 'passer-by' ? 401 : 403;
        for (const url of ['revisions', 'revisions/1'])
          expect((await app.send(kind, 'GET', `/posts/${post.id}/${url}`)).status).toBe(expected);
      }
    },
  ],
  [
    'the order of a list',
    async (kind) => {
      for (const column of ['post_date', 'created'] as const) {
        const url = `/posts?${allPostsQuery}&orderby=${column}&order=asc`;
        const { body } = await app.send<{ results: Post[] }>(kind, 'GET', url);
        const at = (post: model.ModelPost) => model.viewSearchablePost(kind, post)[column].getTime();
        const expected = visibleTo(kind).toSorted((a, b) => at(a) - at(b) || a.id - b.id);
        expect(body.results.map((post) => post.id)).toEqual(expected.map((post) => post.id));
      }
    },
  ],
  [
    'a question relative to a post that the viewer may not see',
    async (kind) => {
      for (const post of posts.filter((it) => !model.canSee(kind, it)).slice(0, 5))
        for (const word of ['created_before_by_id', 'created_after_by_id']) {
          const url = `/posts?${allPostsQuery}&${word}=${post.id}`;
          const { body } = await app.send<{ total_count: number }>(kind, 'GET', url);
          expect(body.total_count).toBe(0);
        }
    },
  ],
];

const box = ({ lat, lon }: model.Place) =>
  `bbox=${lon - 0.0005},${lat + 0.0005},${lon + 0.0005},${lat - 0.0005}`;
const circle = ({ lat, lon }: model.Place) => `center_point=${lat},${lon}&within_km=0.05`;
const isAt = (a: model.Place, b: model.Place) =>
  Math.abs(a.lat - b.lat) < 0.0005 && Math.abs(a.lon - b.lon) < 0.0005;
const within = (name: string, [after, before]: [string, string], date: Date) => {
  const at = (shift: number) => new Date(date.getTime() + shift * 1000).toISOString();
  return `${name}_${after}=${at(-1)}&${name}_${before}=${at(1)}`;
};

/** Queries for everything that is true of a post, and whether they find the post for the viewer. */
function probesFor(post: model.ModelPost): [string, (kind: Actor) => boolean][] {
  const by = (kind: Actor) => model.viewSearchablePost(kind, post);
  const places = [
    ...model.findSearchablePlaces('admin', post),
    ...model.findSearchablePlaces('passer-by', post),
  ];
  const questions: [string, (kind: Actor) => boolean][] = places.flatMap(
    (place): [string, (kind: Actor) => boolean][] =>
      [box, circle].map((ask) => [
        ask(place),
        (kind) => model.findSearchablePlaces(kind, post).some((it) => isAt(it, place)),
      ]),
  );
  if (post.author) questions.push([`user=${ids[post.author]}`, (kind) => by(kind).author === post.author]);
  questions.push([
    'user=none',
    (kind) => model.viewPost(model.canManagePosts(kind) ? kind : 'passer-by', post).author === null,
  ]);
  const { post_date, created } = post;
  questions.push(
    [
      within('date', ['after', 'before'], post_date),
      (kind) => by(kind).post_date.getTime() === post_date.getTime(),
    ],
    [
      within('created', ['after', 'before'], created),
      (kind) => by(kind).created.getTime() === created.getTime(),
    ],
    ['has_location=mapped', (kind) => model.findSearchablePlaces(kind, post).length > 0],
    [`q=${encodeURIComponent(post.title)}`, () => true],
  );
  for (const name of ['phone', 'words', 'verdict', 'later'])
    for (const answer of (post.values[name] ?? []) as string[])
      for (const query of [`values[${post.survey?.testSurvey.keyOf(name)}]`, 'q'])
        questions.push([`${query}=${answer}`, (kind) => by(kind).values[name] !== undefined]);
  // Hidden times in answers are not searched, and places never are.
  for (const answer of (post.values['when'] ?? []) as string[])
    questions.push([
      `values[${post.survey?.testSurvey.keyOf('when')}]=${answer.slice(11)}`,
      (kind) => model.canManagePosts(kind),
    ]);
  return questions;
}

describe.each(model.viewers)(`seed ${seed}: for %s`, (kind) => {
  test.each(endpointChecks)('%s', async (_name, channel) => channel(kind), timeoutMs);

  test(
    'a search finds by what is shown, and by nothing else',
    async () => {
      const hidden = posts.filter((post) => !model.canSee(kind, post));
      const visible = visibleTo(kind).filter((post) => post.survey);
      expect(visible.length).toBeGreaterThan(8);
      for (const post of [...visible.slice(0, 12), ...hidden.slice(0, 3)])
        await Promise.all(
          probesFor(post).map(async ([query, isFound]) => {
            const url = `/posts?status=all&limit=0&post_id=${post.id}&${query}`;
            const { body } = await app.send<{ total_count: number }>(kind, 'GET', url);
            const expected = model.canSee(kind, post) && isFound(kind) ? 1 : 0;
            expect([post.id, query, body.total_count]).toEqual([post.id, query, expected]);
          }),
        );
    },
    timeoutMs,
  );
});

test(
  `seed ${seed}: an author who saves what they see leaves what they do not see`,
  async () => {
    const own = posts.filter((post) => post.author === 'member' && post.survey).slice(0, 15);
    expect(own.length).toBeGreaterThan(10);
    for (const post of own) {
      const read = (kind: Actor) => app.send<Post>(kind, 'GET', `/posts/${post.id}`);
      const before = (await read('admin')).body;
      const mine = (await read('member')).body;
      const saved = await app.send<Post>('member', 'PUT', `/posts/${post.id}`, { ...mine, content: 'Again' });
      expect([post.id, saved.status]).toEqual([post.id, 200]);
      const after = (await read('admin')).body;
      const { revision = 0 } = before;
      const changed = { content: 'Again', updated: expect.any(String), revision: revision + 1 };
      expect(after).toEqual({ ...before, ...changed });
      const emptied = await app.send<Post>('member', 'PUT', `/posts/${post.id}`, { values: {} });
      expect(emptied.status).toBe(200);
      const left = postFromApi(post, (await read('admin')).body).values;
      const hidden = ['verdict', 'found', 'later'].filter((name) => post.values[name]);
      expect(left).toEqual(Object.fromEntries(hidden.map((name) => [name, post.values[name]])));
    }
  },
  timeoutMs,
);
