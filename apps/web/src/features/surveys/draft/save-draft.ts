/**
 * Saves a draft in the order given by the spec: survey, tasks, roles, fields (spec 3 §4). Only changes are sent. Each step is
 * reported when it is done, so that a save that failed half-way can continue.
 */

import { builtInRoles } from '@waypost/contract/common/permissions';
import { createAttribute, deleteAttribute, updateAttribute } from '@waypost/contract/surveys/attributes';
import { createSurvey, saveSurveyRoles, updateSurvey } from '@waypost/contract/surveys/surveys';
import { createTask, deleteTask, updateTask } from '@waypost/contract/surveys/tasks';
import { call } from '../../../api/call.ts';
import { type DraftField, type DraftTask, isSaved, type SurveyDraft } from './survey-draft.ts';

const quiet = { quiet: true } as const;

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

const buildFieldBody = (field: DraftField, taskId: number) => ({
  label: field.label,
  instructions: field.instructions,
  type: field.type,
  input: field.input,
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

  constructor(draft: SurveyDraft, saved: SurveyDraft, tell: (progress: SaveProgress) => void) {
    this.draft = draft;
    this.saved = saved;
    this.#tell = tell;
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
      const { id } = await call(createSurvey, { body }, quiet);
      // None of its tasks is on the server yet.
      this.#done({ ...this.draft, id }, { ...this.draft, id, can_create: [], saveTasks: [] });
    } else if (!isSameJson(body, buildSurveyBody(this.saved))) {
      await call(updateSurvey, { params: { id: this.draft.id }, body }, quiet);
      this.#done(this.draft, { ...this.saved, ...body });
    }
  }

  async tasks(): Promise<void> {
    for (const task of this.draft.saveTasks) {
      const before = this.saved.saveTasks.find((it) => it.id === task.id);
      const body = buildTaskBody(task);
      if (before && isSameJson(body, buildTaskBody(before))) continue;
      const params = { id: this.id };
      const { id } = await withPartLabel(task.label, () =>
        before
          ? call(updateTask, { params: { ...params, taskId: task.id }, body }, quiet)
          : call(createTask, { params, body }, quiet),
      );
      const stored = { ...task, id, saveFields: before?.fields ?? [] };
      this.#done(
        {
          ...this.draft,
          saveTasks: this.draft.saveTasks.map((it) => (it.id === task.id ? { ...it, id } : it)),
        },
        { ...this.saved, saveTasks: [...this.saved.saveTasks.filter((it) => it.id !== id), stored] },
      );
    }
  }

  async saveRoles(): Promise<void> {
    const { everyone_can_create } = this.draft;
    const roles = getSubmitterRoles(this.draft);
    if (everyone_can_create || isSameJson(roles.toSorted(), this.saved.can_create.toSorted())) return;
    await call(saveSurveyRoles, { params: { id: this.id }, body: { roles } }, quiet);
    this.#done({ ...this.draft, can_create: roles }, { ...this.saved, can_create: roles });
  }

  /** The saved version of a field and its task. */
  #stored(id: number): { task: number; field: DraftField } | undefined {
    for (const task of this.saved.saveTasks) {
      const field = task.fields.find((it) => it.id === id);
      if (field) return { task: task.id, field };
    }
    return undefined;
  }

  #withoutField(id: number): SurveyDraft {
    const tasks = this.saved.saveTasks.map((it) => ({
      ...it,
      fields: it.fields.filter((one) => one.id !== id),
    }));
    return { ...this.saved, saveTasks: tasks };
  }

  #store(taskId: number, before: number, field: DraftField): void {
    const put = (task: DraftTask) =>
      task.id === taskId
        ? { ...task, fields: task.fields.map((it) => (it.id === before ? field : it)) }
        : task;
    const saved = this.#withoutField(field.id);
    this.#done(
      { ...this.draft, saveTasks: this.draft.saveTasks.map(put) },
      {
        ...saved,
        saveTasks: saved.saveTasks.map((it) =>
          it.id === taskId ? { ...it, fields: [...it.fields, field] } : it,
        ),
      },
    );
  }

  async fields(): Promise<void> {
    const wanted = new Set(this.draft.saveTasks.flatMap((task) => task.fields.map((it) => it.id)));
    const keptTasks = new Set(this.draft.saveTasks.map((it) => it.id));
    // Fields of a deleted task are deleted with it.
    for (const task of this.saved.saveTasks.filter((it) => keptTasks.has(it.id)))
      for (const field of task.fields.filter((it) => !wanted.has(it.id))) {
        const params = { id: this.id, attributeId: field.id };
        await withPartLabel(field.label, () => call(deleteAttribute, { params }, quiet));
        this.#done(this.draft, this.#withoutField(field.id));
      }
    for (const task of this.draft.saveTasks)
      for (const field of task.fields) await this.#field(task.id, field);
  }

  async #field(taskId: number, field: DraftField): Promise<void> {
    const body = buildFieldBody(field, taskId);
    const before = isSaved(field.id) ? this.#stored(field.id) : undefined;
    if (before && isSameJson(body, buildFieldBody(before.field, before.task))) return;
    const params = { id: this.id };
    const { id, key } = await withPartLabel(field.label, () =>
      before
        ? call(updateAttribute, { params: { ...params, attributeId: field.id }, body }, quiet)
        : call(createAttribute, { params, body }, quiet),
    );
    this.#store(taskId, field.id, { ...field, id, key });
  }

  /** Runs last, so that a field that was moved to another task is not deleted with its old one. */
  async deleteRemovedTasks(): Promise<void> {
    const kept = new Set(this.draft.saveTasks.map((it) => it.id));
    for (const task of this.saved.saveTasks.filter((it) => !kept.has(it.id))) {
      const params = { id: this.id, taskId: task.id };
      await withPartLabel(task.label, () => call(deleteTask, { params }, quiet));
      this.#done(this.draft, {
        ...this.saved,
        saveTasks: this.saved.saveTasks.filter((it) => it.id !== task.id),
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
  const saving = new DraftSaver(draft, saved, onProgress);
  await saving.saveSurvey();
  await saving.tasks();
  await saving.saveRoles();
  await saving.fields();
  await saving.deleteRemovedTasks();
  // Both are equal from here on, whatever the order of the requests.
  onProgress({ draft: saving.draft, saved: saving.draft });
  return saving.draft;
}
