/** Queries that read tasks and attributes. Columns are aliased to the field names of the API. */
import type { Attribute, AttributeInputKind, AttributeType } from '@waypost/contract/surveys/attributes';
import type { Task } from '@waypost/contract/surveys/tasks';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** A task with the field names of the API. */
export type TaskRow = Omit<Task, 'url' | 'allowed_privileges' | 'is_public'>;
/** An attribute with the field names of the API. */
export type AttributeRow = Omit<Attribute, 'url' | 'allowed_privileges' | 'options' | 'config'> & {
  /** Texts to choose from; category ids for type `tags`. */
  options: (string | number)[];
  config: Record<string, unknown>;
  survey_id: number;
};

/** Tasks and attributes of a survey, in the order of display. */
export interface SurveyFields {
  tasks: TaskRow[];
  attributes: AttributeRow[];
}

/** Query for tasks. */
export const selectTasks = (tx: Tx) =>
  tx
    .selectFrom('tasks')
    .select([
      'tasks.id',
      'tasks.survey_id as form_id',
      'tasks.label',
      'tasks.priority',
      'tasks.icon',
      'tasks.type',
      'tasks.required',
      'tasks.show_when_published',
      'tasks.description',
      'tasks.internal_only as task_is_internal_only',
    ]);

/** Query for attributes, joined with their tasks. */
export const selectAttributes = (tx: Tx) =>
  tx
    .selectFrom('attributes')
    .innerJoin('tasks', 'tasks.id', 'attributes.task_id')
    .select([
      'attributes.id',
      'attributes.key',
      'attributes.label',
      'attributes.instructions',
      'attributes.input',
      'attributes.type',
      'attributes.required',
      'attributes.default_value as default',
      'attributes.priority',
      'attributes.options',
      'attributes.cardinality',
      'attributes.config',
      'attributes.task_id as form_stage_id',
      'attributes.response_private',
      'tasks.survey_id',
    ])
    .$narrowType<{ input: AttributeInputKind; type: AttributeType }>();

/** Tasks and attributes by survey id. A survey that has no tasks or does not exist has no entry. */
export async function readFieldsOfSurveys(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, SurveyFields>> {
  const fields = new Map<number, SurveyFields>();
  if (ids.length === 0) return fields;
  const [tasks, attributes] = await Promise.all([
    selectTasks(tx)
      .where('tasks.survey_id', 'in', ids)
      .orderBy(sql`tasks.type <> 'post'`)
      .orderBy('tasks.priority')
      .orderBy('tasks.id')
      .execute(),
    selectAttributes(tx)
      .where('tasks.survey_id', 'in', ids)
      .orderBy(sql`tasks.type <> 'post'`)
      .orderBy('tasks.priority')
      .orderBy('tasks.id')
      .orderBy('attributes.priority')
      .orderBy('attributes.id')
      .execute(),
  ]);
  for (const task of tasks) {
    const surveyFields = fields.get(task.form_id) ?? { tasks: [], attributes: [] };
    surveyFields.tasks.push(task);
    fields.set(task.form_id, surveyFields);
  }
  for (const attribute of attributes) fields.get(attribute.survey_id)?.attributes.push(attribute);
  return fields;
}

/** Tasks and attributes of one survey. */
export async function readSurveyFields(tx: Tx, id: number): Promise<SurveyFields> {
  return (await readFieldsOfSurveys(tx, [id])).get(id) ?? { tasks: [], attributes: [] };
}
