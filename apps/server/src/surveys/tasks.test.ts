import type { Task } from '@waypost/contract/tasks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pointersOf } from '../testing/deployment.ts';
import { startWithSurvey } from './survey-under-test.fixture.ts';

let it: Awaited<ReturnType<typeof startWithSurvey>>;
beforeAll(async () => {
  it = await startWithSurvey();
});
afterAll(() => it.close());

describe('tasks', () => {
  test('are added, changed and deleted by those who manage settings', async () => {
    const task = await it.addTask({ label: 'Verify', required: 'true', is_public: true });
    expect(task).toMatchObject({
      url: `https://report.example.org/api/v3/form_stages/${task.id}`,
      form_id: it.survey,
      type: 'task',
      priority: 99,
      required: true,
      show_when_published: true,
      task_is_internal_only: true,
      is_public: false,
    });
    expect(await it.addTask({ label: 'Post', type: 'post', priority: 0 })).toMatchObject({
      task_is_internal_only: false,
    });
    const url = `${it.base}/stages/${task.id}`;
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
    const refused = await it.send('admin', 'POST', `${it.base}/stages`, wrong);
    expect(pointersOf(refused).sort()).toEqual(['/icon', '/label', '/priority', '/required', '/type']);
    expect((await it.send('admin', 'POST', '/forms/999/stages', { label: 'Post' })).status).toBe(404);
    expect((await it.send('admin', 'PUT', `${it.base}/stages/999`, {})).status).toBe(404);
    // A task of another survey is not this one's.
    expect((await it.send('admin', 'GET', `${it.base}/stages/1`)).status).toBe(404);
    for (const kind of ['member', 'reviewer'] as const) {
      expect((await it.send(kind, 'POST', `${it.base}/stages`, { label: 'Mine' })).status).toBe(403);
      expect((await it.send(kind, 'PUT', '/forms/1/stages/1', { label: 'Mine' })).status).toBe(403);
      expect((await it.send(kind, 'DELETE', '/forms/1/stages/1')).status).toBe(403);
    }
  });

  test('hidden and internal ones, with their attributes, are for those who see surveys whole', async () => {
    const open = await it.addTask({ label: 'Open', task_is_internal_only: false });
    const internal = await it.addTask({ label: 'Internal' });
    const hidden = await it.addTask({
      label: 'Hidden',
      task_is_internal_only: false,
      show_when_published: false,
    });
    for (const task of [open, internal, hidden])
      await it.addAttribute({ label: `In ${task.label}`, form_stage_id: task.id });
    const only = (all: string[]) => all.filter((label) => /Open|Internal|Hidden/.test(label));
    for (const url of [`${it.base}/stages`, `/forms/stages?form_id=${it.survey}`]) {
      expect(only(await it.labels('passer-by', url))).toEqual(['Open']);
      expect(
        only(await it.labels('member', `${url}${url.includes('?') ? '&' : '?'}postStatus=published`)),
      ).toEqual(['Open']);
      expect(only(await it.labels('reviewer', url))).toEqual(['Open', 'Internal', 'Hidden']);
      expect(only(await it.labels('settings manager', url))).toEqual(['Open', 'Internal', 'Hidden']);
    }
    // Asked for a post, those who only design surveys get what they may answer.
    const forPost = `${it.base}/stages?postStatus=draft`;
    expect(only(await it.labels('settings manager', forPost))).toEqual(['Open']);
    expect(only(await it.labels('reviewer', forPost))).toEqual(['Open', 'Internal', 'Hidden']);
    for (const url of [`${it.base}/attributes`, `/forms/attributes?form_id=${it.survey}`]) {
      expect(only(await it.labels('member', url))).toEqual(['In Open']);
      expect(only(await it.labels('reviewer', url))).toEqual(['In Open', 'In Internal', 'In Hidden']);
    }
    expect((await it.send('member', 'GET', `${it.base}/stages/${internal.id}`)).status).toBe(404);
    expect((await it.send('passer-by', 'GET', `${it.base}/stages/${hidden.id}`)).status).toBe(404);
    expect((await it.send('member', 'GET', `${it.base}/stages/${open.id}`)).status).toBe(200);
    for (const task of [open, internal, hidden])
      await it.send('admin', 'DELETE', `${it.base}/stages/${task.id}`);
  });

  test('deleting one takes its attributes, their answers and its mark on posts', async () => {
    const task = await it.addTask({ label: 'Measure' });
    const { key } = await it.addAttribute({ form_stage_id: task.id });
    const post = await it.addPost({ [key]: ['high'], other: ['kept'] }, [task.id, 999]);
    await it.send('admin', 'DELETE', `${it.base}/stages/${task.id}`);
    expect(await it.readPost(post)).toMatchObject({ values: { other: ['kept'] }, completed_tasks: [999] });
    expect(
      (await it.send<{ count: number }>('admin', 'GET', `/forms/attributes?key=${key}`)).body.count,
    ).toBe(0);
  });
});
