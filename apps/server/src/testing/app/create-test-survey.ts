/** Inserts surveys for tests directly into the database. */
import type { AttributeInputKind, AttributeType } from '@waypost/contract/surveys/attributes';
import type { PlaceMasking } from '@waypost/contract/surveys/place-masking';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';

type TestSurveyFlags = Partial<
  Pick<
    Insertable<Tables['surveys']>,
    | 'hide_author'
    | 'hide_time'
    | 'hide_location'
    | 'require_approval'
    | 'everyone_can_create'
    | 'color'
    | 'keep_originals'
    | keyof PlaceMasking
  >
>;

/** A field of a test survey. */
export interface TestField {
  type: AttributeType;
  input?: AttributeInputKind;
  required?: boolean;
  private?: boolean;
  cardinality?: number;
  options?: (string | number)[];
  config?: object;
  /** Name of the task; default is the report itself. */
  task?: string;
}

/** Flags of a task of a test survey. */
export interface TestTaskFlags {
  required?: boolean;
  internal?: boolean;
  hiddenWhenPublished?: boolean;
}

/** A survey whose attribute keys are `{name}-{survey id}`, so that keys of several surveys differ. */
export interface TestSurvey {
  id: number;
  /** Task ids by name; the report itself is `post`. */
  tasks: Record<string, number>;
  /** The attribute key of a field. */
  keyOf: (name: string) => string;
}

/**
 * Inserts a survey.
 * @param fields by name, in order
 */
export async function createTestSurvey(
  db: Db,
  fields: Record<string, TestField>,
  flags: TestSurveyFlags & { tasks?: Record<string, TestTaskFlags>; roles?: string[] } = {},
): Promise<TestSurvey> {
  const { tasks: furtherTasks = {}, roles = [], ...survey } = flags;
  const { id } = await db
    .insertInto('surveys')
    .values({ name: 'Flood report', description: null, color: '#2274B4', require_approval: false, ...survey })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const role of roles)
    await sql`insert into survey_roles select ${id}, id from roles where name = ${role}`.execute(db);
  const tasks: Record<string, number> = {};
  for (const [name, task] of Object.entries<TestTaskFlags>({ post: {}, ...furtherTasks })) {
    const row = await db
      .insertInto('tasks')
      .values({
        survey_id: id,
        label: name,
        type: name === 'post' ? 'post' : 'task',
        required: task.required ?? false,
        internal_only: task.internal ?? false,
        show_when_published: !(task.hiddenWhenPublished ?? false),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    tasks[name] = row.id;
  }
  const key = (name: string) => `${name}-${id}`;
  let priority = 0;
  for (const [name, field] of Object.entries(fields))
    await db
      .insertInto('attributes')
      .values({
        task_id: tasks[field.task ?? 'post'] ?? 0,
        key: key(name),
        label: name,
        type: field.type,
        input: field.input ?? 'text',
        required: field.required ?? false,
        response_private: field.private ?? false,
        cardinality: field.cardinality ?? 1,
        options: JSON.stringify(field.options ?? []),
        config: JSON.stringify(field.config ?? {}),
        priority: priority++,
      })
      .execute();
  return { id, tasks, keyOf: key };
}

/** Two surveys with the field `where`: one shows the exact place, the other a rounded one. */
export async function createSurveysWithPlaces(
  db: Parameters<typeof createTestSurvey>[0],
): Promise<{ open: TestSurvey; hiding: TestSurvey }> {
  const fields = { where: { type: 'point', input: 'location' } } as const;
  return {
    open: await createTestSurvey(db, fields),
    hiding: await createTestSurvey(db, fields, { hide_location: true }),
  };
}
