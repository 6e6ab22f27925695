/** A deployment with two surveys to post to, and short ways to do it. */
import type { Post } from '@waypost/contract/posts';
import { aSurvey, type MadeSurvey } from '../testing/a-survey.ts';
import { type Deployment, type Kind, startDeployment } from '../testing/deployment.ts';

export async function startWithSurveys() {
  const it: Deployment = await startDeployment();
  const open = await aSurvey(it.db, {
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
  const careful = await aSurvey(
    it.db,
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
    ...it,
    /** Takes anything from anybody, published at once. */
    open,
    /** Looked at before publishing, with tasks of the team in it. */
    careful,
    /** Makes a post in the open survey, or in another. */
    async make(kind: Kind, body: object): Promise<Post> {
      const sent = { form: open.id, title: 'Bridge closed', ...body };
      const made = await it.send<Post>(kind, 'POST', '/posts', sent);
      if (made.status !== 200) throw new Error(`no post: ${JSON.stringify(made.body)}`);
      return made.body;
    },
    save: (kind: Kind, id: number, body: object) => it.send<Post>(kind, 'PUT', `/posts/${id}`, body),
  };
}

/** Answers by the names of a survey's fields, keyed as it keys them. */
export const keyed = (of: MadeSurvey, answers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [of.key(name), answer]));
