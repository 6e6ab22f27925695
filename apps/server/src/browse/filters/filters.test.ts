import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, errorPointers } from '../../testing/app/test-app.ts';
import { startAppWithPosts } from '../app-with-posts.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithPosts>>;
/** Id of the parent of the categories 1 and 2. */
let parentCategory: number;
beforeAll(async () => {
  app = await startAppWithPosts();
  const { body } = await app.send<{ id: number }>('admin', 'POST', '/tags', { tag: 'Parent' });
  parentCategory = body.id;
  for (const id of [1, 2])
    await app.db.updateTable('categories').set({ parent_id: parentCategory }).where('id', '=', id).execute();
});
afterAll(() => app.close());

const titlesFound = async (kind: Actor, query: string) => {
  const { body } = await app.list(kind, `orderby=id&order=asc&${query}`);
  expect(body.total_count).toBe(body.results.length);
  const nameOf = new Map(Object.entries(app.ids).map(([name, id]) => [id, name]));
  return body.results.map((post) => nameOf.get(post.id));
};

describe('filters', () => {
  const open = ['bridge', 'road', 'island', 'field', 'nowhere', 'other', 'loose'];
  const cases: [Actor, () => string, string[]][] = [
    ['visitor', () => '', open],
    ['visitor', () => 'status=all', open],
    ['visitor', () => 'status[]=published&status[]=draft', open],
    ['visitor', () => 'status=archived', []],
    ['member', () => 'status=draft', ['draft']],
    [
      'member',
      () => 'status[]=published&status[]=draft',
      ['bridge', 'road', 'island', 'field', 'nowhere', 'draft', 'other', 'loose'],
    ],
    ['reviewer', () => 'status[]=draft&status[]=archived', ['draft', 'archived']],
    ['reviewer', () => '', ['bridge', 'road', 'island', 'field', 'nowhere', 'team', 'other', 'loose']],
    ['visitor', () => 'q=WATER', ['bridge']],
    ['visitor', () => 'q=o%25d', []],
    ['visitor', () => `q=${app.ids['road']}`, ['road']],
    ['visitor', () => 'locale=FR', ['road']],
    ['visitor', () => 'slug=road-clear', ['road']],
    ['visitor', () => 'user=me', open],
    ['member', () => 'user=me&status=all', ['bridge', 'draft']],
    ['visitor', () => 'user=none&form=none', ['loose']],
    ['reviewer', () => 'user=none', ['road', 'island', 'field', 'nowhere', 'other']],
    ['visitor', () => 'user=2', ['bridge']],
    ['visitor', () => 'parent=none&q=Storm', ['island']],
    ['visitor', () => 'parent=1', []],
    ['visitor', () => `form=${app.other.id}`, ['other']],
    ['visitor', () => `form[]=none&form[]=${app.other.id}`, ['other', 'loose']],
    // The time of the post without a survey is hidden: a visitor sees the start of the day.
    ['visitor', () => `created_after_by_id=${app.ids['nowhere']}`, ['other']],
    ['visitor', () => `created_before_by_id=${app.ids['road']}`, ['bridge', 'road', 'loose']],
    [
      'reviewer',
      () => `created_after_by_id=${app.ids['nowhere']}&status=published`,
      ['team', 'other', 'loose'],
    ],
    ['visitor', () => 'created_after=2100-01-01', []],
    ['visitor', () => 'created_before=2100-01-01&updated_after=2000-01-01', []],
    ['visitor', () => 'date_before=2020-01-02&date_after=2020-01-01', ['road']],
    ['visitor', () => 'bbox=36.5,-1.1,37,-1.4', ['bridge', 'road']],
    ['visitor', () => 'bbox=36,-1.4,37,-2', ['field']],
    ['visitor', () => 'bbox=177,-10,-170,-20', ['island']],
    ['visitor', () => 'bbox=-183,-10,-180,-20', ['island']],
    ['visitor', () => 'center_point=-1.2921,36.8219&within_km=10.2', ['bridge']],
    ['visitor', () => 'center_point=-1.2921,36.8219&within_km=10.6', ['bridge', 'road']],
    ['visitor', () => 'center_point=-1.2921,36.8219', ['bridge']],
    ['visitor', () => 'center_point=-18.14,-181.5&within_km=20', ['island']],
    ['visitor', () => 'within_km=1', open],
    ['visitor', () => 'has_location=mapped', ['bridge', 'road', 'island', 'field']],
    ['visitor', () => 'has_location=unmapped', ['nowhere', 'other']],
    ['visitor', () => 'has_location=all&source[]=web&source[]=sms', open],
    ['visitor', () => 'source=sms', []],
    ['visitor', () => 'tags=2', ['bridge', 'road']],
    ['visitor', () => 'tags[any]=1,4', ['bridge']],
    ['visitor', () => 'tags[all][]=1&tags[all][]=2', ['bridge']],
    // No post has the parent itself. Where children are named, too, it does not stand for the others.
    ['visitor', () => `tags=${parentCategory}`, ['bridge', 'road']],
    ['visitor', () => `tags[]=${parentCategory}&tags[]=1`, ['bridge']],
    ['visitor', () => `tags[all][]=${parentCategory}&tags[all][]=1`, ['bridge']],
    ['visitor', () => `values[${app.survey.keyOf('words')}]=100%25`, ['bridge']],
    [
      'visitor',
      () => `values[${app.survey.keyOf('words')}][]=shut&values[${app.survey.keyOf('words')}][]=OPEN`,
      ['bridge', 'road'],
    ],
    ['visitor', () => 'values[nonsense]=1', []],
    ['visitor', () => `post_id=${app.ids['road']},${app.ids['draft']}`, ['road']],
    ['reviewer', () => 'published_to=reviewer', ['team']],
    ['visitor', () => `current_stage=${app.survey.tasks['second']}`, ['bridge']],
    ['visitor', () => `current_stage=${app.survey.tasks['first']}&q=road`, ['road']],
    ['visitor', () => `completed_stages=${app.survey.tasks['first']}`, ['bridge']],
    ['visitor', () => `completed_stages[]=${app.survey.tasks['second']}`, []],
    ['visitor', () => 'order_unlocked_on_top=true&q=storm', ['island']],
    // Empty values do not filter.
    [
      'visitor',
      () =>
        'status=&bbox=&center_point=&within_km=&date_after=&has_location=&form=&tags=&set=&saved_search=&q=',
      open,
    ],
  ];
  test.each(cases)('%s: %s', async (kind, query, expected) => {
    const titles = await titlesFound(kind, query());
    expect(titles).toEqual(query() === 'has_location=unmapped' ? [...expected, 'loose'] : expected);
  });

  const bad: [string, string][] = [
    ['status=gone', '/status'],
    ['bbox=1,2,3', '/bbox'],
    ['center_point=200,1', '/center_point'],
    ['within_km=far', '/within_km'],
    ['created_after=soon', '/created_after'],
    ['form=x', '/form'],
    ['limit=-1', '/limit'],
    ['orderby=password', '/orderby'],
    ['has_location=maybe', '/has_location'],
  ];
  test.each(bad)('%s is refused by name', async (query, pointer) => {
    const response = await app.list('visitor', query);
    expect([response.status, errorPointers(response)]).toEqual([422, [pointer]]);
  });
});

test('a time range includes its ends, except the start of a date range', async () => {
  const noon = new Date('2015-06-01T12:00:00Z');
  const times = { created: noon, updated: noon, post_date: noon };
  await app.db
    .updateTable('posts')
    .set({ ...times, masked_created: noon, masked_updated: noon, masked_post_date: noon })
    .where('id', '=', app.ids['road'] ?? 0)
    .execute();
  const [before, at, after] = ['2015-06-01T11:59:59Z', '2015-06-01T12:00:00Z', '2015-06-01T12:00:01Z'];
  for (const kind of ['visitor', 'reviewer'] as const)
    for (const [query, titles] of [
      [`created_after=${at}&created_before=${at}`, ['road']],
      [`created_after=${after}&created_before=${after}`, []],
      [`created_after=${before}&created_before=${before}`, []],
      [`updated_after=${at}&updated_before=${at}`, ['road']],
      [`updated_after=${after}&updated_before=${after}`, []],
      [`date_after=${before}&date_before=${at}`, ['road']],
      [`date_after=${at}&date_before=${after}`, []],
    ] as const)
      expect([kind, query, await titlesFound(kind, query)]).toEqual([kind, query, titles]);
});
