import type { Stats, StatsPoint, StatsRow, SurveyStats } from '@waypost/contract/browse/stats';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, errorPointers } from '../../testing/app/test-app.ts';
import { startAppWithPosts } from '../app-with-posts.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithPosts>>;
const categories: Record<string, number> = {};

beforeAll(async () => {
  app = await startAppWithPosts();
  await app.db.updateTable('surveys').set({ name: 'Other things' }).where('id', '=', app.other.id).execute();
  const under = async (tag: string, parent: number | null) => {
    const created = await app.send<{ id: number }>('admin', 'POST', '/tags', {
      tag,
      ...(parent === null ? {} : { parent_id: parent }),
    });
    categories[tag] = created.body.id;
  };
  await under('Water', null);
  await under('Flood', categories['Water'] ?? 0);
  await under('Leak', categories['Water'] ?? 0);
  await under('Fire', null);
  await app.send('admin', 'POST', '/tags', { tag: 'Secret', role: ['reviewer'] }).then(({ body }) => {
    categories['Secret'] = (body as { id?: number }).id ?? 0;
  });
  const about: [string, string[]][] = [
    ['bridge', ['Flood', 'Leak']],
    ['road', ['Flood', 'Secret']],
    ['island', ['Water', 'Fire']],
    ['draft', ['Leak']],
  ];
  await app.db.deleteFrom('post_categories').execute();
  for (const [post, tags] of about)
    for (const tag of tags)
      await sql`insert into post_categories (post_id, attribute_id, category_id)
        select ${app.ids[post]}, id, ${categories[tag]} from attributes where key = ${app.survey.keyOf('kinds')}`.execute(
        app.db,
      );
  await sql`select mask_posts(array(select id from posts))`.execute(app.db);
  await sql`update posts set source = 'sms' where id = any(${[app.ids['road'], app.ids['other']]}::bigint[])`.execute(
    app.db,
  );
});
afterAll(() => app.close());

const stats = async (kind: Actor, query: string) =>
  (await app.send<Stats>(kind, 'GET', `/posts/stats?${query}`)).body;
const rows = async (kind: Actor, query: string) =>
  ((await stats(kind, query)).totals[0]?.values ?? []) as StatsRow[];
const summaryOf = async (kind: Actor, query: string) =>
  (await rows(kind, query)).map(({ label, total }) => `${label} ${total}`);
const epochSeconds = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;

describe('without a timeline', () => {
  test('without a group there is one row with the total', async () => {
    expect(await stats('visitor', '')).toEqual({
      totals: [{ key: 'all', values: [{ label: 'all', total: 7, id: null, type: 'web' }] }],
      group_by: null,
      group_by_attribute_key: null,
      timeline_attribute: 'created',
    });
    expect(await rows('visitor', 'q=nothing%20of%20the%20kind')).toEqual([
      { label: 'all', total: 0, id: null, type: 'web' },
    ]);
    expect((await stats('visitor', 'group_by=weather')).totals[0]?.key).toBe('all');
  });

  test('by survey and source; posts without a survey are None', async () => {
    expect(await stats('visitor', 'group_by=form')).toMatchObject({
      totals: [
        {
          key: 'form',
          values: [
            { label: 'Flood report', total: 4, id: app.survey.id, type: 'web' },
            { label: 'Flood report', total: 1, id: app.survey.id, type: 'sms' },
            { label: 'None', total: 1, id: null, type: 'web' },
            { label: 'Other things', total: 1, id: app.other.id, type: 'sms' },
          ],
        },
      ],
      group_by: 'form',
    });
  });

  test('with the parameters of the filter panel, including unmapped posts: there is always one element', async () => {
    const query =
      'group_by=form&has_location=all&include_unmapped=true&order=desc&order_unlocked_on_top=true&orderby=created&status[]=published&status[]=draft';
    const result = await stats('reviewer', query);
    const rows = (result.totals[0]?.values ?? []) as StatsRow[];
    const total = rows.reduce((sum, row) => sum + row.total, 0);
    const list = (await app.list('reviewer', 'status[]=published&status[]=draft&limit=0')).body.total_count;
    const unmapped = (
      await app.list('reviewer', 'status[]=published&status[]=draft&has_location=unmapped&limit=0')
    ).body.total_count;
    expect([total, result.unmapped]).toEqual([list, unmapped]);
    expect(await stats('visitor', 'form=none&q=nothing&group_by=form&include_unmapped=true')).toMatchObject({
      totals: [{ key: 'form', values: [] }],
      unmapped: 0,
    });
    expect((await stats('visitor', 'q=nothing%20at%20all&group_by=form')).totals).toEqual([]);
    expect((await stats('visitor', 'include_unmapped=1&has_location=mapped')).unmapped).toBe(0);
  });

  test('by status, all of them by default; anonymous viewers get published posts only', async () => {
    expect(await summaryOf('reviewer', 'group_by=status')).toEqual(['published 8', 'archived 1', 'draft 1']);
    expect(await summaryOf('reviewer', 'group_by=status&status=draft')).toEqual(['draft 1']);
    expect(await summaryOf('visitor', 'group_by=status&status=all')).toEqual(['published 7']);
    expect(await summaryOf('member', 'group_by=status&status=draft')).toEqual(['published 7']);
  });

  test('by category: children count for their parent, each post once', async () => {
    expect(await summaryOf('visitor', 'group_by=tags')).toEqual(['Water 3', 'Fire 1']);
    expect(await summaryOf('reviewer', 'group_by=tags&status=all')).toEqual([
      'Water 4',
      'Fire 1',
      'Secret 1',
    ]);
    expect(await summaryOf('visitor', 'group_by=tags&group_by_tags=all')).toEqual([
      'Flood 2',
      'Fire 1',
      'Leak 1',
      'Water 1',
    ]);
    expect(await rows('visitor', `group_by=tags&group_by_tags=${categories['Water']}`)).toEqual([
      { label: 'Flood', total: 2, id: categories['Flood'], type: 'web' },
      { label: 'Leak', total: 1, id: categories['Leak'], type: 'web' },
    ]);
  });

  test('a parent category counts as many posts as the list shows and an export contains', async () => {
    const parent = categories['Water'] ?? 0;
    const list = await app.send<{ total_count: number }>(
      'reviewer',
      'GET',
      `/posts?status=all&tags=${parent}`,
    );
    const created = await app.send<{ id: number }>('reviewer', 'POST', '/exports/jobs', {
      entity_type: 'post',
      send_to_browser: true,
      filters: { tags: [parent] },
    });
    await app.jobs.runPending();
    const job = await app.send('reviewer', 'GET', `/exports/jobs/${created.body.id}`);
    expect([list.body.total_count, job.body]).toEqual([4, expect.objectContaining({ total_rows: 4 })]);
  });

  test('by the answers to a field', async () => {
    const by = (name: string) => `group_by=attribute&group_by_attribute_key=${app.survey.keyOf(name)}`;
    expect(await stats('visitor', by('words'))).toMatchObject({
      totals: [
        {
          key: 'attribute',
          values: [
            { label: '100% shut', total: 1, id: null, type: 'web' },
            { label: 'open', total: 1, id: null, type: 'web' },
          ],
        },
      ],
      group_by_attribute_key: app.survey.keyOf('words'),
    });
    expect(await summaryOf('visitor', by('kinds'))).toEqual(['Flood 2', 'Fire 1', 'Leak 1', 'Water 1']);
    expect(await summaryOf('visitor', by('where'))).toEqual([]);
    expect((await stats('visitor', 'group_by=attribute&group_by_attribute_key=unknown')).totals).toEqual([]);
  });

  test('all filters of the list apply', async () => {
    for (const filter of [
      `form=${app.other.id}`,
      'form=none',
      'source=sms',
      'q=bridge',
      'bbox=36.5,-1.1,37,-1.4',
      'center_point=-1.2,36.8&within_km=5',
      'has_location=unmapped',
      `tags=${categories['Flood']}`,
      'user=me',
      'created_after=2001-01-01',
      'created_before=2001-01-01',
      `post_id=${app.ids['road']}`,
    ]) {
      const { total_count } = (await app.list('reviewer', `${filter}&limit=0`)).body;
      expect([filter, await summaryOf('reviewer', filter)]).toEqual([filter, [`all ${total_count}`]]);
    }
  });
});

describe('over time', () => {
  test('each group is a line, each day a point, with cumulative totals', async () => {
    const result = await stats('visitor', 'timeline=1&timeline_attribute=post_date&group_by=form');
    expect(result).toMatchObject({
      time_interval: 86_400,
      timeline_attribute: 'post_date',
      group_by: 'form',
    });
    expect(result.totals[0]).toEqual({
      key: 'Flood report',
      id: app.survey.id,
      values: [1, 2, 3, 4, 5].map((date, at) => ({
        label: epochSeconds(`2020-01-0${date}`),
        total: 1,
        cumulative_total: at + 1,
      })),
    });
    expect(result.totals.map((line) => line.key)).toEqual(['Flood report', 'None', 'Other things']);
    const all = await stats('visitor', 'timeline=1&timeline_attribute=post_date&timeline_interval=604800');
    expect(all.time_interval).toBe('604800');
    expect(all.totals).toEqual([
      {
        key: 'all',
        id: null,
        values: [
          { label: epochSeconds('2019-12-26'), total: 1, cumulative_total: 1 },
          { label: epochSeconds('2020-01-02'), total: 4, cumulative_total: 5 },
          { label: epochSeconds('2020-01-09'), total: 2, cumulative_total: 7 },
        ],
      },
    ]);
    const categoriesOverTime = await stats(
      'visitor',
      'timeline=1&timeline_attribute=post_date&group_by=tags',
    );
    expect(
      categoriesOverTime.totals.map(({ key, values }) => [
        key,
        (values.at(-1) as StatsPoint).cumulative_total,
      ]),
    ).toEqual([
      ['Water', 3],
      ['Fire', 1],
    ]);
  });

  test('without posts there is no line and no interval', async () => {
    const result = await stats('visitor', 'timeline=1&q=nothing%20at%20all&include_unmapped=1');
    expect([result.totals, result.time_interval, result.unmapped]).toEqual([[], undefined, 0]);
    expect((await stats('visitor', 'timeline=1&timeline_attribute=unknown')).totals).toEqual([]);
  });

  test('hidden times are truncated to the day for viewers who may not see them', async () => {
    const hiding = await createTestSurvey(
      app.db,
      { when: { type: 'datetime' }, secret: { type: 'datetime', private: true } },
      { hide_time: true },
    );
    const at = '2021-05-06 07:08:09';
    const { body: post } = await app.send<{ id: number }>('visitor', 'POST', '/posts', {
      form: hiding.id,
      title: 'At some time',
      values: { [hiding.keyOf('when')]: [at], [hiding.keyOf('secret')]: [at] },
      post_date: '2021-05-06T07:08:09Z',
    });
    const labels = async (kind: Actor, attribute: string) =>
      (
        await stats(kind, `form=${hiding.id}&timeline=1&timeline_interval=60&timeline_attribute=${attribute}`)
      ).totals.flatMap(({ values }) => values.map((point) => point.label));
    const minute = Date.parse('2021-05-06T07:08:00Z') / 1000;
    for (const attribute of [hiding.keyOf('when'), 'post_date']) {
      expect(await labels('visitor', attribute)).toEqual([epochSeconds('2021-05-06')]);
      expect(await labels('reviewer', attribute)).toEqual([minute]);
    }
    // As the database has it: midnight may have passed since.
    const { created } = await app.db
      .selectFrom('posts')
      .select('created')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow();
    expect(await labels('visitor', 'created')).toEqual([Math.floor(created.getTime() / 86_400_000) * 86_400]);
    expect(await labels('visitor', hiding.keyOf('secret'))).toEqual([]);
    expect(await labels('reviewer', hiding.keyOf('secret'))).toEqual([minute]);
    expect(
      await summaryOf('visitor', `group_by=attribute&group_by_attribute_key=${hiding.keyOf('when')}`),
    ).toEqual(['2021-05-06 00:00:00 1']);
  });

  test('too many points and invalid intervals are refused with the name of the field', async () => {
    const reply = await app.send('visitor', 'GET', '/posts/stats?timeline=1&timeline_interval=5');
    expect([reply.status, errorPointers(reply)]).toEqual([422, ['/timeline_interval']]);
  });
});

test('statistics of one post need the right to read it', async () => {
  const { body, status } = await app.send<Stats>(
    'member',
    'GET',
    `/posts/${app.ids['road']}/stats?group_by=form`,
  );
  expect([status, body.totals[0]?.values]).toEqual([
    200,
    [{ label: 'Flood report', total: 1, id: app.survey.id, type: 'sms' }],
  ]);
  expect((await app.send('visitor', 'GET', `/posts/${app.ids['draft']}/stats`)).status).toBe(404);
});

test('the name of a closed survey is hidden from anonymous viewers', async () => {
  await app.db.updateTable('surveys').set({ disabled: true }).where('id', '=', app.other.id).execute();
  const labelled = async (kind: Actor) =>
    (await rows(kind, 'group_by=form')).filter((row) => row.id === app.other.id).map((row) => row.label);
  expect([await labelled('visitor'), await labelled('reviewer')]).toEqual([['None'], ['Other things']]);
  await app.db.updateTable('surveys').set({ disabled: false }).where('id', '=', app.other.id).execute();
});

describe('statistics of a survey', () => {
  const read = (kind: Actor, query = '') =>
    app.send<SurveyStats>(kind, 'GET', `/forms/${app.survey.id}/stats?${query}`);
  const received = { sms: 1, email: 0, twitter: 0 };

  beforeAll(async () => {
    await sql`
      insert into messages (post_id, message, type, status, direction, additional_data)
      values (${app.ids['road']}, 'Road clear', 'sms', 'received', 'incoming', null),
        (${app.ids['road']}, 'Thank you', 'sms', 'sent', 'outgoing', null)`.execute(app.db);
  });

  test('count posts by source, for posts that the viewer may read', async () => {
    expect((await read('settings manager')).body).toEqual({
      id: null,
      url: 'https://report.example.org/api/v3/form_stats',
      total_responses: null,
      total_recipients: null,
      total_response_recipients: null,
      total_messages_sent: null,
      total_messages_pending: null,
      total_by_data_source: { ...received, web: 4, all: 5 },
      allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
    });
    expect((await read('admin')).body.total_by_data_source).toMatchObject({ ...received, web: 7 });
    const later = await read('admin', 'created_after=2999-01-01');
    expect(later.body.total_by_data_source?.all).toBe(0);
    expect((await read('admin', 'created_after=soon')).status).toBe(422);
  });

  test('agree with the statistics of posts, whether or not messages hang on the posts', async () => {
    await sql`update posts set source = 'email' where id = ${app.ids['island']}`.execute(app.db);
    await sql`
      insert into messages (post_id, message, type, status, direction)
      values (${app.ids['road']}, 'Once more', 'sms', 'received', 'incoming'),
        (${app.ids['bridge']}, 'About a post of the web', 'sms', 'received', 'incoming')`.execute(app.db);
    for (const kind of ['admin', 'settings manager'] as const)
      for (const range of ['', '&created_after=2001-01-01', '&created_before=2001-01-01']) {
        const counts = (await read(kind, range)).body.total_by_data_source;
        const bySource = { sms: 0, email: 0, twitter: 0, web: 0, all: 0 };
        for (const { type, total } of await rows(
          kind,
          `form=${app.survey.id}&group_by=form&status=all${range}`,
        )) {
          bySource[type] += total;
          bySource.all += total;
        }
        expect([kind, range, counts]).toEqual([kind, range, bySource]);
      }
    expect((await read('admin')).body.total_by_data_source).toMatchObject({ sms: 1, email: 1 });
    await sql`update posts set source = null where id = ${app.ids['island']}`.execute(app.db);
    await sql`delete from messages where message in ('Once more', 'About a post of the web')`.execute(app.db);
  });

  test('count sent questions and answers of a targeted survey', async () => {
    await app.db
      .updateTable('surveys')
      .set({ targeted_survey: true })
      .where('id', '=', app.survey.id)
      .execute();
    expect((await read('admin')).body).toMatchObject({
      total_responses: 1,
      total_messages_sent: 1,
      total_messages_pending: 0,
      total_by_data_source: null,
    });
  });

  test('need Manage Settings', async () => {
    expect((await read('reviewer')).status).toBe(403);
    expect((await app.send('admin', 'GET', '/forms/999999/stats')).status).toBe(404);
  });
});
