import type { Task } from '@waypost/contract/surveys/tasks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorPointers } from '../testing/app/test-app.ts';
import { startAppWithSurvey } from './app-with-survey.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithSurvey>>;
beforeAll(async () => {
  app = await startAppWithSurvey();
});
afterAll(() => app.close());

describe('tasks', () => {
  test('are created, updated and deleted with Manage Settings', async () => {
    const task = await app.addTask({ label: 'Verify', required: 'true', is_public: true });
    expect(task).toMatchObject({
      url: `https://report.example.org/api/v3/form_stages/${task.id}`,
      form_id: app.survey,
      type: 'task',
      priority: 99,
      required: true,
      show_when_published: true,
      task_is_internal_only: true,
      is_public: false,
    });
    expect(await app.addTask({ label: 'Post', type: 'post', priority: 0 })).toMatchObject({
      task_is_internal_only: false,
    });
    const url = `${app.base}/stages/${task.id}`;
    const changed = await app.send<Task>('admin', 'PUT', url, {
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
    expect((await app.send<Task>('admin', 'PUT', url, {})).body).toEqual(changed.body);
    expect((await app.send('admin', 'DELETE', url)).status).toBe(200);
    expect((await app.send('admin', 'GET', url)).status).toBe(404);
  });

  test('reports every invalid field, 404 for unknown tasks, 403 without permission', async () => {
    const wrong = { label: 'x', priority: 'soon', icon: '<b>', type: 'chore', required: 'maybe' };
    const refused = await app.send('admin', 'POST', `${app.base}/stages`, wrong);
    expect(errorPointers(refused).sort()).toEqual(['/icon', '/label', '/priority', '/required', '/type']);
    expect((await app.send('admin', 'POST', '/forms/999/stages', { label: 'Post' })).status).toBe(404);
    expect((await app.send('admin', 'PUT', `${app.base}/stages/999`, {})).status).toBe(404);
    // A task of another survey is not this one's.
    expect((await app.send('admin', 'GET', `${app.base}/stages/1`)).status).toBe(404);
    for (const kind of ['member', 'reviewer'] as const) {
      expect((await app.send(kind, 'POST', `${app.base}/stages`, { label: 'Mine' })).status).toBe(403);
      expect((await app.send(kind, 'PUT', '/forms/1/stages/1', { label: 'Mine' })).status).toBe(403);
      expect((await app.send(kind, 'DELETE', '/forms/1/stages/1')).status).toBe(403);
    }
  });

  test('hidden and internal tasks and their attributes need Manage Settings or Manage Posts', async () => {
    const open = await app.addTask({ label: 'Open', task_is_internal_only: false });
    const internal = await app.addTask({ label: 'Internal' });
    const hidden = await app.addTask({
      label: 'Hidden',
      task_is_internal_only: false,
      show_when_published: false,
    });
    for (const task of [open, internal, hidden])
      await app.addAttribute({ label: `In ${task.label}`, form_stage_id: task.id });
    const only = (all: string[]) => all.filter((label) => /Open|Internal|Hidden/.test(label));
    for (const url of [`${app.base}/stages`, `/forms/stages?form_id=${app.survey}`]) {
      expect(only(await app.labels('passer-by', url))).toEqual(['Open']);
      expect(
        only(await app.labels('member', `${url}${url.includes('?') ? '&' : '?'}postStatus=published`)),
      ).toEqual(['Open']);
      expect(only(await app.labels('reviewer', url))).toEqual(['Open', 'Internal', 'Hidden']);
      expect(only(await app.labels('settings manager', url))).toEqual(['Open', 'Internal', 'Hidden']);
    }
    // Asked for a post, those who only design surveys get what they may answer.
    const forPost = `${app.base}/stages?postStatus=draft`;
    expect(only(await app.labels('settings manager', forPost))).toEqual(['Open']);
    expect(only(await app.labels('reviewer', forPost))).toEqual(['Open', 'Internal', 'Hidden']);
    for (const url of [`${app.base}/attributes`, `/forms/attributes?form_id=${app.survey}`]) {
      expect(only(await app.labels('member', url))).toEqual(['In Open']);
      expect(only(await app.labels('reviewer', url))).toEqual(['In Open', 'In Internal', 'In Hidden']);
    }
    expect((await app.send('member', 'GET', `${app.base}/stages/${internal.id}`)).status).toBe(404);
    expect((await app.send('passer-by', 'GET', `${app.base}/stages/${hidden.id}`)).status).toBe(404);
    expect((await app.send('member', 'GET', `${app.base}/stages/${open.id}`)).status).toBe(200);
    for (const task of [open, internal, hidden])
      await app.send('admin', 'DELETE', `${app.base}/stages/${task.id}`);
  });

  test('deleting a task deletes its attributes, their answers and its completion in posts', async () => {
    const task = await app.addTask({ label: 'Measure' });
    const { key } = await app.addAttribute({ form_stage_id: task.id });
    const post = await app.addPost({ [key]: ['high'], other: ['kept'] }, [task.id, 999]);
    await app.send('admin', 'DELETE', `${app.base}/stages/${task.id}`);
    expect(await app.readPost(post)).toMatchObject({ values: { other: ['kept'] }, completed_tasks: [999] });
    expect(
      (await app.send<{ count: number }>('admin', 'GET', `/forms/attributes?key=${key}`)).body.count,
    ).toBe(0);
  });
});
