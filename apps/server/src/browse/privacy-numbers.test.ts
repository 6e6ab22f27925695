/** Statistics, collections and saved searches reveal no more than the list: compared with the model for every viewer. */

import type { Stats, StatsPoint, StatsRow } from '@waypost/contract/browse/stats';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../testing/app/test-app.ts';
import * as model from '../testing/security/privacy-model.ts';
import { scaled } from '../testing/time.ts';
import * as secrets from './hidden-posts.fixture.ts';

/** Time for hundreds of requests on a busy machine. */
const timeoutMs = scaled(60_000);

let app: secrets.HiddenPostsApp;
let posts: readonly model.ModelPost[] = [];
beforeAll(async () => {
  app = await secrets.startAppWithHiddenPosts();
  ({ posts } = app);
  await makeSets();
});
afterAll(() => app.close());

const visibleTo = (kind: Actor) => app.visibleTo(kind);
const sortNumbers = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const sortNames = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b));

const rowsOf = async (kind: Actor, query: string) =>
  ((await app.send<Stats>(kind, 'GET', `/posts/stats?${query}`)).body.totals[0]?.values ?? []) as StatsRow[];

/** Without Manage Posts, statistics count published posts only. */
const isCounted = (kind: Actor, post: model.ModelPost) =>
  model.canManagePosts(kind) || post.status === 'published';
/** How a viewer who is not the author is counted. */
const isSeenAsOther = (kind: Actor, post: model.ModelPost) =>
  model.viewPost(model.canManagePosts(kind) ? kind : 'passer-by', post);

interface SetOfPosts {
  path: 'collections' | 'savedsearches';
  id: number;
  role: string | null;
  holds: (kind: Actor) => (post: model.ModelPost) => boolean;
}
const sets: Record<string, SetOfPosts> = {};

/** Public and restricted collections and saved searches that contain posts some viewers may not see. */
async function makeSets(): Promise<void> {
  const target = posts.find((post) => post.survey?.hide_time && post.status === 'published');
  const [after, before] = [-1, 1].map((shift) =>
    new Date((target?.created.getTime() ?? 0) + shift * 1000).toISOString(),
  );
  const isWithin = (date: Date) =>
    date.toISOString() >= String(after) && date.toISOString() <= String(before);
  for (const role of [null, 'settings-manager']) {
    const kind = role === null ? 'open' : 'for a role';
    const shared = { role: role === null ? [] : [role], view: 'map' };
    const collection = await app.send<{ id: number }>('admin', 'POST', '/collections', {
      name: `Some posts, ${kind}`,
      ...shared,
    });
    const chosen = posts.filter((_, at) => at % 2 === 0);
    for (const post of chosen)
      await app.send('admin', 'POST', `/collections/${collection.body.id}/posts`, { id: post.id });
    sets[`collection, ${kind}`] = {
      path: 'collections',
      id: collection.body.id,
      role,
      holds: () => (post) => chosen.includes(post),
    };
    const search = await app.send<{ id: number }>('admin', 'POST', '/savedsearches', {
      name: `A search, ${kind}`,
      filter: { status: ['all'], created_after: after, created_before: before },
      ...shared,
    });
    sets[`saved search, ${kind}`] = {
      path: 'savedsearches',
      id: search.body.id,
      role,
      holds: (viewer) => (post) => isWithin(model.viewSearchablePost(viewer, post).created),
    };
  }
}

/** All endpoints with their expected responses. */
const endpointChecks: [string, (kind: Actor) => Promise<void>][] = [
  [
    'numbers by survey, status and category',
    async (kind) => {
      const counted = visibleTo(kind).filter((post) => isCounted(kind, post));
      const bySurvey = await rowsOf(kind, 'group_by=form&status=all');
      for (const survey of [null, ...new Set(posts.flatMap((post) => post.survey ?? []))])
        expect(
          bySurvey
            .filter((row) => row.id === (survey?.testSurvey.id ?? null))
            .reduce((sum, it) => sum + it.total, 0),
        ).toBe(counted.filter((post) => post.survey === survey).length);
      const byStatus = await rowsOf(kind, 'group_by=status&status=all');
      for (const status of ['published', 'draft', 'archived'])
        expect([status, byStatus.find((row) => row.label === status)?.total ?? 0]).toEqual([
          status,
          counted.filter((post) => post.status === status).length,
        ]);
      const { body } = await app.send<Stats>(kind, 'GET', '/posts/stats?status=all&include_unmapped=1');
      expect(body.unmapped).toBe(
        counted.filter((post) => model.findSearchablePlaces(kind, post).length === 0).length,
      );
      const byCategory = await rowsOf(kind, 'group_by=tags&group_by_tags=all&status=all');
      for (const id of [1, 2])
        expect(byCategory.find((row) => row.id === id)?.total ?? 0).toBe(
          counted.filter((post) => post.values['kinds']?.includes(String(id))).length,
        );
    },
  ],
  [
    'numbers by answer',
    async (kind) => {
      const counted = visibleTo(kind).filter((post) => isCounted(kind, post));
      for (const survey of new Set(posts.flatMap((post) => post.survey ?? [])))
        for (const name of ['phone', 'words', 'verdict', 'later', 'when', 'home']) {
          const rows = await rowsOf(
            kind,
            `status=all&group_by=attribute&group_by_attribute_key=${survey.testSurvey.keyOf(name)}`,
          );
          const expected = counted
            .filter((post) => post.survey === survey && name !== 'home')
            .flatMap((post) => (isSeenAsOther(kind, post).values[name] ?? []) as string[]);
          expect([name, sortNames(rows.map((row) => row.label))]).toEqual([
            name,
            sortNames([...new Set(expected)]),
          ]);
        }
    },
  ],
  [
    'numbers over time',
    async (kind) => {
      const counted = visibleTo(kind).filter((post) => isCounted(kind, post));
      for (const column of ['created', 'post_date'] as const) {
        const { body } = await app.send<Stats>(
          kind,
          'GET',
          `/posts/stats?status=all&timeline=1&timeline_interval=60&timeline_attribute=${column}`,
        );
        const minutes = counted.map(
          (post) => Math.floor(isSeenAsOther(kind, post)[column].getTime() / 60_000) * 60,
        );
        const expected = [...new Set(minutes)].toSorted((a, b) => a - b);
        const points = (body.totals[0]?.values ?? []) as StatsPoint[];
        expect(points.map((it) => it.label)).toEqual(expected);
        expect(points.map((it) => it.total)).toEqual(
          expected.map((minute) => minutes.filter((at) => at === minute).length),
        );
      }
    },
  ],
  [
    'collections and saved searches, which show the posts that one may see and no others',
    async (kind) => {
      for (const [name, set] of Object.entries(sets)) {
        const isOpen = set.role === null || model.roleOfActor(kind) === set.role || kind === 'admin';
        const visibleIds = sortNumbers(
          visibleTo(kind)
            .filter(set.holds(kind))
            .map((post) => post.id),
        );
        const list = await app.send<{ results: Post[]; total_count: number }>(
          kind,
          'GET',
          `/${set.path}/${set.id}/posts?${secrets.allPostsQuery}`,
        );
        expect([name, list.status < 300]).toEqual([name, isOpen]);
        if (isOpen)
          expect([name, sortNumbers(list.body.results.map((it) => it.id))]).toEqual([name, visibleIds]);
        const query = `status=all&set=${set.id}`;
        const expected = isOpen ? visibleIds.length : 0;
        const { body } = await app.send<{ total_count: number }>(kind, 'GET', `/posts?limit=0&${query}`);
        expect([name, body.total_count]).toEqual([name, expected]);
        const counted = isOpen
          ? visibleTo(kind).filter((post) => set.holds(kind)(post) && isCounted(kind, post)).length
          : 0;
        expect([name, (await rowsOf(kind, query))[0]?.total]).toEqual([name, counted]);
        const pins = visibleTo(kind).filter(
          (post) => isOpen && set.holds(kind)(post) && model.findSearchablePlaces(kind, post).length > 0,
        );
        const world = await app.tile(kind, '0/0/0', query);
        expect([name, world.reduce((sum, it) => sum + Number(it['count'] ?? 1), 0)]).toEqual([
          name,
          pins.length,
        ]);
      }
    },
  ],
];

describe.each(model.viewers)(`seed ${secrets.seed}: for %s`, (kind) => {
  test.each(endpointChecks)('%s', async (_name, channel) => channel(kind), timeoutMs);
});
