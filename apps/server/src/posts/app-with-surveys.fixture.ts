/** A deployment with two surveys to post to, and short ways to do it. */
import type { Post } from '@waypost/contract/posts/posts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { type Kind, startTestApp, type TestApp } from '../testing/app/test-app.ts';

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
    /** Takes anything from anybody, published at once. */
    open,
    /** Looked at before publishing, with tasks of the team in it. */
    careful,
    /** Makes a post in the open survey, or in another. */
    async make(kind: Kind, body: object): Promise<Post> {
      const sent = { form: open.id, title: 'Bridge closed', ...body };
      const made = await app.send<Post>(kind, 'POST', '/posts', sent);
      if (made.status !== 200) throw new Error(`no post: ${JSON.stringify(made.body)}`);
      return made.body;
    },
    save: (kind: Kind, id: number, body: object) => app.send<Post>(kind, 'PUT', `/posts/${id}`, body),
  };
}

/** Answers by the names of a survey's fields, keyed as it keys them. */
export const answersByFieldName = (of: TestSurvey, answers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [of.keyOf(name), answer]));
