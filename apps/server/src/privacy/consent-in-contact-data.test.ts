/** What a person agreed to is part of the export of their data. */
import type { ContactData } from '@waypost/contract/privacy/contact-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { receiveMessage } from '../messages/messages.public.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ simulatedPhones: true });
});
afterAll(() => app.close());

test('each answer of a person is exported with its version, text and time; those of others are not', async () => {
  const survey = await createTestSurvey(app.db, { words: { type: 'varchar' } });
  const ask = (text: string) =>
    app.send('admin', 'PUT', `/forms/${survey.id}`, {
      consent: { text, uses: ['publish', 'share', 'contact'] },
    });
  const report = async (from: string) => {
    await inTransaction(app.db, 'writes', (tx) =>
      receiveMessage(tx, {
        type: 'sms',
        from,
        message: 'A wall fell',
        survey: survey.id,
        data_source: 'simulated',
        data_source_message_id: null,
      }),
    );
    const { id } = await app.db
      .selectFrom('posts')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  };
  const record = async (post: number, version: number, agreed: string[]) => {
    const body = { version, agreed, note: 'By phone' };
    expect((await app.send('reviewer', 'PUT', `/posts/${post}/consent`, body)).status).toBe(200);
  };
  await ask('Four people read this');
  const first = await report('254711000001');
  await record(first, 1, ['publish']);
  await ask('Five people read this');
  const second = await report('254711000001');
  await record(second, 2, ['share', 'contact']);
  await record(await report('254711000002'), 2, []);
  await record(first, 2, []);
  const { status, body } = await app.send<ContactData>('admin', 'POST', '/contact-data/export', {
    contact: '254711000001',
  });
  expect(status).toBe(200);
  const four = { version: 1, text: 'Four people read this', source: 'team', note: 'By phone' };
  const five = { ...four, version: 2, text: 'Five people read this' };
  expect(body.consents).toMatchObject([
    { ...five, post_id: first, agreed: [], declined: ['publish', 'share', 'contact'] },
    { ...five, post_id: second, agreed: ['share', 'contact'], declined: ['publish'] },
    { ...four, post_id: first, agreed: ['publish'], declined: ['share', 'contact'] },
  ]);
  expect(body.consents.every(({ created }) => !Number.isNaN(Date.parse(created)))).toBe(true);
});
