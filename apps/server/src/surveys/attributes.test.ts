import type { Attribute } from '@waypost/contract/attributes';
import type { Survey } from '@waypost/contract/surveys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pointersOf, rulesOf } from '../testing/deployment.ts';
import { startWithSurvey } from './survey-under-test.fixture.ts';

let it: Awaited<ReturnType<typeof startWithSurvey>>;
beforeAll(async () => {
  it = await startWithSurvey();
});
afterAll(() => it.close());

describe('attributes', () => {
  let task: number;
  beforeAll(async () => {
    task = (await it.addTask({ label: 'Post', type: 'post' })).id;
  });

  test('are added with a key of their own, changed and deleted', async () => {
    const made = await it.addAttribute({
      form_stage: task,
      options: ['Low', ' High ', 'Low', ''],
      config: [],
    });
    expect(made).toMatchObject({
      url: `https://report.example.org/api/v3/form_attributes/${made.id}`,
      options: ['Low', 'High'],
      config: [],
      cardinality: 1,
      default: null,
      form_stage_id: task,
    });
    expect(made.key).toMatch(/^[0-9a-f-]{36}$/);
    const url = `${it.base}/attributes/${made.id}`;
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
    const refused = await it.send('admin', 'POST', `${it.base}/attributes`, wrong);
    expect(pointersOf(refused).sort()).toEqual([
      '/cardinality',
      '/input',
      '/key',
      '/label',
      '/required',
      '/type',
    ]);
    const usual = { label: 'Level', input: 'text', type: 'varchar' };
    expect(pointersOf(await it.send('admin', 'POST', `${it.base}/attributes`, usual))).toEqual([
      '/form_stage_id',
    ]);
    const { key } = await it.addAttribute({ key: 'level', form_stage_id: task });
    const again = await it.send('admin', 'POST', `${it.base}/attributes`, {
      ...usual,
      key,
      form_stage_id: task,
    });
    expect([pointersOf(again), rulesOf(again)]).toEqual([['/key'], ['taken']]);
  });

  test('the task must be there, and of this survey', async () => {
    const usual = { label: 'Level', input: 'text', type: 'varchar' };
    const post = (form_stage_id: number) =>
      it.send('admin', 'POST', `${it.base}/attributes`, { ...usual, form_stage_id });
    expect((await post(999)).status).toBe(404);
    expect((await post(1)).status).toBe(400);
    const { id } = await it.addAttribute({ form_stage_id: task });
    expect((await it.send('admin', 'PUT', `${it.base}/attributes/${id}`, { form_stage_id: 1 })).status).toBe(
      400,
    );
    expect((await it.send('admin', 'GET', `/forms/1/attributes/${id}`)).status).toBe(404);
    for (const kind of ['visitor', 'member', 'reviewer'] as const) {
      expect(
        (await it.send(kind, 'POST', `${it.base}/attributes`, { ...usual, form_stage_id: task })).status,
      ).toBe(403);
      expect((await it.send(kind, 'PUT', `${it.base}/attributes/${id}`, { label: 'Mine' })).status).toBe(403);
      expect((await it.send(kind, 'DELETE', `${it.base}/attributes/${id}`)).status).toBe(403);
    }
  });

  test('a survey has one title and one description', async () => {
    const title = await it.addAttribute({ label: 'Title', type: 'title', form_stage_id: task });
    await it.addAttribute({ label: 'Text', type: 'description', input: 'textarea', form_stage_id: task });
    const second = { label: 'Title', input: 'text', type: 'title', form_stage_id: task };
    const refused = await it.send('admin', 'POST', `${it.base}/attributes`, second);
    expect([pointersOf(refused), rulesOf(refused)]).toEqual([['/type'], ['duplicateTypes']]);
    expect((await it.send('admin', 'PUT', `${it.base}/attributes/${title.id}`, title)).status).toBe(200);
    const other = await it.addAttribute({ form_stage_id: task });
    expect(
      pointersOf(await it.send('admin', 'PUT', `${it.base}/attributes/${other.id}`, { type: 'title' })),
    ).toEqual(['/type']);
  });

  test('categories are offered by number, must exist, and are never private', async () => {
    const tags = { label: 'Kind', input: 'tags', type: 'tags', cardinality: 0, form_stage_id: task };
    const made = await it.addAttribute({ ...tags, options: ['1', 2, '2'] });
    expect(made.options).toEqual([1, 2]);
    expect((await it.send<Survey>('member', 'GET', it.base)).body.tags.map((tag) => tag.id)).toEqual([1, 2]);
    const wrong = { ...tags, options: [1, 999], response_private: true };
    expect(pointersOf(await it.send('admin', 'POST', `${it.base}/attributes`, wrong)).sort()).toEqual([
      '/options',
      '/response_private',
    ]);
    const turned = await it.send('admin', 'PUT', `${it.base}/attributes/${made.id}`, {
      response_private: true,
    });
    expect(rulesOf(turned)).toEqual(['tagsCannotBePrivate']);
    expect((await it.send('admin', 'DELETE', '/tags/2')).status).toBe(200);
    const left = await it.send<Attribute>('admin', 'GET', `${it.base}/attributes/${made.id}`);
    expect(left.body.options).toEqual([1]);
  });

  test('lists filter and sort', async () => {
    await it.addAttribute({
      label: 'Depth',
      type: 'int',
      input: 'number',
      key: 'depth',
      priority: 1,
      form_stage_id: task,
    });
    expect(await it.labels('member', `${it.base}/attributes?order=asc&orderby=priority&limit=1`)).toEqual([
      'Depth',
    ]);
    for (const filter of ['key=depth', 'label=Depth', `type=int&form_id=${it.survey}`, 'input=number'])
      expect(await it.labels('member', `/forms/attributes?${filter}`)).toEqual(['Depth']);
  });

  test('answers follow a new key, keep a type fixed, and go with the attribute', async () => {
    const { id, key } = await it.addAttribute({ form_stage_id: task });
    const post = await it.addPost({ [key]: ['high'] });
    const url = `${it.base}/attributes/${id}`;
    expect(rulesOf(await it.send('admin', 'PUT', url, { type: 'int' }))).toEqual(['immutable']);
    await it.send('admin', 'PUT', url, { key: 'water-level' });
    expect((await it.readPost(post)).values).toEqual({ 'water-level': ['high'] });
    await it.send('admin', 'DELETE', url);
    expect((await it.readPost(post)).values).toEqual({});
  });
});
