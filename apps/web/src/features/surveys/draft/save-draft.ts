/**
 * Saves a draft in the order given by the spec: survey, tasks, roles, fields (spec 3 §4). Only changes are sent. Each step is
 * reported when it is done, so that a save that failed half-way can continue.
 */

import { builtInRoles } from '@waypost/contract/common/permissions';
import { createAttribute, deleteAttribute, updateAttribute } from '@waypost/contract/surveys/attributes';
import { createSurvey, updateSurvey } from '@waypost/contract/surveys/save-surveys';
import { saveSurveyRoles } from '@waypost/contract/surveys/surveys';
import { createTask, deleteTask, updateTask } from '@waypost/contract/surveys/tasks';
import { call } from '../../../api/call.ts';
import { pickPlaceMaskingDraft } from './place-masking-draft.ts';
import { type DraftField, type DraftTask, isSaved, type SurveyDraft } from './survey-draft.ts';

/** Thrown when the server rejects a task or field; the message names it. */
export class SurveyPartError extends Error {
  readonly label: string;

  constructor(label: string, cause: unknown) {
    super(label, { cause });
    this.label = label;
  }
}

async function withPartLabel<T>(label: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    throw new SurveyPartError(label, error);
  }
}

const isSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const buildSurveyBody = (draft: SurveyDraft) => ({
  name: draft.name,
  description: draft.description,
  color: draft.color,
  require_approval: draft.require_approval,
  hide_author: draft.hide_author,
  hide_time: draft.hide_time,
  hide_location: draft.hide_location,
  everyone_can_create: draft.everyone_can_create,
  targeted_survey: draft.targeted_survey,
  quick_exit: draft.quick_exit,
  keep_originals: draft.keep_originals,
  consent: draft.consent,
  ...pickPlaceMaskingDraft(draft),
});

const buildTaskBody = (task: DraftTask) => ({
  label: task.label,
  description: task.description,
  type: task.type,
  required: task.required,
  show_when_published: task.show_when_published,
  task_is_internal_only: task.task_is_internal_only,
  priority: task.priority,
});

/** All but type and input: those of a saved field never change, and may be unknown to this version of the editor. */
const buildFieldBody = (field: DraftField, taskId: number) => ({
  label: field.label,
  instructions: field.instructions,
  required: field.required,
  response_private: field.response_private,
  default: field.default,
  options: [...field.options],
  cardinality: field.cardinality,
  config: { ...field.config },
  priority: field.priority,
  form_stage_id: taskId,
});

/** Roles that may answer, always including the administrators (spec 3 §6). */
const getSubmitterRoles = ({ can_create }: SurveyDraft): string[] => [
  ...new Set([builtInRoles.admin, ...can_create]),
];

/** The progress of a save: the current draft, and the state on the server. */
export interface SaveProgress {
  draft: SurveyDraft;
  saved: SurveyDraft;
}

class DraftSaver {
  draft: SurveyDraft;
  saved: SurveyDraft;
  readonly #tell: (progress: SaveProgress) => void;

  constructor(draft: SurveyDraft, saved: SurveyDraft, onProgress: (progress: SaveProgress) => void) {
    this.draft = draft;
    this.saved = saved;
    this.#tell = onProgress;
  }

  #done(draft: SurveyDraft, saved: SurveyDraft): void {
    this.draft = draft;
    this.saved = saved;
    this.#tell({ draft, saved });
  }

  /** Id of the survey once it is saved. */
  get id(): number {
    return this.draft.id ?? 0;
  }

  async saveSurvey(): Promise<void> {
    const body = buildSurveyBody(this.draft);
    if (this.draft.id === null) {
      const { id } = await call(createSurvey, { body });
      // None of its tasks is on the server yet.
      this.#done({ ...this.draft, id }, { ...this.draft, id, can_create: [], tasks: [] });
    } else if (!isSameJson(body, buildSurveyBody(this.saved))) {
      await call(updateSurvey, { params: { id: this.draft.id }, body });
      this.#done(this.draft, { ...this.saved, ...body });
    }
  }

  async saveTasks(): Promise<void> {
    for (const task of this.draft.tasks) {
      const savedTask = this.saved.tasks.find((saved) => saved.id === task.id);
      const body = buildTaskBody(task);
      if (savedTask && isSameJson(body, buildTaskBody(savedTask))) continue;
      const params = { id: this.id };
      const { id } = await withPartLabel(task.label, () =>
        savedTask
          ? call(updateTask, { params: { ...params, taskId: task.id }, body })
          : call(createTask, { params, body }),
      );
      const stored = { ...task, id, fields: savedTask?.fields ?? [] };
      this.#done(
        {
          ...this.draft,
          tasks: this.draft.tasks.map((draftTask) =>
            draftTask.id === task.id ? { ...draftTask, id } : draftTask,
          ),
        },
        { ...this.saved, tasks: [...this.saved.tasks.filter((task) => task.id !== id), stored] },
      );
    }
  }

  async saveRoles(): Promise<void> {
    const { everyone_can_create } = this.draft;
    const roles = getSubmitterRoles(this.draft);
    if (everyone_can_create || isSameJson(roles.toSorted(), this.saved.can_create.toSorted())) return;
    await call(saveSurveyRoles, { params: { id: this.id }, body: { roles } });
    this.#done({ ...this.draft, can_create: roles }, { ...this.saved, can_create: roles });
  }

  /** The saved version of a field and its task. */
  #stored(id: number): { task: number; field: DraftField } | undefined {
    for (const task of this.saved.tasks) {
      const field = task.fields.find((field) => field.id === id);
      if (field) return { task: task.id, field };
    }
    return undefined;
  }

  #withoutField(id: number): SurveyDraft {
    const tasks = this.saved.tasks.map((task) => ({
      ...task,
      fields: task.fields.filter((field) => field.id !== id),
    }));
    return { ...this.saved, tasks };
  }

  #store(taskId: number, previousId: number, field: DraftField): void {
    const replaceField = (task: DraftTask) =>
      task.id === taskId
        ? {
            ...task,
            fields: task.fields.map((draftField) => (draftField.id === previousId ? field : draftField)),
          }
        : task;
    const saved = this.#withoutField(field.id);
    this.#done(
      { ...this.draft, tasks: this.draft.tasks.map(replaceField) },
      {
        ...saved,
        tasks: saved.tasks.map((task) =>
          task.id === taskId ? { ...task, fields: [...task.fields, field] } : task,
        ),
      },
    );
  }

  async saveFields(): Promise<void> {
    const draftFieldIds = new Set(this.draft.tasks.flatMap((task) => task.fields.map((field) => field.id)));
    const draftTaskIds = new Set(this.draft.tasks.map((task) => task.id));
    // Fields of a deleted task are deleted with it.
    for (const task of this.saved.tasks.filter((task) => draftTaskIds.has(task.id)))
      for (const field of task.fields.filter((field) => !draftFieldIds.has(field.id))) {
        const params = { id: this.id, attributeId: field.id };
        await withPartLabel(field.label, () => call(deleteAttribute, { params }));
        this.#done(this.draft, this.#withoutField(field.id));
      }
    for (const task of this.draft.tasks) for (const field of task.fields) await this.#field(task.id, field);
  }

  async #field(taskId: number, field: DraftField): Promise<void> {
    const body = buildFieldBody(field, taskId);
    const savedField = isSaved(field.id) ? this.#stored(field.id) : undefined;
    if (savedField && isSameJson(body, buildFieldBody(savedField.field, savedField.task))) return;
    const params = { id: this.id };
    const { id, key } = await withPartLabel(field.label, () =>
      savedField
        ? call(updateAttribute, { params: { ...params, attributeId: field.id }, body })
        : call(createAttribute, { params, body: { ...body, type: field.type, input: field.input } }),
    );
    this.#store(taskId, field.id, { ...field, id, key });
  }

  /** Runs last, so that a field that was moved to another task is not deleted with its old one. */
  async deleteRemovedTasks(): Promise<void> {
    const draftTaskIds = new Set(this.draft.tasks.map((task) => task.id));
    for (const task of this.saved.tasks.filter((task) => !draftTaskIds.has(task.id))) {
      const params = { id: this.id, taskId: task.id };
      await withPartLabel(task.label, () => call(deleteTask, { params }));
      this.#done(this.draft, {
        ...this.saved,
        tasks: this.saved.tasks.filter((savedTask) => savedTask.id !== task.id),
      });
    }
  }
}

/**
 * Saves a draft.
 * @param saved the survey on the server; for a new one, the initial draft
 * @param onProgress called after each step with the draft, its temporary ids replaced, and the state on the server
 * @returns the saved draft
 * @throws ApiError for the survey itself, SurveyPartError for a task or field of it
 */
export async function saveDraft(
  draft: SurveyDraft,
  saved: SurveyDraft,
  onProgress: (progress: SaveProgress) => void,
): Promise<SurveyDraft> {
  const saver = new DraftSaver(draft, saved, onProgress);
  await saver.saveSurvey();
  await saver.saveTasks();
  await saver.saveRoles();
  await saver.saveFields();
  await saver.deleteRemovedTasks();
  // Both are equal from here on, whatever the order of the requests.
  onProgress({ draft: saver.draft, saved: saver.draft });
  return saver.draft;
}
