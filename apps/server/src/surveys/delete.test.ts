/** Deletion of surveys, tasks and attributes with their answers, and the counts shown before. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAppWithSurvey } from './app-with-survey.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurvey>>;
let reportTask: number;
beforeAll(async () => {
  app = await startAppWithSurvey();
  reportTask = (await app.addTask({ label: 'Post', type: 'post' })).id;
  await mkdir(app.storageDir, { recursive: true });
});
afterAll(() => app.close());

async function addPicture(name: string): Promise<number> {
  for (const file of [name, `${name}-small`]) await writeFile(path.join(app.storageDir, file), 'picture');
  const user_id = await app.idOf('admin');
  const media = {
    user_id,
    mime: 'image/png',
    file: name,
    thumbnail: `${name}-small`,
    size: 7,
    width: 1,
    height: 1,
  };
  const { id } = await app.db
    .insertInto('media')
    .values(media as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const report = async (survey: number, title: string, values: Record<string, unknown[]>) => {
  const body = { form: survey, title, content: 'Seen.', values, status: 'published' };
  const created = await app.send<{ id: number }>('admin', 'POST', '/posts', body);
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body.id;
};
const posts = async (url: string) =>
  (await app.send<{ posts: number }>('settings manager', 'GET', url)).body.posts;
const countFound = async (word: string) =>
  (await app.send<{ total_count: number }>('admin', 'GET', `/posts?q=${word}&status[]=published`)).body
    .total_count;

test('deleting an attribute deletes its answers from posts, revisions, search and store', async () => {
  const textAttribute = await app.addAttribute({ form_stage_id: reportTask, key: 'words' });
  const photo = await app.addAttribute({
    form_stage_id: reportTask,
    key: 'photo',
    type: 'media',
    input: 'upload',
    cardinality: 0,
  });
  const [first, second] = [await addPicture('first.png'), await addPicture('second.png')];
  const post = await report(app.survey, 'Bridge', { words: ['Kestrel'], photo: [first] });
  await report(app.survey, 'Road', { words: [], photo: [] });
  // The first picture is only in the history now.
  const change = { values: { words: ['Heron'], photo: [second] } };
  expect((await app.send('admin', 'PUT', `/posts/${post}`, change)).status).toBe(200);
  expect(await countFound('heron')).toBe(1);

  const answers = `${app.base}/answers`;
  expect(await posts(answers)).toBe(2);
  expect(await posts(`${answers}?attribute=${photo.id}`)).toBe(1);
  expect(await posts(`${answers}?stage=${reportTask}`)).toBe(1);
  expect((await app.send('settings manager', 'GET', `${answers}?attribute=999`)).status).toBe(404);
  expect((await app.send('settings manager', 'GET', `${answers}?stage=1`)).status).toBe(404);
  expect((await app.send('reviewer', 'GET', answers)).status).toBe(403);

  for (const { id } of [photo, textAttribute])
    expect((await app.send('admin', 'DELETE', `${app.base}/attributes/${id}`)).status).toBe(200);
  expect((await app.readPost(post)).values).toEqual({});
  expect(await countFound('heron')).toBe(0);
  const history = await app.send<object>('admin', 'GET', `/posts/${post}/revisions`);
  expect(JSON.stringify(history.body)).not.toMatch(/Kestrel|Heron|photo/);
  expect(await app.db.selectFrom('media').select('id').where('id', 'in', [first, second]).execute()).toEqual(
    [],
  );
  await app.jobs.runPending();
  expect((await readdir(app.storageDir)).filter((file) => file.includes('.png'))).toEqual([]);
});

test('counts places and categories, and deletes them with a task', async () => {
  const task = await app.addTask({ label: 'Where', task_is_internal_only: false });
  await app.addAttribute({ form_stage_id: task.id, key: 'place', type: 'point', input: 'location' });
  await app.addAttribute({
    form_stage_id: task.id,
    key: 'kind',
    type: 'tags',
    input: 'tags',
    cardinality: 0,
  });
  const placed = await report(app.survey, 'Placed', { place: [{ lat: 1, lon: 2 }] });
  await report(app.survey, 'Sorted', { kind: [1] });
  expect(await posts(`${app.base}/answers?stage=${task.id}`)).toBe(2);
  expect((await app.readPost(placed)).cell).not.toBeNull();
  expect((await app.send('admin', 'DELETE', `${app.base}/stages/${task.id}`)).status).toBe(200);
  expect((await app.readPost(placed)).cell).toBeNull();
});

test('deleting a survey deletes the pictures of its posts', async () => {
  const survey = (await app.send<{ id: number }>('admin', 'POST', '/forms', { name: 'Short' })).body.id;
  const stage = await app.send<{ id: number }>('admin', 'POST', `/forms/${survey}/stages`, {
    label: 'Post',
    type: 'post',
  });
  const field = { label: 'Photo', type: 'media', input: 'upload', key: 'seen', cardinality: 0 };
  const created = { ...field, form_stage_id: stage.body.id };
  expect((await app.send('admin', 'POST', `/forms/${survey}/attributes`, created)).status).toBe(200);
  await app.addAttribute({ ...field, key: 'kept', form_stage_id: reportTask });
  const [own, other] = [await addPicture('own.png'), await addPicture('other.png')];
  await report(survey, 'Going', { seen: [own] });
  await report(app.survey, 'Staying', { kept: [other] });
  expect((await app.send('admin', 'DELETE', `/forms/${survey}`)).status).toBe(200);
  const left = await app.db.selectFrom('media').select('id').where('id', 'in', [own, other]).execute();
  expect(left).toEqual([{ id: other }]);
  await app.jobs.runPending();
  expect((await readdir(app.storageDir)).filter((file) => file.endsWith('.png'))).toEqual(['other.png']);
});
