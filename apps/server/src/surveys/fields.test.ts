import type { Attribute } from '@waypost/contract/attributes';
import type { Survey } from '@waypost/contract/surveys';
import type { Task } from '@waypost/contract/tasks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deployment, pointersOf, rulesOf, startDeployment } from '../testing/deployment.ts';

let it: Deployment;
let survey: number;
let base: string;
beforeAll(async () => {
  it = await startDeployment();
  survey = (await it.send<Survey>('admin', 'POST', '/forms', { name: 'Floods' })).body.id;
  base = `/forms/${survey}`;
});
afterAll(() => it.close());

const addTask = async (body: object) => {
  const made = await it.send<Task>('settings manager', 'POST', `${base}/stages`, body);
  expect(made.status).toBe(200);
  return made.body;
};
const addAttribute = async (body: object) => {
  const usual = { label: 'Water level', input: 'text', type: 'varchar' };
  const made = await it.send<Attribute>('settings manager', 'POST', `${base}/attributes`, {
    ...usual,
    ...body,
  });
  expect([made.status, pointersOf(made.status === 200 ? { ...made, body: { errors: [] } } : made)]).toEqual([
    200,
    [],
  ]);
  return made.body;
};
const labels = async (kind: Parameters<Deployment['send']>[0], url: string) =>
  (await it.send<{ results: { label: string }[] }>(kind, 'GET', url)).body.results.map((one) => one.label);

/** A post written straight into the tables: posts have a door of their own. */
async function addPost(values: Record<string, unknown[]>, completed: number[] = []): Promise<number> {
  const row = {
    survey_id: survey,
    title: 'A post',
    status: 'published',
    values: JSON.stringify(values),
    completed_tasks: completed,
  };
  const { id } = await it.db
    .insertInto('posts')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const readPost = (id: number) =>
  it.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function addPlace(post: number, attribute: number): Promise<void> {
  const place = { post_id: post, attribute_id: attribute, position: 0, lat: -1.28912, lon: 36.82123 };
  await it.db
    .insertInto('post_places')
    .values(place as never)
    .execute();
}
const shownPlace = async (post: number) => {
  const place = await it.db
    .selectFrom('post_places')
    .selectAll()
    .where('post_id', '=', post)
    .executeTakeFirst();
  return place && [place.shown_lat, place.shown_lon];
};

describe('tasks', () => {
  test('are added, changed and deleted by those who manage settings', async () => {
    const task = await addTask({ label: 'Verify', required: 'true', is_public: true });
    expect(task).toMatchObject({
      url: `https://report.example.org/api/v3/form_stages/${task.id}`,
      form_id: survey,
      type: 'task',
      priority: 99,
      required: true,
      show_when_published: true,
      task_is_internal_only: true,
      is_public: false,
    });
    expect(await addTask({ label: 'Post', type: 'post', priority: 0 })).toMatchObject({
      task_is_internal_only: false,
    });
    const url = `${base}/stages/${task.id}`;
    const changed = await it.send<Task>('admin', 'PUT', url, {
      ...task,
      task_is_internal_only: false,
      priority: '3',
    });
    expect(changed.body).toMatchObject({
      label: 'Verify',
      task_is_internal_only: false,
      is_public: true,
      priority: 3,
    });
    expect((await it.send<Task>('admin', 'PUT', url, {})).body).toEqual(changed.body);
    expect((await it.send('admin', 'DELETE', url)).status).toBe(200);
    expect((await it.send('admin', 'GET', url)).status).toBe(404);
  });

  test('every wrong field is named; unknown ones are 404, foreign hands refused', async () => {
    const wrong = { label: 'x', priority: 'soon', icon: '<b>', type: 'chore', required: 'maybe' };
    const refused = await it.send('admin', 'POST', `${base}/stages`, wrong);
    expect(pointersOf(refused).sort()).toEqual(['/icon', '/label', '/priority', '/required', '/type']);
    expect((await it.send('admin', 'POST', '/forms/999/stages', { label: 'Post' })).status).toBe(404);
    expect((await it.send('admin', 'PUT', `${base}/stages/999`, {})).status).toBe(404);
    // A task of another survey is not this one's.
    expect((await it.send('admin', 'GET', `${base}/stages/1`)).status).toBe(404);
    for (const kind of ['member', 'reviewer'] as const) {
      expect((await it.send(kind, 'POST', `${base}/stages`, { label: 'Mine' })).status).toBe(403);
      expect((await it.send(kind, 'PUT', '/forms/1/stages/1', { label: 'Mine' })).status).toBe(403);
      expect((await it.send(kind, 'DELETE', '/forms/1/stages/1')).status).toBe(403);
    }
  });

  test('hidden and internal ones, with their attributes, are for those who see surveys whole', async () => {
    const open = await addTask({ label: 'Open', task_is_internal_only: false });
    const internal = await addTask({ label: 'Internal' });
    const hidden = await addTask({
      label: 'Hidden',
      task_is_internal_only: false,
      show_when_published: false,
    });
    for (const task of [open, internal, hidden])
      await addAttribute({ label: `In ${task.label}`, form_stage_id: task.id });
    const only = (all: string[]) => all.filter((label) => /Open|Internal|Hidden/.test(label));
    for (const url of [`${base}/stages`, `/forms/stages?form_id=${survey}`]) {
      expect(only(await labels('passer-by', url))).toEqual(['Open']);
      expect(
        only(await labels('member', `${url}${url.includes('?') ? '&' : '?'}postStatus=published`)),
      ).toEqual(['Open']);
      expect(only(await labels('reviewer', url))).toEqual(['Open', 'Internal', 'Hidden']);
      expect(only(await labels('settings manager', url))).toEqual(['Open', 'Internal', 'Hidden']);
    }
    for (const url of [`${base}/attributes`, `/forms/attributes?form_id=${survey}`]) {
      expect(only(await labels('member', url))).toEqual(['In Open']);
      expect(only(await labels('reviewer', url))).toEqual(['In Open', 'In Internal', 'In Hidden']);
    }
    expect((await it.send('member', 'GET', `${base}/stages/${internal.id}`)).status).toBe(403);
    expect((await it.send('passer-by', 'GET', `${base}/stages/${hidden.id}`)).status).toBe(401);
    expect((await it.send('member', 'GET', `${base}/stages/${open.id}`)).status).toBe(200);
    for (const task of [open, internal, hidden])
      await it.send('admin', 'DELETE', `${base}/stages/${task.id}`);
  });

  test('deleting one takes its attributes, their answers and its mark on posts', async () => {
    const task = await addTask({ label: 'Measure' });
    const { key } = await addAttribute({ form_stage_id: task.id });
    const post = await addPost({ [key]: ['high'], other: ['kept'] }, [task.id, 999]);
    await it.send('admin', 'DELETE', `${base}/stages/${task.id}`);
    expect(await readPost(post)).toMatchObject({ values: { other: ['kept'] }, completed_tasks: [999] });
    expect(
      (await it.send<{ count: number }>('admin', 'GET', `/forms/attributes?key=${key}`)).body.count,
    ).toBe(0);
  });
});

describe('attributes', () => {
  let task: number;
  beforeAll(async () => {
    task = (await addTask({ label: 'Post', type: 'post' })).id;
  });

  test('are added with a key of their own, changed and deleted', async () => {
    const made = await addAttribute({ form_stage: task, options: ['Low', ' High ', 'Low', ''], config: [] });
    expect(made).toMatchObject({
      url: `https://report.example.org/api/v3/form_attributes/${made.id}`,
      options: ['Low', 'High'],
      config: [],
      cardinality: 1,
      default: null,
      form_stage_id: task,
    });
    expect(made.key).toMatch(/^[0-9a-f-]{36}$/);
    const url = `${base}/attributes/${made.id}`;
    const config = { input: { form: [1] } };
    const changed = await it.send<Attribute>('admin', 'PUT', url, {
      ...made,
      label: 'Depth',
      config,
      default: 3,
    });
    expect(changed.body).toMatchObject({
      key: made.key,
      label: 'Depth',
      config,
      default: '3',
      options: ['Low', 'High'],
    });
    expect((await it.send<Attribute>('admin', 'PUT', url, { options: null })).body).toMatchObject({
      options: [],
      config,
    });
    expect((await it.send('member', 'GET', url)).body).toMatchObject({
      allowed_privileges: ['read', 'search'],
    });
    expect((await it.send('admin', 'DELETE', url)).status).toBe(200);
    expect((await it.send('admin', 'GET', url)).status).toBe(404);
  });

  test('every wrong field is named', async () => {
    const wrong = {
      key: 'a b',
      label: '',
      input: 'crayon',
      type: 'blob',
      cardinality: -1,
      required: 'x',
      form_stage_id: task,
    };
    const refused = await it.send('admin', 'POST', `${base}/attributes`, wrong);
    expect(pointersOf(refused).sort()).toEqual([
      '/cardinality',
      '/input',
      '/key',
      '/label',
      '/required',
      '/type',
    ]);
    const usual = { label: 'Level', input: 'text', type: 'varchar' };
    expect(pointersOf(await it.send('admin', 'POST', `${base}/attributes`, usual))).toEqual([
      '/form_stage_id',
    ]);
    const { key } = await addAttribute({ key: 'level', form_stage_id: task });
    const again = await it.send('admin', 'POST', `${base}/attributes`, {
      ...usual,
      key,
      form_stage_id: task,
    });
    expect([pointersOf(again), rulesOf(again)]).toEqual([['/key'], ['taken']]);
  });

  test('the task must be there, and of this survey', async () => {
    const usual = { label: 'Level', input: 'text', type: 'varchar' };
    const post = (form_stage_id: number) =>
      it.send('admin', 'POST', `${base}/attributes`, { ...usual, form_stage_id });
    expect((await post(999)).status).toBe(404);
    expect((await post(1)).status).toBe(400);
    const { id } = await addAttribute({ form_stage_id: task });
    expect((await it.send('admin', 'PUT', `${base}/attributes/${id}`, { form_stage_id: 1 })).status).toBe(
      400,
    );
    expect((await it.send('admin', 'GET', `/forms/1/attributes/${id}`)).status).toBe(404);
    for (const kind of ['visitor', 'member', 'reviewer'] as const) {
      expect(
        (await it.send(kind, 'POST', `${base}/attributes`, { ...usual, form_stage_id: task })).status,
      ).toBe(403);
      expect((await it.send(kind, 'PUT', `${base}/attributes/${id}`, { label: 'Mine' })).status).toBe(403);
      expect((await it.send(kind, 'DELETE', `${base}/attributes/${id}`)).status).toBe(403);
    }
  });

  test('a survey has one title and one description', async () => {
    const title = await addAttribute({ label: 'Title', type: 'title', form_stage_id: task });
    await addAttribute({ label: 'Text', type: 'description', input: 'textarea', form_stage_id: task });
    const second = { label: 'Title', input: 'text', type: 'title', form_stage_id: task };
    const refused = await it.send('admin', 'POST', `${base}/attributes`, second);
    expect([pointersOf(refused), rulesOf(refused)]).toEqual([['/type'], ['duplicateTypes']]);
    expect((await it.send('admin', 'PUT', `${base}/attributes/${title.id}`, title)).status).toBe(200);
    const other = await addAttribute({ form_stage_id: task });
    expect(
      pointersOf(await it.send('admin', 'PUT', `${base}/attributes/${other.id}`, { type: 'title' })),
    ).toEqual(['/type']);
  });

  test('categories are offered by number, must exist, and are never private', async () => {
    const tags = { label: 'Kind', input: 'tags', type: 'tags', cardinality: 0, form_stage_id: task };
    const made = await addAttribute({ ...tags, options: ['1', 2, '2'] });
    expect(made.options).toEqual([1, 2]);
    expect((await it.send<Survey>('member', 'GET', base)).body.tags.map((tag) => tag.id)).toEqual([1, 2]);
    const wrong = { ...tags, options: [1, 999], response_private: true };
    expect(pointersOf(await it.send('admin', 'POST', `${base}/attributes`, wrong)).sort()).toEqual([
      '/options',
      '/response_private',
    ]);
    const turned = await it.send('admin', 'PUT', `${base}/attributes/${made.id}`, { response_private: true });
    expect(rulesOf(turned)).toEqual(['tagsCannotBePrivate']);
    expect((await it.send('admin', 'DELETE', '/tags/2')).status).toBe(200);
    const left = await it.send<Attribute>('admin', 'GET', `${base}/attributes/${made.id}`);
    expect(left.body.options).toEqual([1]);
  });

  test('lists filter and sort', async () => {
    await addAttribute({
      label: 'Depth',
      type: 'int',
      input: 'number',
      key: 'depth',
      priority: 1,
      form_stage_id: task,
    });
    expect(await labels('member', `${base}/attributes?order=asc&orderby=priority&limit=1`)).toEqual([
      'Depth',
    ]);
    for (const filter of ['key=depth', 'label=Depth', `type=int&form_id=${survey}`, 'input=number'])
      expect(await labels('member', `/forms/attributes?${filter}`)).toEqual(['Depth']);
  });

  test('answers follow a new key, keep a type fixed, and go with the attribute', async () => {
    const { id, key } = await addAttribute({ form_stage_id: task });
    const post = await addPost({ [key]: ['high'] });
    const url = `${base}/attributes/${id}`;
    expect(rulesOf(await it.send('admin', 'PUT', url, { type: 'int' }))).toEqual(['immutable']);
    await it.send('admin', 'PUT', url, { key: 'water-level' });
    expect((await readPost(post)).values).toEqual({ 'water-level': ['high'] });
    await it.send('admin', 'DELETE', url);
    expect((await readPost(post)).values).toEqual({});
  });
});

describe('what the public is shown of posts follows the survey', () => {
  test('places are rounded, taken away and given back', async () => {
    const task = await addTask({ label: 'Where', task_is_internal_only: false });
    const attribute = await addAttribute({ type: 'point', input: 'location', form_stage_id: task.id });
    const post = await addPost({});
    await addPlace(post, attribute.id);
    const exact = [-1.28912, 36.82123];
    const put = async (url: string, body: object) => {
      expect((await it.send('settings manager', 'PUT', url, body)).status).toBe(200);
      return shownPlace(post);
    };
    const field = `${base}/attributes/${attribute.id}`;
    expect(await put(base, { hide_location: true })).toEqual([-1.29, 36.82]);
    expect(await put(base, { hide_location: false })).toEqual(exact);
    expect(await put(field, { response_private: true })).toEqual([null, null]);
    expect((await readPost(post)).shown_cell).toBeNull();
    expect(await put(field, { response_private: false })).toEqual(exact);
    expect(await put(`${base}/stages/${task.id}`, { task_is_internal_only: true })).toEqual([null, null]);
    await it.send('admin', 'DELETE', field);
    expect((await readPost(post)).cell).toBeNull();
  });

  test('times are cut to the day', async () => {
    const post = await addPost({});
    await it.send('admin', 'PUT', base, { hide_time: true });
    expect((await readPost(post)).shown_created.toISOString()).toMatch(/T00:00:00/);
    await it.send('admin', 'PUT', base, { hide_time: false });
    const { created, shown_created } = await readPost(post);
    expect(shown_created).toEqual(created);
  });
});
