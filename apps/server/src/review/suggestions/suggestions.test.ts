import type { PostRevision } from '@waypost/contract/posts/post-revisions';
import type { Post } from '@waypost/contract/posts/posts';
import type { Suggestion, SuggestionModel } from '@waypost/contract/review/suggestions';
import { foldName } from '@waypost/survey-logic/fold-name';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { receiveMessage } from '../../messages/messages.public.ts';
import { insertPlaces } from '../../places/places.sql.ts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { errorCodes } from '../../testing/app/test-app.ts';
import { startAppWithTwoReviewers, type TestReviewer } from '../reviewers.fixture.ts';
import { isTrainingNeeded } from './suggestions.sql.ts';

let app: Awaited<ReturnType<typeof startAppWithTwoReviewers>>['app'];
let amina: TestReviewer;
let flood: TestSurvey;
let fire: TestSurvey;
let categories: Record<'water' | 'smoke' | 'secret', number>;

const texts = {
  water: [
    'Water rises in the street',
    'The river is over its bank and water is in the houses',
    'فيضان الماء في الشارع',
    '洪水淹没了街道',
    'El agua sube en la calle',
  ],
  smoke: [
    'Smoke over the hill',
    'A fire burns in the forest and smoke comes closer',
    'دخان وحريق في الغابة',
    '森林着火，浓烟滚滚',
    'Humo y fuego en el bosque',
  ],
};

/** Inserts published reports of a survey with a category, several of each text. */
async function publish(survey: TestSurvey, topic: 'water' | 'smoke', categoryIds: number[]): Promise<void> {
  const { rows: fields } = await sql<{ id: number }>`
    select id from attributes where key = ${survey.keyOf('kinds')}`.execute(app.db);
  const { rows } = await sql<{ id: number }>`
    insert into posts (survey_id, status, title, content)
    select ${survey.id}, 'published', text, text from unnest(${texts[topic]}::text[]) as text,
      generate_series(1, 12) returning id`.execute(app.db);
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into post_categories (post_id, attribute_id, category_id)
    select post, ${fields[0]?.id}, category
    from unnest(${ids}::bigint[]) as post, unnest(${categoryIds}::bigint[]) as category`.execute(app.db);
  await sql`select mask_posts(${ids}::bigint[])`.execute(app.db);
}

const fieldsOfSurvey = {
  kinds: { type: 'tags', input: 'tags', cardinality: 0 },
  where: { type: 'point', input: 'location', required: true },
} as const;

beforeAll(async () => {
  ({ app, amina } = await startAppWithTwoReviewers());
  flood = await createTestSurvey(app.db, fieldsOfSurvey, { require_approval: true });
  fire = await createTestSurvey(app.db, fieldsOfSurvey, { require_approval: true });
  await sql`update surveys set name = 'Fire report' where id = ${fire.id}`.execute(app.db);
  const { rows } = await sql<{ id: number }>`
    insert into categories (tag, slug, role) values
      ('Water', 'water', null), ('Smoke', 'smoke', null), ('Secret', 'secret', '{admin}') returning id`.execute(
    app.db,
  );
  const [water = 0, smoke = 0, secret = 0] = rows.map(({ id }) => id);
  categories = { water, smoke, secret };
  await publish(flood, 'water', [water, secret]);
  await publish(fire, 'smoke', [smoke]);
  const place = { name: 'Kisumu', folded: foldName('Kisumu'), country: 'KE', population: 216_479 };
  await inTransaction(app.db, 'writes', (tx) =>
    insertPlaces(
      tx,
      [{ id: 1, ...place, lat: -0.10221, lon: 34.76171 }],
      [{ key: 'kisumu', place_id: 1 }],
      [],
    ),
  );
  expect((await app.send('admin', 'POST', '/review/suggestion-model')).status).toBe(200);
  await app.jobs.runPending();
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from posts where status = 'draft'`.execute(app.db);
});

const receive = async (message: string): Promise<number> => {
  const incoming = { type: 'sms', from: '+254700123', message } as const;
  const { postId } = await inTransaction(app.db, 'writes', (tx) => receiveMessage(tx, incoming));
  return postId ?? 0;
};
const listFor = async (by: TestReviewer, id: number): Promise<Suggestion[]> =>
  (await by.send<{ results: Suggestion[] }>('GET', `/posts/${id}/suggestions`)).body.results;
const accept = (id: number, suggestion: string, based_on: number) =>
  amina.send<Post>('POST', `/posts/${id}/suggestions`, { suggestion, based_on });
const undo = (id: number, based_on: number) =>
  amina.send<Post>('POST', `/posts/${id}/suggestions/undo`, { based_on });
const readPost = async (id: number) => (await amina.send<Post>('GET', `/posts/${id}`)).body;

test('the model tells what it was learned from and how often it is right', async () => {
  const { body } = await app.send<SuggestionModel>('admin', 'GET', '/review/suggestion-model');
  expect(body).toMatchObject({ is_training: false, posts: 120 });
  expect(body.trained).not.toBeNull();
  expect(body.seconds).toBeGreaterThan(0);
  expect(body.memory_mb).toBeGreaterThan(0);
  expect(body.tests.map(({ kind, choices, top_1 }) => [kind, choices, top_1])).toEqual([
    ['survey', 2, 1],
    ['category', 3, 1],
  ]);
});

test.each([
  ['Water is in our street again', 'Flood report'],
  ['there is smoke and fire behind the school', 'Fire report'],
  ['الماء في الشارع', 'Flood report'],
  ['浓烟滚滚', 'Fire report'],
])('the message "%s" gets the survey "%s" suggested', async (text, name) => {
  const suggestions = await listFor(amina, await receive(text));
  expect(suggestions.map((it) => [it.kind, it.name])).toEqual([['survey', name]]);
  expect(suggestions[0]?.certainty).toBeGreaterThanOrEqual(0.6);
});

test('nothing is suggested for a text that tells nothing', async () => {
  expect(await listFor(amina, await receive('Hello'))).toEqual([]);
  expect(await listFor(amina, await receive('+254 700 123 456'))).toEqual([]);
});

test('survey, category and place are accepted one after the other, and each is undone exactly', async () => {
  const id = await receive('Water is in the street near Kisumu');
  const received = await readPost(id);
  const [survey] = await listFor(amina, id);
  const withSurvey = await accept(id, survey?.id ?? '', received.revision ?? 0);
  expect(withSurvey.body).toMatchObject({ form: { id: flood.id }, status: 'draft', revision: 2 });
  const [category, place, ...others] = await listFor(amina, id);
  expect([category?.kind, category?.name, place?.kind, place?.name, others]).toEqual([
    'category',
    'Water',
    'place',
    'Kisumu',
    [],
  ]);
  const withCategory = await accept(id, category?.id ?? '', 2);
  expect(withCategory.body.values).toEqual({ [flood.keyOf('kinds')]: [String(categories.water)] });
  const withPlace = await accept(id, place?.id ?? '', 3);
  expect(withPlace.body.values).toMatchObject({
    [flood.keyOf('where')]: [{ lat: -0.10221, lon: 34.76171 }],
  });
  expect(await listFor(amina, id)).toEqual([]);

  expect((await undo(id, 4)).body.values).toEqual(withCategory.body.values);
  expect((await undo(id, 5)).body).toMatchObject({ form: { id: flood.id }, values: [], tags: [] });
  expect((await undo(id, 6)).body).toMatchObject({ form: null, values: [], content: received.content });
  // Nothing is left to undo.
  expect(errorCodes(await undo(id, 7))).toEqual(['postChanged']);
  const history = await amina.send<{ results: PostRevision[] }>('GET', `/posts/${id}/revisions`);
  expect(
    history.body.results.map(({ id: number, suggestion, restored }) => [number, suggestion, restored]),
  ).toEqual([
    [7, null, 1],
    [6, null, 2],
    [5, null, 3],
    [4, 'place', null],
    [3, 'category', null],
    [2, 'survey', null],
    [1, null, null],
  ]);
  const audit = await app.send<{ results: { details: object }[] }>(
    'admin',
    'GET',
    `/audit?subject=posts&subject_id=${id}`,
  );
  expect(audit.body.results.map(({ details }) => details)).toMatchObject([
    { changed: ['suggestion_undone'], suggestion: 'survey' },
    { changed: ['suggestion_undone'], suggestion: 'category' },
    { changed: ['suggestion_undone'], suggestion: 'place' },
    { changed: ['suggestion'], suggestion: 'place', certainty: null },
    { changed: ['suggestion'], suggestion: 'category' },
    { changed: ['suggestion'], suggestion: 'survey' },
  ]);
});

test('the undo of a survey leaves the message as it came', async () => {
  const id = await receive('Smoke over the hill');
  const before = await readPost(id);
  await accept(id, `survey:${fire.id}`, before.revision ?? 0);
  await undo(id, 2);
  const { updated: _updated, revision: _revision, ...after } = await readPost(id);
  const { updated: _updatedBefore, revision: _revisionBefore, ...expected } = before;
  expect(after).toEqual(expected);
});

test('a survey that a reviewer chose is taken away again, unless something else was saved with it', async () => {
  const id = await receive('Hello');
  const before = await readPost(id);
  await amina.send('PUT', `/posts/${id}`, { form: flood.id, based_on: before.revision });
  const undone = await undo(id, 2);
  expect(undone.status).toBe(200);
  const { updated: _updated, revision, ...after } = await readPost(id);
  const { updated: _updatedBefore, revision: _revisionBefore, ...expected } = before;
  expect(revision).toBe(3);
  expect(after).toEqual(expected);
  // It is undone once, and not with a title that was changed with it.
  expect(errorCodes(await undo(id, 3))).toEqual(['postChanged']);
  await amina.send('PUT', `/posts/${id}`, { form: flood.id, title: 'Water', based_on: 3 });
  expect(errorCodes(await undo(id, 4))).toEqual(['postChanged']);
});

test.each(['published', 'archived'])(
  'after a report was %s and that was undone, place and survey are',
  async (status) => {
    const id = await receive('Water is in the street near Kisumu');
    const before = await readPost(id);
    await amina.send('PUT', `/posts/${id}`, { form: flood.id, based_on: before.revision });
    const place = (await listFor(amina, id)).find(({ kind }) => kind === 'place');
    const { values } = (await accept(id, place?.id ?? '', 2)).body;
    const decide = (body: object) => amina.send('PUT', `/posts/${id}`, body);
    const answered = Object.assign({ [flood.keyOf('kinds')]: [categories.water] }, values);
    for (const revision of [3, 5]) {
      expect((await decide({ status, values: answered, based_on: revision })).status).toBe(200);
      expect((await decide({ status: 'draft', values, based_on: revision + 1 })).status).toBe(200);
    }
    expect((await undo(id, 7)).body).toMatchObject({ form: { id: flood.id }, values: [], revision: 8 });
    expect((await undo(id, 8)).body).toMatchObject({ form: null, revision: 9 });
  },
);

test('nothing is undone across a decision that left a trace', async () => {
  const id = await receive('Hello');
  await amina.send('PUT', `/posts/${id}`, { form: flood.id, based_on: 1 });
  await amina.send('PUT', `/posts/${id}`, { status: 'archived', title: 'Greeting', based_on: 2 });
  await amina.send('PUT', `/posts/${id}`, { status: 'draft', based_on: 3 });
  expect(errorCodes(await undo(id, 4))).toEqual(['postChanged']);
});

test('a report keeps its other answers, and a category that it has is not suggested again', async () => {
  const kinds = flood.keyOf('kinds');
  const where = flood.keyOf('where');
  const values = { [where]: [{ lat: 1, lon: 2 }], [kinds]: [categories.smoke] };
  const body = {
    form: flood.id,
    title: 'Water in the street',
    content: 'The river is over its bank',
    values,
  };
  const { id, revision = 0 } = (await amina.send<Post>('POST', '/posts', { ...body, status: 'draft' })).body;
  expect((await listFor(amina, id)).map(({ name }) => name)).toEqual(['Water']);
  const { body: accepted } = await accept(id, `category:${categories.water}`, revision);
  expect(accepted.values).toEqual({
    ...values,
    [kinds]: [String(categories.water), String(categories.smoke)],
  });
  expect(await listFor(amina, id)).toEqual([]);
});

test('a category that the reviewer may not see is not suggested', async () => {
  const body = {
    form: flood.id,
    title: 'Water in the street',
    values: { [flood.keyOf('where')]: [{ lat: 1, lon: 2 }] },
  };
  const { id, revision = 0 } = (await amina.send<Post>('POST', '/posts', { ...body, status: 'draft' })).body;
  expect((await listFor(amina, id)).map(({ name }) => name)).toEqual(['Water']);
  expect(errorCodes(await accept(id, `category:${categories.secret}`, revision))).toEqual(['exists']);
  const ofAdmin = await app.send<{ results: Suggestion[] }>('admin', 'GET', `/posts/${id}/suggestions`);
  expect(ofAdmin.body.results.map(({ name }) => name)).toEqual(expect.arrayContaining(['Secret', 'Water']));
});

test('a suggestion for an earlier version of the report is refused', async () => {
  const id = await receive('Water in the street');
  await amina.send('PUT', `/posts/${id}`, { title: 'Another title' });
  expect(errorCodes(await accept(id, `survey:${flood.id}`, 1))).toEqual(['postChanged']);
});

test('what is learned depends on titles and texts alone, not on answers', async () => {
  const weights = async () =>
    (await sql`select * from suggestion_weights order by bucket`.execute(app.db)).rows;
  const learned = await weights();
  await sql`
    update posts set values = jsonb_build_object('hidden', jsonb_build_array('Unusual answer'))
    where status = 'published'`.execute(app.db);
  await app.send('admin', 'POST', '/review/suggestion-model');
  await app.jobs.runPending();
  expect(await weights()).toEqual(learned);
});

test('it is learned again after many decisions, and after a day', async () => {
  const isNeeded = () => inTransaction(app.db, 'reads', isTrainingNeeded);
  expect(await isNeeded()).toBe(false);
  await sql`
    insert into post_revisions (post_id, revision, created, replaced)
    select ${app.publishedId}, number, now() + interval '1 minute', '{"status": "draft"}'
    from generate_series(1000, 1199) as number`.execute(app.db);
  expect(await isNeeded()).toBe(true);
  await sql`delete from post_revisions where revision >= 1000`.execute(app.db);
  expect(await isNeeded()).toBe(false);
  await sql`update suggestion_models set trained = now() - interval '25 hours'`.execute(app.db);
  expect(await isNeeded()).toBe(true);
  await sql`delete from suggestion_models`.execute(app.db);
  expect(await isNeeded()).toBe(true);
  await sql`update posts set status = 'archived' where status = 'published'`.execute(app.db);
  expect(await isNeeded()).toBe(false);
});
