/** Test app with a survey, and helpers to add tasks, attributes and posts. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Survey } from '@waypost/contract/surveys/surveys';
import type { Task } from '@waypost/contract/surveys/tasks';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

interface LabelList {
  results: { label: string }[];
}

/** Starts a test app with an empty survey "Floods". */
export async function startAppWithSurvey() {
  const app: TestApp = await startTestApp();
  const survey = (await app.send<Survey>('admin', 'POST', '/forms', { name: 'Floods' })).body.id;
  const base = `/forms/${survey}`;

  async function add<T>(part: 'stages' | 'attributes', body: object): Promise<T> {
    const response = await app.send<T>('settings manager', 'POST', `${base}/${part}`, body);
    if (response.status !== 200) throw new Error(`${part}: ${JSON.stringify(response.body)}`);
    return response.body;
  }

  return {
    ...app,
    /** Id of the survey. */
    survey,
    /** API path of the survey. */
    base,
    addTask: (body: object) => add<Task>('stages', body),
    addAttribute: (body: object) =>
      add<Attribute>('attributes', { label: 'Water level', input: 'text', type: 'varchar', ...body }),
    async labels(kind: Parameters<TestApp['send']>[0], url: string): Promise<string[]> {
      return (await app.send<LabelList>(kind, 'GET', url)).body.results.map(({ label }) => label);
    },
    /** Inserts a post into the table directly, without the API. @returns its id */
    async addPost(values: Record<string, unknown[]>, completed_tasks: number[] = []): Promise<number> {
      const row = { survey_id: survey, title: 'A post', status: 'published' as const, completed_tasks };
      const columns = { values: JSON.stringify(values), ...emptyPostColumns };
      const { id } = await app.db
        .insertInto('posts')
        .values({ ...row, ...columns })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    readPost: (id: number) =>
      app.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}

const emptyPostColumns = {
  user_id: null,
  author_realname: null,
  author_email: null,
  slug: null,
  content: null,
  source: null,
  updated: null,
  cell: null,
  masked_user_id: null,
  masked_updated: null,
  masked_cell: null,
};
