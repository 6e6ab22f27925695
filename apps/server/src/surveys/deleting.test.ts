/** What goes with a survey, a task or an attribute: said before, and gone everywhere after. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWithSurvey } from './survey-under-test.fixture.ts';

let it: Awaited<ReturnType<typeof startWithSurvey>>;
let reportTask: number;
beforeAll(async () => {
  it = await startWithSurvey();
  reportTask = (await it.addTask({ label: 'Post', type: 'post' })).id;
  await mkdir(it.storageDir, { recursive: true });
});
afterAll(() => it.close());

async function addPicture(name: string): Promise<number> {
  for (const file of [name, `${name}-small`]) await writeFile(path.join(it.storageDir, file), 'picture');
  const user_id = await it.idOf('admin');
  const media = {
    user_id,
    mime: 'image/png',
    file: name,
    thumbnail: `${name}-small`,
    size: 7,
    width: 1,
    height: 1,
  };
  const { id } = await it.db
    .insertInto('media')
    .values(media as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const report = async (survey: number, title: string, values: Record<string, unknown[]>) => {
  const body = { form: survey, title, content: 'Seen.', values, status: 'published' };
  const made = await it.send<{ id: number }>('admin', 'POST', '/posts', body);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.id;
};
const posts = async (url: string) =>
  (await it.send<{ posts: number }>('settings manager', 'GET', url)).body.posts;
const found = async (word: string) =>
  (await it.send<{ total_count: number }>('admin', 'GET', `/posts?q=${word}&status[]=published`)).body
    .total_count;

test('a deleted field takes its answers out of posts, their history, the search and the store', async () => {
  const words = await it.addAttribute({ form_stage_id: reportTask, key: 'words' });
  const photo = await it.addAttribute({
    form_stage_id: reportTask,
    key: 'photo',
    type: 'media',
    input: 'upload',
    cardinality: 0,
  });
  const [first, second] = [await addPicture('first.png'), await addPicture('second.png')];
  const post = await report(it.survey, 'Bridge', { words: ['Kestrel'], photo: [first] });
  await report(it.survey, 'Road', { words: [], photo: [] });
  // The first picture is only in the history now.
  const change = { values: { words: ['Heron'], photo: [second] } };
  expect((await it.send('admin', 'PUT', `/posts/${post}`, change)).status).toBe(200);
  expect(await found('heron')).toBe(1);

  const answers = `${it.base}/answers`;
  expect(await posts(answers)).toBe(2);
  expect(await posts(`${answers}?attribute=${photo.id}`)).toBe(1);
  expect(await posts(`${answers}?stage=${reportTask}`)).toBe(1);
  expect((await it.send('settings manager', 'GET', `${answers}?attribute=999`)).status).toBe(404);
  expect((await it.send('settings manager', 'GET', `${answers}?stage=1`)).status).toBe(404);
  expect((await it.send('reviewer', 'GET', answers)).status).toBe(403);

  for (const { id } of [photo, words])
    expect((await it.send('admin', 'DELETE', `${it.base}/attributes/${id}`)).status).toBe(200);
  expect((await it.readPost(post)).values).toEqual({});
  expect(await found('heron')).toBe(0);
  const history = await it.send<object>('admin', 'GET', `/posts/${post}/revisions`);
  expect(JSON.stringify(history.body)).not.toMatch(/Kestrel|Heron|photo/);
  expect(await it.db.selectFrom('media').select('id').where('id', 'in', [first, second]).execute()).toEqual(
    [],
  );
  expect((await readdir(it.storageDir)).filter((file) => file.includes('.png'))).toEqual([]);
});

test('places and categories are counted, and a deleted task takes them along', async () => {
  const task = await it.addTask({ label: 'Where', task_is_internal_only: false });
  await it.addAttribute({ form_stage_id: task.id, key: 'place', type: 'point', input: 'location' });
  await it.addAttribute({ form_stage_id: task.id, key: 'kind', type: 'tags', input: 'tags', cardinality: 0 });
  const placed = await report(it.survey, 'Placed', { place: [{ lat: 1, lon: 2 }] });
  await report(it.survey, 'Sorted', { kind: [1] });
  expect(await posts(`${it.base}/answers?stage=${task.id}`)).toBe(2);
  expect((await it.readPost(placed)).cell).not.toBeNull();
  expect((await it.send('admin', 'DELETE', `${it.base}/stages/${task.id}`)).status).toBe(200);
  expect((await it.readPost(placed)).cell).toBeNull();
});

test('a deleted survey takes the pictures of its posts', async () => {
  const survey = (await it.send<{ id: number }>('admin', 'POST', '/forms', { name: 'Short' })).body.id;
  const stage = await it.send<{ id: number }>('admin', 'POST', `/forms/${survey}/stages`, {
    label: 'Post',
    type: 'post',
  });
  const field = { label: 'Photo', type: 'media', input: 'upload', key: 'seen', cardinality: 0 };
  const made = { ...field, form_stage_id: stage.body.id };
  expect((await it.send('admin', 'POST', `/forms/${survey}/attributes`, made)).status).toBe(200);
  await it.addAttribute({ ...field, key: 'kept', form_stage_id: reportTask });
  const [own, other] = [await addPicture('own.png'), await addPicture('other.png')];
  await report(survey, 'Going', { seen: [own] });
  await report(it.survey, 'Staying', { kept: [other] });
  expect((await it.send('admin', 'DELETE', `/forms/${survey}`)).status).toBe(200);
  const left = await it.db.selectFrom('media').select('id').where('id', 'in', [own, other]).execute();
  expect(left).toEqual([{ id: other }]);
  expect((await readdir(it.storageDir)).filter((file) => file.endsWith('.png'))).toEqual(['other.png']);
});
