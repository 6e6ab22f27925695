import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../testing/app/test-app.ts';
import { startAppWithSurvey } from './app-with-survey.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurvey>>;
beforeAll(async () => {
  app = await startAppWithSurvey();
});
afterAll(() => app.close());

describe('attributes', () => {
  let task: number;
  beforeAll(async () => {
    task = (await app.addTask({ label: 'Post', type: 'post' })).id;
  });

  test('are created with a generated key, updated and deleted', async () => {
    const created = await app.addAttribute({
      form_stage: task,
      options: ['Low', ' High ', 'Low', ''],
      config: [],
    });
    expect(created).toMatchObject({
      url: `https://report.example.org/api/v3/form_attributes/${created.id}`,
      options: ['Low', 'High'],
      config: [],
      cardinality: 1,
      default: null,
      form_stage_id: task,
    });
    expect(created.key).toMatch(/^[0-9a-f-]{36}$/);
    const url = `${app.base}/attributes/${created.id}`;
    const config = { input: { form: [1] } };
    const changed = await app.send<Attribute>('admin', 'PUT', url, {
      ...created,
      label: 'Depth',
      config,
      default: 3,
    });
    expect(changed.body).toMatchObject({
      key: created.key,
      label: 'Depth',
      config,
      default: '3',
      options: ['Low', 'High'],
    });
    expect((await app.send<Attribute>('admin', 'PUT', url, { options: null })).body).toMatchObject({
      options: [],
      config,
    });
    expect((await app.send('member', 'GET', url)).body).toMatchObject({
      allowed_privileges: ['read', 'search'],
    });
    expect((await app.send('admin', 'DELETE', url)).status).toBe(200);
    expect((await app.send('admin', 'GET', url)).status).toBe(404);
  });

  test('answers that always identify somebody are private unless the request says otherwise', async () => {
    const phone = { label: 'Whom can we call?', type: 'phone', input: 'phone', form_stage: task };
    expect(await app.addAttribute(phone)).toMatchObject({ type: 'phone', response_private: true });
    const open = await app.addAttribute({ ...phone, response_private: false });
    expect(open.response_private).toBe(false);
    expect((await app.addAttribute({ form_stage: task })).response_private).toBe(false);
  });

  test('reports every invalid field', async () => {
    const wrong = {
      key: 'a b',
      label: '',
      input: 'crayon',
      type: 'blob',
      cardinality: -1,
      required: 'x',
      form_stage_id: task,
    };
    const refused = await app.send('admin', 'POST', `${app.base}/attributes`, wrong);
    expect(errorPointers(refused).sort()).toEqual([
      '/cardinality',
      '/input',
      '/key',
      '/label',
      '/required',
      '/type',
    ]);
    const usual = { label: 'Level', input: 'text', type: 'varchar' };
    expect(errorPointers(await app.send('admin', 'POST', `${app.base}/attributes`, usual))).toEqual([
      '/form_stage_id',
    ]);
    const { key } = await app.addAttribute({ key: 'level', form_stage_id: task });
    const again = await app.send('admin', 'POST', `${app.base}/attributes`, {
      ...usual,
      key,
      form_stage_id: task,
    });
    expect([errorPointers(again), errorCodes(again)]).toEqual([['/key'], ['taken']]);
  });

  test('the task must exist and belong to the survey', async () => {
    const usual = { label: 'Level', input: 'text', type: 'varchar' };
    const post = (form_stage_id: number) =>
      app.send('admin', 'POST', `${app.base}/attributes`, { ...usual, form_stage_id });
    expect((await post(999)).status).toBe(404);
    expect((await post(1)).status).toBe(400);
    const { id } = await app.addAttribute({ form_stage_id: task });
    expect(
      (await app.send('admin', 'PUT', `${app.base}/attributes/${id}`, { form_stage_id: 1 })).status,
    ).toBe(400);
    expect((await app.send('admin', 'GET', `/forms/1/attributes/${id}`)).status).toBe(404);
    for (const kind of ['visitor', 'member', 'reviewer'] as const) {
      expect(
        (await app.send(kind, 'POST', `${app.base}/attributes`, { ...usual, form_stage_id: task })).status,
      ).toBe(403);
      expect((await app.send(kind, 'PUT', `${app.base}/attributes/${id}`, { label: 'Mine' })).status).toBe(
        403,
      );
      expect((await app.send(kind, 'DELETE', `${app.base}/attributes/${id}`)).status).toBe(403);
    }
  });

  test('a survey has one title and one description', async () => {
    const title = await app.addAttribute({ label: 'Title', type: 'title', form_stage_id: task });
    await app.addAttribute({ label: 'Text', type: 'description', input: 'textarea', form_stage_id: task });
    const second = { label: 'Title', input: 'text', type: 'title', form_stage_id: task };
    const refused = await app.send('admin', 'POST', `${app.base}/attributes`, second);
    expect([errorPointers(refused), errorCodes(refused)]).toEqual([['/type'], ['duplicateTypes']]);
    expect((await app.send('admin', 'PUT', `${app.base}/attributes/${title.id}`, title)).status).toBe(200);
    const other = await app.addAttribute({ form_stage_id: task });
    expect(
      errorPointers(await app.send('admin', 'PUT', `${app.base}/attributes/${other.id}`, { type: 'title' })),
    ).toEqual(['/type']);
  });

  test('category options are ids of existing categories, and never private', async () => {
    const tags = { label: 'Kind', input: 'tags', type: 'tags', cardinality: 0, form_stage_id: task };
    const created = await app.addAttribute({ ...tags, options: ['1', 2, '2'] });
    expect(created.options).toEqual([1, 2]);
    expect((await app.send<Survey>('member', 'GET', app.base)).body.tags.map((tag) => tag.id)).toEqual([
      1, 2,
    ]);
    const wrong = { ...tags, options: [1, 999], response_private: true };
    expect(errorPointers(await app.send('admin', 'POST', `${app.base}/attributes`, wrong)).sort()).toEqual([
      '/options',
      '/response_private',
    ]);
    const turned = await app.send('admin', 'PUT', `${app.base}/attributes/${created.id}`, {
      response_private: true,
    });
    expect(errorCodes(turned)).toEqual(['tagsCannotBePrivate']);
    expect((await app.send('admin', 'DELETE', '/tags/2')).status).toBe(200);
    const left = await app.send<Attribute>('admin', 'GET', `${app.base}/attributes/${created.id}`);
    expect(left.body.options).toEqual([1]);
  });

  test('lists filter and sort', async () => {
    await app.addAttribute({
      label: 'Depth',
      type: 'int',
      input: 'number',
      key: 'depth',
      priority: 1,
      form_stage_id: task,
    });
    expect(await app.labels('member', `${app.base}/attributes?order=asc&orderby=priority&limit=1`)).toEqual([
      'Depth',
    ]);
    for (const filter of ['key=depth', 'label=Depth', `type=int&form_id=${app.survey}`, 'input=number'])
      expect(await app.labels('member', `/forms/attributes?${filter}`)).toEqual(['Depth']);
  });

  test('answers move to a new key, prevent a change of type, and are deleted with the attribute', async () => {
    const { id, key } = await app.addAttribute({ form_stage_id: task });
    const post = await app.addPost({ [key]: ['high'] });
    const url = `${app.base}/attributes/${id}`;
    expect(errorCodes(await app.send('admin', 'PUT', url, { type: 'int' }))).toEqual(['immutable']);
    await app.send('admin', 'PUT', url, { key: 'water-level' });
    expect((await app.readPost(post)).values).toEqual({ 'water-level': ['high'] });
    await app.send('admin', 'DELETE', url);
    expect((await app.readPost(post)).values).toEqual({});
  });
});
