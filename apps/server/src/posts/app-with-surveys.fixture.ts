/** A test app with two surveys to post to, and helpers that write posts. */
import type { Post } from '@waypost/contract/posts/posts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../testing/app/test-app.ts';

export async function startAppWithSurveys() {
  const app: TestApp = await startTestApp();
  const open = await createTestSurvey(app.db, {
    title: { type: 'title' },
    words: { type: 'varchar' },
    long: { type: 'text', input: 'textarea' },
    number: { type: 'int', input: 'number', cardinality: 0 },
    amount: { type: 'decimal', input: 'number' },
    when: { type: 'datetime', input: 'datetime' },
    where: { type: 'point', input: 'location', cardinality: 2 },
    area: { type: 'geometry' },
    related: { type: 'relation', input: 'relation' },
    limited: { type: 'relation', input: 'relation', config: { input: { form: [1] } } },
    call: { type: 'phone', input: 'phone', cardinality: 0 },
    photo: { type: 'media', input: 'upload' },
    kinds: { type: 'tags', input: 'tags', cardinality: 0 },
    someKinds: { type: 'tags', input: 'tags', cardinality: 0, options: [1, 2] },
    level: { type: 'varchar', input: 'radio', options: ['Low', 'High'] },
  });
  const careful = await createTestSurvey(
    app.db,
    {
      where: { type: 'point', input: 'location', required: true },
      phone: { type: 'varchar', private: true },
      verdict: { type: 'varchar', task: 'check' },
      kinds: { type: 'tags', input: 'tags', cardinality: 0, task: 'check' },
      spot: { type: 'point', input: 'location', task: 'check' },
      outcome: { type: 'text', task: 'follow up', required: true },
    },
    {
      require_approval: true,
      tasks: { check: { internal: true, required: true }, 'follow up': { required: true } },
    },
  );
  return {
    ...app,
    /** Accepts posts from everybody and publishes them at once. */
    open,
    /** Requires approval; has internal and required tasks. */
    careful,
    /** Creates a post in the open survey, or in the one that `body.form` names. */
    async make(kind: Actor, body: object): Promise<Post> {
      const input = { form: open.id, title: 'Bridge closed', ...body };
      const created = await app.send<Post>(kind, 'POST', '/posts', input);
      if (created.status !== 200) throw new Error(`no post: ${JSON.stringify(created.body)}`);
      return created.body;
    },
    save: (kind: Actor, id: number, body: object) => app.send<Post>(kind, 'PUT', `/posts/${id}`, body),
  };
}

/** Answers by field name, turned into answers by attribute key. */
export const answersByFieldName = (of: TestSurvey, answers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [of.keyOf(name), answer]));
