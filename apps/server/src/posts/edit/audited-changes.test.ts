/** The audit log tells who published personal data, and who of the team deleted a report. */
import type { AuditEntry } from '@waypost/contract/audit/audit';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('publishing a phone number is recorded, without the number; private answers do not count', async () => {
  const survey = await createTestSurvey(
    app.db,
    {
      words: { type: 'varchar' },
      phone: { type: 'phone', input: 'phone' },
      secret: { type: 'varchar', private: true },
    },
    { require_approval: true },
  );
  const publish = async (values: Record<string, string[]>) => {
    const body = { form: survey.id, title: 'Broken pump', content: 'No water', values };
    const { id } = (await app.send<Post>('member', 'POST', '/posts', body)).body;
    const published = await app.send('reviewer', 'PUT', `/posts/${id}`, { status: 'published' });
    expect(published.status).toBe(200);
    const audit = await app.send<{ results: AuditEntry[] }>('admin', 'GET', '/audit?subject=posts');
    return audit.body.results.filter(
      ({ subject_id, details }) => subject_id === String(id) && !('status' in details),
    );
  };
  const entries = await publish({ [survey.keyOf('words')]: ['Call +254 722 000111'] });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    action: 'update',
    user: { id: await app.idOf('reviewer') },
    details: { published_personal_data: true },
  });
  expect(JSON.stringify(entries)).not.toContain('722');
  expect(await publish({ [survey.keyOf('phone')]: ['+254722000111'] })).toHaveLength(1);
  expect(await publish({ [survey.keyOf('secret')]: ['Call +254 722 000111'] })).toEqual([]);
  expect(await publish({ [survey.keyOf('words')]: ['No water since Monday'] })).toEqual([]);
});

test('deleting a report of somebody else is recorded, without its title', async () => {
  const survey = await createTestSurvey(app.db, {});
  const body = { form: survey.id, title: 'Ask Amina Otieno', content: 'No water' };
  const { id } = (await app.send<Post>('member', 'POST', '/posts', body)).body;
  expect((await app.send('reviewer', 'DELETE', `/posts/${id}`)).status).toBe(200);
  const path = `/audit?subject=posts&subject_id=${id}`;
  const { results } = (await app.send<{ results: AuditEntry[] }>('admin', 'GET', path)).body;
  expect(results).toMatchObject([
    {
      action: 'delete',
      user: { id: await app.idOf('reviewer') },
      subject_name: null,
      subject_exists: false,
    },
  ]);
});
