/** The audit log tells who changed what a survey reveals, and who may answer it. */
import type { AuditEntry } from '@waypost/contract/audit/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const create = async (path: string, body: object) =>
  (await app.send<{ id: number }>('settings manager', 'POST', path, body)).body.id;
const change = async (path: string, body: object) =>
  expect((await app.send('settings manager', 'PUT', path, body)).status).toBe(200);
const readLog = async (id: number) =>
  (await app.send<{ results: AuditEntry[] }>('admin', 'GET', `/audit?subject=forms&subject_id=${id}`)).body
    .results;

test('settings of privacy are recorded with their values before and after, and who changed them', async () => {
  const id = await create('/forms', { name: 'Water points', hide_location: true });
  await change(`/forms/${id}`, {
    name: 'Water',
    hide_author: true,
    hide_location: false,
    place_mask: 'hidden',
  });
  await change(`/forms/${id}`, { name: 'Water points', hide_author: true, color: '#123456' });
  const log = await readLog(id);
  expect(log).toMatchObject([{ action: 'update' }, { action: 'create' }]);
  expect(log[0]).toMatchObject({
    user: { id: await app.idOf('settings manager') },
    subject_name: 'Water points',
    details: {
      hide_author: { from: false, to: true },
      hide_location: { from: true, to: false },
      place_mask: { from: 'rounded', to: 'hidden' },
    },
  });
  expect(Object.keys(log[0]?.details ?? {})).toHaveLength(3);
});

test('who may answer is recorded by role', async () => {
  const id = await create('/forms', { name: 'Roads' });
  await change(`/forms/${id}`, { everyone_can_create: false });
  await change(`/forms/${id}/roles`, { roles: ['reviewer'] });
  await change(`/forms/${id}/roles`, { roles: ['reviewer'] });
  const details = (await readLog(id)).map((entry) => entry.details);
  expect(details.slice(0, -1)).toEqual([
    { can_create: { from: [], to: ['reviewer'] } },
    { can_create: { from: true, to: [] } },
  ]);
});

test('tasks and answers that become public or private are named', async () => {
  const id = await create('/forms', { name: 'Schools' });
  const task = await create(`/forms/${id}/stages`, { label: 'Check', type: 'task' });
  const field = await create(`/forms/${id}/attributes`, {
    label: 'Phone',
    type: 'varchar',
    input: 'text',
    form_stage_id: task,
  });
  await change(`/forms/${id}/stages/${task}`, { task_is_internal_only: false, label: 'Checks' });
  await change(`/forms/${id}/attributes/${field}`, { response_private: true });
  await change(`/forms/${id}/attributes/${field}`, { label: 'Telephone' });
  const details = (await readLog(id)).map((entry) => entry.details);
  expect(details.slice(0, -1)).toEqual([
    { private_fields: { from: [], to: ['Phone'] } },
    { internal_tasks: { from: ['Checks'], to: [] } },
  ]);
});

test('a deleted survey keeps its name in the log, and a refused change leaves no entry', async () => {
  const id = await create('/forms', { name: 'Wells' });
  expect((await app.send('member', 'PUT', `/forms/${id}`, { hide_author: true })).status).toBe(403);
  await app.send('settings manager', 'DELETE', `/forms/${id}`);
  expect(await readLog(id)).toMatchObject([
    { action: 'delete', subject_name: 'Wells', subject_exists: false },
    { action: 'create' },
  ]);
});
