/** Posts that are created in a batch equal those that are created one by one. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { answersByFieldName, startAppWithSurveys } from '../app-with-surveys.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurveys>>;
beforeAll(async () => {
  app = await startAppWithSurveys();
});
afterAll(() => app.close());

interface ReportBody {
  id?: number;
  title?: string;
  errors?: object[];
}

async function report(body: object, headers: Record<string, string> = {}) {
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/posts',
    headers: { authorization: `Bearer ${await app.tokenOf('visitor')}`, ...headers },
    payload: body,
  });
  const reportBody: ReportBody = response.body === '' ? {} : response.json<ReportBody>();
  return { status: response.statusCode, body: reportBody, headers: response.headers };
}

const fullReport = (title: string) => ({
  form: app.open.id,
  title,
  content: 'The water has reached the bridge.',
  locale: 'fr',
  values: answersByFieldName(app.open, {
    words: ['Seen from the road'],
    number: [1, 2],
    where: [{ lat: 5.5, lon: -0.2 }],
    kinds: [1, 2],
    level: ['High'],
  }),
});
const moderatedReport = (title: string) => ({
  form: app.careful.id,
  title,
  values: answersByFieldName(app.careful, { where: [{ lat: 1, lon: 1 }], phone: ['0123'] }),
});

/** All stored data of posts except for what differs between any two. */
async function readStoredPost(title: string) {
  const { rows } = await sql<{ it: object }>`
    select jsonb_build_object(
      'post', to_jsonb(posts) - array['id', 'title', 'slug', 'created', 'post_date', 'updated', 'masked_created',
        'masked_post_date', 'masked_updated'],
      'slug', posts.slug is not null,
      'places', (select jsonb_agg(to_jsonb(p) - 'post_id' order by attribute_id, position) from post_places p
        where post_id = posts.id),
      'categories', (select jsonb_agg(to_jsonb(c) - 'post_id' order by category_id) from post_categories c
        where post_id = posts.id),
      'words', (select to_jsonb(w) - array['post_id', 'public_tsv', 'full_tsv', 'post_date', 'masked_post_date'] from post_search_index w where post_id = posts.id),
      'sender', (select jsonb_build_object('sender', encode(sender_hash, 'hex'), 'held', hold_reason) from post_senders
        where post_id = posts.id)) as it
    from posts where title = ${title}`.execute(app.db);
  return rows.map((row) => row.it);
}

/** Number of transactions that created the posts with this beginning of the title. */
async function countTransactions(beginning: string): Promise<{ posts: number; transactions: number }> {
  const { rows } = await sql<{ posts: number; transactions: number }>`
    select count(*)::int as posts, count(distinct xmin::text)::int as transactions
    from posts where title like ${`${beginning}%`}`.execute(app.db);
  return rows[0] ?? { posts: 0, transactions: 0 };
}

const times = <T>(many: number, make: (at: number) => T): T[] =>
  Array.from({ length: many }, (_, at) => make(at));

test('many simultaneous posts are stored in a few transactions with the same result as one by one', async () => {
  const alone = await report(fullReport('Alone'));
  await report(moderatedReport('Careful alone'));
  const crowd = await Promise.all(
    times(60, (at) => report(at % 2 === 0 ? fullReport(`Crowd ${at}`) : moderatedReport(`Crowd ${at}`))),
  );
  expect(crowd.map(({ status }) => status)).toEqual(times(60, (at) => (at % 2 === 0 ? 200 : 204)));
  const { posts, transactions } = await countTransactions('Crowd');
  expect(posts).toBe(60);
  expect(transactions).toBeLessThan(20);
  const [singlePost, waiting] = [await readStoredPost('Alone'), await readStoredPost('Careful alone')];
  expect(singlePost).toHaveLength(1);
  for (const at of [0, 20, 58]) expect(await readStoredPost(`Crowd ${at}`)).toEqual(singlePost);
  for (const at of [1, 21, 59]) expect(await readStoredPost(`Crowd ${at}`)).toEqual(waiting);
  const differing = new Set(['id', 'url', 'title', 'slug', 'created', 'post_date']);
  const own = (body: object) => Object.entries(body).filter(([key]) => !differing.has(key));
  expect(crowd.map(({ body }) => body.title)).toEqual(
    times(60, (at) => (at % 2 === 0 ? `Crowd ${at}` : undefined)),
  );
  expect(own({ ...crowd[58]?.body })).toEqual(own({ ...alone.body }));
});

test('an invalid request in a batch gets its errors and does not affect others', async () => {
  const wrong = [
    { ...fullReport('Wrong of many'), form: 4711 },
    {
      ...fullReport('Wrong of many'),
      values: answersByFieldName(app.open, { level: ['Middling'], number: ['x'] }),
    },
    { form: app.careful.id, title: 'Wrong of many', values: {} },
    { ...fullReport('Wrong of many'), slug: 'x' },
    { ...fullReport('Wrong of many'), user: 1 },
    { ...moderatedReport('Wrong of many'), status: 'published' },
    { title: 'Wrong of many' },
    { ...fullReport('Wrong of many'), published_to: ['nobody of that name'] },
  ];
  const submit = async (body: object) => {
    const response = await report(body);
    return [response.status, errorPointers(response), errorCodes(response)];
  };
  const alone = [];
  for (const body of wrong) alone.push(await submit(body));
  expect(alone.every(([status]) => Number(status) >= 400)).toBe(true);
  const right = Promise.all(times(40, (at) => report(fullReport(`Right of many ${at}`))));
  const inCrowd = await Promise.all(wrong.map(submit));
  expect(inCrowd).toEqual(alone);
  expect(new Set((await right).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await countTransactions('Wrong of many')).toMatchObject({ posts: 0 });
  expect(await countTransactions('Right of many')).toMatchObject({ posts: 40 });
});

test('a key that occurs more than once in a batch creates one post and returns the same response', async () => {
  const keys = times(10, () => crypto.randomUUID());
  const requests = times(40, (at) =>
    report(fullReport(`Keyed ${at % 10}`), { 'idempotency-key': keys[at % 10] ?? '' }),
  );
  const answers = await Promise.all(requests);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await countTransactions('Keyed')).posts).toBe(10);
  const ids = times(
    10,
    (key) => new Set(answers.filter((_, at) => at % 10 === key).map(({ body }) => body.id)),
  );
  expect(ids.map((it) => it.size)).toEqual(times(10, () => 1));
});

test('a batch holds posts that fill the honeypot, and refuses unknown tokens', async () => {
  const crowd = times(30, (at) =>
    report({ ...fullReport(`Trap ${at}`), ...(at % 3 === 0 ? { website: 'x' } : {}) }),
  );
  const nobody = report(fullReport('Trap of nobody'), { authorization: `Bearer ${'x'.repeat(43)}` });
  expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(
    times(30, (at) => (at % 3 === 0 ? 204 : 200)),
  );
  expect((await nobody).status).toBe(401);
  const { rows } = await sql<{ status: string; held: string | null; many: number }>`
    select status, hold_reason as held, count(*)::int as many from posts join post_senders on post_id = posts.id
    where title like 'Trap%' group by 1, 2 order by 1`.execute(app.db);
  expect(rows).toEqual([
    { status: 'draft', held: 'trap', many: 10 },
    { status: 'published', held: null, many: 20 },
  ]);
});
