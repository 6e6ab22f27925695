/** A survey of its own for a test file, with short ways to fill it. */
import type { Attribute } from '@waypost/contract/attributes';
import type { Survey } from '@waypost/contract/surveys';
import type { Task } from '@waypost/contract/tasks';
import { type Deployment, startDeployment } from '../testing/deployment.ts';

interface Labelled {
  results: { label: string }[];
}

/** What it can do is written where it is used; the names say it. */
export async function startWithSurvey() {
  const it: Deployment = await startDeployment();
  const survey = (await it.send<Survey>('admin', 'POST', '/forms', { name: 'Floods' })).body.id;
  const base = `/forms/${survey}`;

  async function add<T>(part: 'stages' | 'attributes', body: object): Promise<T> {
    const made = await it.send<T>('settings manager', 'POST', `${base}/${part}`, body);
    if (made.status !== 200) throw new Error(`${part}: ${JSON.stringify(made.body)}`);
    return made.body;
  }

  return {
    ...it,
    /** Its id. */
    survey,
    /** Its address. */
    base,
    addTask: (body: object) => add<Task>('stages', body),
    addAttribute: (body: object) =>
      add<Attribute>('attributes', { label: 'Water level', input: 'text', type: 'varchar', ...body }),
    async labels(kind: Parameters<Deployment['send']>[0], url: string): Promise<string[]> {
      return (await it.send<Labelled>(kind, 'GET', url)).body.results.map((one) => one.label);
    },
    /** A post written straight into the tables: posts have a door of their own. */
    async addPost(values: Record<string, unknown[]>, completed_tasks: number[] = []): Promise<number> {
      const row = { survey_id: survey, title: 'A post', status: 'published' as const, completed_tasks };
      const rest = { values: JSON.stringify(values), ...nobody };
      const { id } = await it.db
        .insertInto('posts')
        .values({ ...row, ...rest })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    readPost: (id: number) =>
      it.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}

const nobody = {
  user_id: null,
  author_realname: null,
  author_email: null,
  slug: null,
  content: null,
  source: null,
  updated: null,
  cell: null,
  shown_user_id: null,
  shown_updated: null,
  shown_cell: null,
};
