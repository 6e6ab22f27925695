/** The same report leaves the same post, masks, events and counts, whichever way it arrives. */
import type { Stats } from '@waypost/contract/browse/stats';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WritePaths } from './write-paths.fixture.ts';

let paths: WritePaths;
beforeAll(async () => {
  paths = await WritePaths.start();
  for (const event_type of ['create', 'update'])
    await paths.app.send('admin', 'POST', '/webhooks', {
      name: `Webhook for ${event_type}`,
      url: 'https://hooks.example.net/in',
      shared_secret: 'a secret of more than twenty characters',
      event_type,
      entity_type: 'post',
    });
  const search = { name: 'All', filter: {} };
  const { body } = await paths.app.send<{ id: number }>('admin', 'POST', '/savedsearches', search);
  await paths.app.send('reviewer', 'POST', '/notifications', { set: body.id });
});
afterAll(() => paths.close());

/** What is stored of the post with this text, except for what differs between any two posts and who sent them how. */
async function readStored(text: string) {
  const { rows } = await sql<{ stored: { post: Record<string, unknown> } }>`
    select jsonb_build_object(
      'post', to_jsonb(posts) - array['id', 'slug', 'created', 'masked_created', 'user_id', 'source', 'message_id',
        'contact_id', 'data_source_message_id'],
      'slug', slug ~ '-[0-9a-f]{12}$',
      'createdDay', masked_created = date_trunc('day', created),
      'places', (select jsonb_agg(to_jsonb(p) - 'post_id' order by attribute_id, position) from post_places p
        where post_id = posts.id),
      'categories', (select jsonb_agg(to_jsonb(c) - 'post_id' order by attribute_id, category_id) from post_categories c
        where post_id = posts.id),
      'searchIndex', (select jsonb_agg(to_jsonb(w) - array['post_id', 'created', 'masked_created']) from post_search_index w
        where post_id = posts.id),
      'revisions', (select count(*) from post_revisions where post_id = posts.id),
      'webhooks', (select jsonb_agg(event) from webhook_events where post_id = posts.id),
      'notifications', (select jsonb_agg(is_new) from notification_events where post_id = posts.id)) as stored
    from posts where content = ${text}`.execute(paths.app.db);
  expect(rows).toHaveLength(1);
  return rows[0]?.stored;
}

/** Counts of posts, by what is counted. */
async function readCounts(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const kind of ['admin', 'visitor'] as const)
    for (const group of ['form', 'tags', 'status']) {
      const url = `/posts/stats?group_by=${group}&status=all`;
      const { totals } = (await paths.app.send<Stats>(kind, 'GET', url)).body;
      for (const { values } of totals)
        for (const { label, total } of values) counts.set(`${kind} ${group} ${label}`, total);
    }
  return counts;
}

/** Sends a report, and reads by how much which counts grow. */
async function countsAddedBy(send: () => Promise<void>): Promise<Record<string, number>> {
  const before = await readCounts();
  await send();
  const after = await readCounts();
  return Object.fromEntries(
    [...after].flatMap(([name, count]) => {
      const added = count - (before.get(name) ?? 0);
      return added === 0 ? [] : [[name, added]];
    }),
  );
}

const when = '2019-11-30T09:15:00.000Z';

/** A report that each way can carry: a text message has a text and a time. */
const plainReport = (text: string) => ({
  form: paths.survey.id,
  status: 'draft',
  content: text,
  post_date: when,
  values: { [paths.survey.keyOf('words')]: [text], [paths.survey.keyOf('when')]: [when] },
});

/** A report with an answer of each kind, published at once. */
const fullReport = (text: string) => ({
  form: paths.survey.id,
  title: 'Bridge closed',
  content: text,
  post_date: when,
  locale: 'fr',
  values: {
    [paths.survey.keyOf('words')]: ['Seen from the road'],
    [paths.survey.keyOf('level')]: ['High'],
    [paths.survey.keyOf('when')]: [when],
    [paths.survey.keyOf('number')]: [3],
    [paths.survey.keyOf('where')]: [{ lat: 5.5512, lon: -0.2034 }],
    [paths.survey.keyOf('kinds')]: ['Water', 'Roads'],
    [paths.survey.keyOf('secret')]: ['0123'],
  },
});

const sendAlone = async (report: object) => {
  await paths.submit('visitor', report);
};

/** Sends a report among so many others that it is stored in a batch. The others are deleted. */
async function sendBatched(report: object): Promise<void> {
  const others = Array.from({ length: 40 }, (_, index) =>
    paths.submit('visitor', { form: paths.otherSurvey.id, title: `Other ${index}` }),
  );
  await Promise.all([...others, paths.submit('visitor', report)]);
  const { rows } = await sql<{ size: number }>`
    select max(size)::int as size from (select count(*) as size from posts group by xmin::text) as transactions`.execute(
    paths.app.db,
  );
  expect(rows[0]?.size).toBeGreaterThan(20);
  await sql`delete from posts where survey_id = ${paths.otherSurvey.id}`.execute(paths.app.db);
}

/** Stores the same report by each way, and deletes it again. @returns what each way stored and counted */
async function storeByEachWay(ways: Record<string, (text: string) => Promise<unknown>>, text: string) {
  const results = [];
  for (const [way, send] of Object.entries(ways)) {
    const counts = await countsAddedBy(async () => {
      await send(text);
    });
    results.push({ way, counts, stored: await readStored(text) });
    await sql`delete from posts where content = ${text}`.execute(paths.app.db);
    await sql`delete from webhook_events; delete from messages`.execute(paths.app.db);
  }
  return results;
}

test('a plain report is stored alike by a request, in a batch, from a file and from a text message', async () => {
  const { keyOf } = paths.survey;
  const ways: Record<string, (text: string) => Promise<unknown>> = {
    alone: (text) => sendAlone(plainReport(text)),
    batched: (text) => sendBatched(plainReport(text)),
    imported: (text) =>
      paths.importCsv(
        ['Text,Date,Words,When', `${text},${when},${text},${when}`],
        ['content', 'post_date', keyOf('words'), keyOf('when')],
        { status: 'draft' },
      ),
    message: (text) => paths.receiveSms(text, { Message: keyOf('words'), Date: keyOf('when') }),
  };
  const text = 'The water has reached the bridge';
  const results = await storeByEachWay(ways, text);
  const [first] = results;
  expect(first?.stored).toMatchObject({
    post: {
      status: 'draft',
      locale: 'en_us',
      revision: 1,
      post_date: '2019-11-30T09:15:00+00:00',
      masked_post_date: '2019-11-30T00:00:00+00:00',
      values: { [keyOf('words')]: [text], [keyOf('when')]: [expect.any(String)] },
    },
    webhooks: ['create'],
    notifications: [true],
    revisions: 0,
  });
  expect(first?.counts).toMatchObject({ 'admin status draft': 1 });
  for (const result of results) expect(result).toEqual({ ...first, way: result.way });
});

test('a report with an answer of each kind is stored alike by a request, in a batch and from a file', async () => {
  const { keyOf } = paths.survey;
  const names = ['words', 'level', 'when', 'number', 'where.lat', 'where.lon', 'kinds', 'secret'];
  const targets = names.map((name) => {
    const [field = '', part] = name.split('.');
    return part ? `${keyOf(field)}.${part}` : keyOf(field);
  });
  const ways: Record<string, (text: string) => Promise<unknown>> = {
    alone: (text) => sendAlone(fullReport(text)),
    batched: (text) => sendBatched(fullReport(text)),
    imported: (text) =>
      paths.importCsv(
        [
          'Title,Text,Date,Language,Words,Level,When,Number,Lat,Lon,Kinds,Secret',
          `Bridge closed,${text},${when},fr,Seen from the road,High,${when},3,5.5512,-0.2034,"Water,Roads",0123`,
        ],
        ['title', 'content', 'post_date', 'locale', ...targets],
      ),
  };
  const text = 'The bridge is closed since dawn';
  const results = await storeByEachWay(ways, text);
  const [first] = results;
  expect(first?.stored).toMatchObject({
    post: { status: 'published', locale: 'fr', masked_user_id: null, published_to: [] },
    categories: [{}, {}],
    places: [{ lat: 5.5512, lon: -0.2034, masked_lat: 5.55, masked_lon: -0.2 }],
    webhooks: ['create'],
    notifications: [true],
  });
  expect(first?.counts).toMatchObject({ 'visitor tags Roads': 1, 'visitor status published': 1 });
  for (const result of results) expect(result).toEqual({ ...first, way: result.way });
});
