/** Tasks of a survey, `stages` on the wire (wire 2.4.1). The one of type `post` is the report itself. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { limits } from './limits.ts';
import { Privileges } from './privileges.ts';
import { BoolIn, Id, IdOut, OptionalText } from './scalars.ts';
import { printable } from './surveys.ts';

export const TaskType = z.enum(['post', 'task']);

export const Task = z.object({
  id: IdOut,
  url: z.string(),
  form_id: IdOut,
  label: z.string(),
  priority: z.number().int(),
  icon: z.string().nullable(),
  type: TaskType,
  required: z.boolean(),
  show_when_published: z.boolean(),
  description: z.string().nullable(),
  task_is_internal_only: z.boolean(),
  /** Ours: the opposite of internal, which some clients look for. */
  is_public: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type Task = z.infer<typeof Task>;

export const taskLabel = z
  .string()
  .trim()
  .min(limits.taskLabel.min)
  .max(limits.taskLabel.max)
  .regex(printable);

const fields = {
  label: taskLabel,
  priority: z.coerce.number().int().min(0),
  icon: OptionalText.pipe(
    z
      .string()
      .regex(/^[a-zA-Z]+$/)
      .nullable(),
  ),
  type: TaskType,
  required: BoolIn,
  show_when_published: BoolIn,
  description: OptionalText,
  task_is_internal_only: BoolIn,
};

export const TaskInput = z.object({
  label: fields.label,
  priority: fields.priority.default(99),
  icon: fields.icon.optional(),
  type: fields.type.default('task'),
  required: fields.required.default(false),
  show_when_published: fields.show_when_published.default(true),
  description: fields.description.optional(),
  /** Absent: the report itself is never internal, a further task is. */
  task_is_internal_only: fields.task_is_internal_only.optional(),
});

export const TaskChange = z.object(fields).partial();

export const taskOrders = ['id', 'priority', 'label'] as const;
const ofSurvey = z.object({ id: Id });
const one = z.object({ id: Id, taskId: Id });
const query = listQuery(taskOrders).extend({ form_id: Id.optional(), postStatus: z.string().optional() });

export const listAllTasks = endpoint({
  name: 'listAllTasks',
  method: 'GET',
  path: '/forms/stages',
  summary: 'Tasks of all surveys, or of one by `form_id`',
  scope: 'forms',
  query,
  answer: listOfEntities(Task),
});

export const listTasks = endpoint({
  name: 'listTasks',
  method: 'GET',
  path: '/forms/{id}/stages',
  summary: 'Tasks of a survey that the caller may see',
  scope: 'forms',
  params: ofSurvey,
  query,
  answer: listOfEntities(Task),
});

export const readTask = endpoint({
  name: 'readTask',
  method: 'GET',
  path: '/forms/{id}/stages/{taskId}',
  summary: 'One task',
  scope: 'forms',
  params: one,
  answer: Task,
});

export const createTask = endpoint({
  name: 'createTask',
  method: 'POST',
  path: '/forms/{id}/stages',
  summary: 'Add a task to a survey',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: ofSurvey,
  body: TaskInput,
  answer: Task,
});

export const updateTask = endpoint({
  name: 'updateTask',
  method: 'PUT',
  path: '/forms/{id}/stages/{taskId}',
  summary: 'Change a task',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: one,
  body: TaskChange,
  answer: Task,
});

export const deleteTask = endpoint({
  name: 'deleteTask',
  method: 'DELETE',
  path: '/forms/{id}/stages/{taskId}',
  summary: 'Delete a task with its attributes',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: one,
  answer: Task,
});
