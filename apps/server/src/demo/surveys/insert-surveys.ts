/** Inserts the surveys of the demo. */
import type { Tx } from '../../kernel/db/database.ts';
import type { Topic } from '../texts/texts.ts';
import { air } from './air.ts';
import { flood } from './flood.ts';
import { notice } from './notice.ts';
import type { FieldPlan, SurveyPlan, TaskPlan } from './plan.ts';
import { polls } from './polls.ts';
import { pump } from './pump.ts';
import { unsafe } from './unsafe.ts';

const plans: readonly SurveyPlan[] = [flood, pump, polls, air, notice, unsafe];

interface SavedField {
  id: number;
  key: string;
  type: FieldPlan['type'];
}

/** A survey with its ids. */
export interface SavedSurvey {
  id: number;
  plan: SurveyPlan;
  /** In the order of the plan's tasks. */
  taskIds: readonly number[];
  /** Attributes by name. */
  fields: ReadonlyMap<string, SavedField>;
}

/** Surveys by topic. */
export type SavedSurveys = ReadonlyMap<Topic, SavedSurvey>;

async function insertSurvey(tx: Tx, plan: SurveyPlan): Promise<number> {
  const hides = new Set(plan.hiddenFacts);
  const { id } = await tx
    .insertInto('surveys')
    .values({
      name: plan.name,
      description: plan.description,
      color: plan.color,
      require_approval: plan.requireApproval,
      everyone_can_create: plan.roles === undefined,
      hide_author: hides.has('author'),
      hide_time: hides.has('time'),
      hide_location: hides.has('location'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (plan.roles)
    await tx
      .insertInto('survey_roles')
      .columns(['survey_id', 'role_id'])
      .expression((from) =>
        from
          .selectFrom('roles')
          .where('name', 'in', [...(plan.roles ?? [])])
          .select((it) => [it.val(id).as('survey_id'), 'id as role_id']),
      )
      .execute();
  return id;
}

async function insertTask(tx: Tx, surveyId: number, task: TaskPlan, index: number): Promise<number> {
  const isInternal = task.isInternal ?? false;
  const { id } = await tx
    .insertInto('tasks')
    .values({
      survey_id: surveyId,
      label: task.label,
      description: task.description ?? null,
      priority: index,
      type: index === 0 ? 'post' : 'task',
      required: task.required ?? false,
      show_when_published: !isInternal,
      internal_only: isInternal,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * The row of an attribute.
 * @param ids categories by slug, and surveys inserted so far by topic
 */
function buildAttributeRow(
  field: FieldPlan,
  place: { taskId: number; topic: Topic; priority: number },
  ids: { categories: ReadonlyMap<string, number>; surveys: ReadonlyMap<Topic, number> },
) {
  const config = {
    ...(field.hasCaption ? { hasCaption: true } : {}),
    ...(field.related ? { input: { form: field.related.map((topic) => ids.surveys.get(topic)) } } : {}),
  };
  return {
    task_id: place.taskId,
    key: `${place.topic}-${field.name}`,
    label: field.label,
    instructions: field.instructions ?? null,
    input: field.input,
    type: field.type,
    required: field.required ?? false,
    priority: place.priority,
    options: JSON.stringify(field.categories?.map((slug) => ids.categories.get(slug)) ?? field.options ?? []),
    cardinality: field.cardinality ?? 1,
    config: JSON.stringify(config),
    response_private: field.isPrivate ?? false,
  };
}

/** Inserts all surveys. Categories and roles must exist. */
export async function insertSurveys(tx: Tx, categories: ReadonlyMap<string, number>): Promise<SavedSurveys> {
  const saved = new Map<Topic, SavedSurvey>();
  const surveys = new Map<Topic, number>();
  for (const plan of plans) {
    const id = await insertSurvey(tx, plan);
    surveys.set(plan.topic, id);
    const taskIds: number[] = [];
    const fields = new Map<string, SavedField>();
    for (const [index, task] of plan.tasks.entries()) {
      const taskId = await insertTask(tx, id, task, index);
      taskIds.push(taskId);
      const rows = task.fields.map((field, priority) =>
        buildAttributeRow(
          field,
          { taskId, topic: plan.topic, priority: priority + 1 },
          { categories, surveys },
        ),
      );
      const stored = await tx.insertInto('attributes').values(rows).returning('id').execute();
      for (const [at, { id }] of stored.entries()) {
        const field = task.fields[at];
        if (field) fields.set(field.name, { id, key: `${plan.topic}-${field.name}`, type: field.type });
      }
    }
    saved.set(plan.topic, { id, plan, taskIds, fields });
  }
  return saved;
}
