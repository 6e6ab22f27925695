/** Tasks of a survey, `stages` in API v3 (API v3 §2.4.1). The one of type `post` is the report itself. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { BooleanIn, Id, IdOut, noControlCharacters, OptionalText } from '../common/scalars.ts';
import { limitFieldSizes } from '../common/size-limits.ts';

export const TaskType = z.enum(['post', 'task']);

/** A task as the API returns it. */
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
  /** Extension: the opposite of `task_is_internal_only`, which some clients read. */
  is_public: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type Task = z.infer<typeof Task>;

export const taskLabel = z
  .string()
  .trim()
  .min(limits.taskLabel.min)
  .max(limits.taskLabel.max)
  .regex(noControlCharacters);

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
  required: BooleanIn,
  show_when_published: BooleanIn,
  description: OptionalText,
  task_is_internal_only: BooleanIn,
};

/** Maximum sizes of a task's fields. */
const taskFieldSizes = { icon: limits.varchar, description: limits.surveyText };

/** A new task. */
export const TaskInput = limitFieldSizes(
  z.object({
    label: fields.label,
    priority: fields.priority.default(99),
    icon: fields.icon.optional(),
    type: fields.type.default('task'),
    required: fields.required.default(false),
    show_when_published: fields.show_when_published.default(true),
    description: fields.description.optional(),
    /** Absent: the report itself is public, other tasks are internal. */
    task_is_internal_only: fields.task_is_internal_only.optional(),
  }),
  taskFieldSizes,
);

/** An update of a task. Absent keys stay unchanged. */
export const TaskChange = limitFieldSizes(z.object(fields).partial(), taskFieldSizes);

export const taskSortFields = ['id', 'priority', 'label'] as const;
const surveyParams = z.object({ id: Id });
const taskParams = z.object({ id: Id, taskId: Id });
const taskQuery = listQuery(taskSortFields).extend({
  form_id: Id.optional(),
  postStatus: z.string().optional(),
});

export const listAllTasks = defineEndpoint({
  name: 'listAllTasks',
  method: 'GET',
  path: '/forms/stages',
  summary: 'Tasks of all surveys, or of one by `form_id`',
  scope: 'forms',
  query: taskQuery,
  response: listResponse(Task),
  deviceCache: 'own',
});

export const listTasks = defineEndpoint({
  name: 'listTasks',
  method: 'GET',
  path: '/forms/{id}/stages',
  summary: 'Tasks of a survey that the caller may see',
  scope: 'forms',
  params: surveyParams,
  query: taskQuery,
  response: listResponse(Task),
  deviceCache: 'own',
});

export const readTask = defineEndpoint({
  name: 'readTask',
  method: 'GET',
  path: '/forms/{id}/stages/{taskId}',
  summary: 'One task',
  scope: 'forms',
  params: taskParams,
  response: Task,
  deviceCache: 'own',
});

export const createTask = defineEndpoint({
  name: 'createTask',
  method: 'POST',
  path: '/forms/{id}/stages',
  summary: 'Add a task to a survey',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: surveyParams,
  body: TaskInput,
  response: Task,
});

export const updateTask = defineEndpoint({
  name: 'updateTask',
  method: 'PUT',
  path: '/forms/{id}/stages/{taskId}',
  summary: 'Change a task',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: taskParams,
  body: TaskChange,
  response: Task,
});

export const deleteTask = defineEndpoint({
  name: 'deleteTask',
  method: 'DELETE',
  path: '/forms/{id}/stages/{taskId}',
  summary: 'Delete a task with its attributes',
  scope: 'forms',
  needs: ['Manage Settings'],
  params: taskParams,
  response: Task,
});
