/**
 * A survey in the editor and its changes. Pure. Unsaved parts have negative temporary ids. Tasks and fields are ordered by their
 * position in the list; priorities follow it.
 */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { type FieldKind, fieldInputs, fieldKinds, fieldTypes } from '@waypost/contract/surveys/field-types';
import { placeMaskingDefaults } from '@waypost/contract/surveys/place-masking';
import type { SurveyConsentInput } from '@waypost/contract/surveys/survey-consent-input';
import type { Survey } from '@waypost/contract/surveys/surveys';
import type { Task } from '@waypost/contract/surveys/tasks';
import { attributesOfTask, getPostTextField, sortTasks } from '@waypost/survey-logic/survey-definition';
import { type PlaceMaskingDraft, toPlaceMaskingDraft } from './place-masking-draft.ts';

/** A field in the editor. */
export interface DraftField {
  id: number;
  /** Empty until the server has assigned one. */
  key: string;
  label: string;
  instructions: string;
  type: Attribute['type'];
  input: Attribute['input'];
  required: boolean;
  response_private: boolean;
  default: string;
  options: readonly (string | number)[];
  cardinality: number;
  config: Readonly<Record<string, unknown>>;
  priority: number;
}

/** A task in the editor. */
export interface DraftTask {
  id: number;
  label: string;
  description: string;
  type: Task['type'];
  required: boolean;
  show_when_published: boolean;
  task_is_internal_only: boolean;
  priority: number;
  fields: readonly DraftField[];
}

/** A survey in the editor. */
export interface SurveyDraft extends PlaceMaskingDraft {
  /** Null until it is saved. */
  id: number | null;
  name: string;
  description: string;
  color: string;
  require_approval: boolean;
  hide_author: boolean;
  hide_time: boolean;
  hide_location: boolean;
  everyone_can_create: boolean;
  targeted_survey: boolean;
  quick_exit: boolean;
  keep_originals: boolean;
  /** What reporters are asked to agree to; null for nothing. */
  consent: SurveyConsentInput | null;
  /** Names of roles. */
  can_create: readonly string[];
  /** All tasks; the first one is the report itself. */
  tasks: readonly DraftTask[];
}

/** Default labels in the language of the user. */
export interface DefaultLabels {
  post: string;
  title: string;
  description: string;
}

let lastTemporaryId = 0;
/** An id for an unsaved part. */
export const createTemporaryId = (): number => {
  lastTemporaryId -= 1;
  return lastTemporaryId;
};
/** Whether a part has an id from the server. */
export const isSaved = (id: number): boolean => id > 0;

/** Strictly increasing priorities that change as few of the current ones as possible, so that a swap updates two of them. */
export function assignPriorities<T extends { priority: number }>(list: readonly T[]): T[] {
  const sorted = list.map((item) => item.priority).sort((a, b) => a - b);
  let last = -1;
  return list.map((item, at) => {
    last = Math.max(sorted[at] ?? 0, last + 1);
    return item.priority === last ? item : { ...item, priority: last };
  });
}

/**
 * Moves an item of a list by a number of positions.
 * @param first lowest position that an item can be moved to
 */
export function moveItem<T extends { id: number }>(
  list: readonly T[],
  id: number,
  offset: number,
  first = 0,
): T[] {
  const from = list.findIndex((item) => item.id === id);
  const it = list[from];
  if (!it || from < first) return [...list];
  const to = Math.min(list.length - 1, Math.max(first, from + offset));
  const otherItems = list.filter((other) => other !== it);
  return [...otherItems.slice(0, to), it, ...otherItems.slice(to)];
}

const getNextPriority = (list: readonly { priority: number }[]): number =>
  Math.max(0, ...list.map((item) => item.priority)) + 1;

/** An empty field of a kind. Checkboxes and categories accept any number of answers. */
export function newField(kind: FieldKind, label = ''): DraftField {
  const { type, input } = fieldKinds[kind];
  const { answerKind, personalData } = fieldTypes[type];
  return {
    id: createTemporaryId(),
    key: '',
    label,
    instructions: '',
    type,
    input,
    required: isPostText({ type }),
    response_private: personalData === 'always',
    default: '',
    options: [],
    cardinality: fieldInputs[input].answers === 'many' || answerKind === 'category' ? 0 : 1,
    config: answerKind === 'media' ? { hasCaption: true } : {},
    priority: 0,
  };
}

/** An empty further task: internal, as the API defaults to, and not required for publishing. */
export const newTask = (): DraftTask => ({
  id: createTemporaryId(),
  label: '',
  description: '',
  type: 'task',
  required: false,
  show_when_published: true,
  task_is_internal_only: true,
  priority: 0,
  fields: [],
});

/** The initial draft of a new survey (spec 3 §9). */
export const newDraft = (labels: DefaultLabels): SurveyDraft => ({
  id: null,
  name: '',
  description: '',
  color: '',
  require_approval: true,
  hide_author: false,
  hide_time: false,
  hide_location: false,
  everyone_can_create: true,
  targeted_survey: false,
  quick_exit: false,
  keep_originals: false,
  consent: null,
  ...placeMaskingDefaults,
  can_create: [],
  tasks: [
    {
      ...newTask(),
      label: labels.post,
      type: 'post',
      task_is_internal_only: false,
      fields: assignPriorities([
        { ...newField('title', labels.title), priority: 1 },
        { ...newField('description', labels.description), priority: 2 },
      ]),
    },
  ],
});

const toDraftField = (attribute: Attribute): DraftField => ({
  id: attribute.id,
  key: attribute.key,
  label: attribute.label,
  instructions: attribute.instructions ?? '',
  type: attribute.type,
  input: attribute.input,
  required: attribute.required,
  response_private: attribute.response_private,
  default: attribute.default ?? '',
  options: attribute.options ?? [],
  cardinality: attribute.cardinality,
  config: Array.isArray(attribute.config) ? {} : attribute.config,
  priority: attribute.priority,
});

const toDraftTask = (task: Task, attributes: readonly Attribute[]): DraftTask => ({
  id: task.id,
  label: task.label,
  description: task.description ?? '',
  type: task.type,
  required: task.required,
  show_when_published: task.show_when_published,
  task_is_internal_only: task.task_is_internal_only,
  priority: task.priority,
  fields: attributesOfTask(attributes, task.id).map(toDraftField),
});

function toConsentDraft({ consent }: Survey): SurveyConsentInput | null {
  if (!consent) return null;
  const { version: _, ...content } = consent;
  return content;
}

/** Converts a survey of the API to a draft. */
export const toSurveyDraft = (
  survey: Survey,
  tasks: readonly Task[],
  attributes: readonly Attribute[],
): SurveyDraft => ({
  id: survey.id,
  name: survey.name,
  description: survey.description ?? '',
  color: survey.color ?? '',
  require_approval: survey.require_approval,
  hide_author: survey.hide_author,
  hide_time: survey.hide_time,
  hide_location: survey.hide_location,
  everyone_can_create: survey.everyone_can_create,
  targeted_survey: survey.targeted_survey,
  quick_exit: survey.quick_exit ?? false,
  keep_originals: survey.keep_originals ?? false,
  consent: toConsentDraft(survey),
  ...toPlaceMaskingDraft(survey),
  can_create: survey.can_create,
  tasks: sortTasks(tasks).map((task) => toDraftTask(task, attributes)),
});

/** A copy as a new survey, without ids, name and description (spec 3 §4). */
export const duplicateDraft = (draft: SurveyDraft): SurveyDraft => ({
  ...draft,
  id: null,
  name: '',
  description: '',
  tasks: draft.tasks.map((task) => ({
    ...task,
    id: createTemporaryId(),
    fields: task.fields.map((field) => ({ ...field, id: createTemporaryId(), key: '' })),
  })),
});

/** Only optional fields can be deleted (spec 3 §2). Every report needs its title and description. */
export const isDeletable = (field: DraftField): boolean => !field.required && !isPostText(field);

/** Whether the field is the title or description of the post, which is always asked for and never private. */
export const isPostText = ({ type }: Pick<DraftField, 'type'>): boolean =>
  getPostTextField({ type }) !== undefined;

type SurveyDraftValues = Partial<Omit<SurveyDraft, 'id' | 'tasks'>>;
/** A change to a draft, for `reduceSurveyDraft`. */
export type DraftChange =
  | { type: 'set'; values: SurveyDraftValues }
  | { type: 'addField'; task: number; field: DraftField }
  | { type: 'changeField'; task: number; field: DraftField }
  | { type: 'removeField'; task: number; id: number }
  | { type: 'moveField'; task: number; id: number; by: number }
  | { type: 'addTask'; task: DraftTask }
  | { type: 'changeTask'; id: number; values: Partial<Omit<DraftTask, 'id' | 'fields'>> }
  | { type: 'removeTask'; id: number }
  | { type: 'moveTask'; id: number; by: number }
  | { type: 'replace'; draft: SurveyDraft };

function updateFields(
  draft: SurveyDraft,
  taskId: number,
  change: (fields: readonly DraftField[]) => readonly DraftField[],
): SurveyDraft {
  const tasks = draft.tasks.map((task) =>
    task.id === taskId ? { ...task, fields: assignPriorities(change(task.fields)) } : task,
  );
  return { ...draft, tasks };
}

/** Applies a change to a draft. Unchanged parts stay the same objects. */
export function reduceSurveyDraft(draft: SurveyDraft, change: DraftChange): SurveyDraft {
  switch (change.type) {
    case 'set':
      return { ...draft, ...change.values };
    case 'addField':
      return updateFields(draft, change.task, (fields) => [
        ...fields,
        { ...change.field, priority: getNextPriority(fields) },
      ]);
    case 'changeField':
      return updateFields(draft, change.task, (fields) =>
        fields.map((field) =>
          field.id === change.field.id ? { ...change.field, priority: field.priority } : field,
        ),
      );
    case 'removeField':
      return updateFields(draft, change.task, (fields) => fields.filter((field) => field.id !== change.id));
    case 'moveField':
      return updateFields(draft, change.task, (fields) => moveItem(fields, change.id, change.by));
    case 'addTask':
      return {
        ...draft,
        tasks: [...draft.tasks, { ...change.task, priority: getNextPriority(draft.tasks) }],
      };
    case 'changeTask':
      return {
        ...draft,
        tasks: draft.tasks.map((task) => (task.id === change.id ? { ...task, ...change.values } : task)),
      };
    case 'removeTask':
      return { ...draft, tasks: draft.tasks.filter((task) => task.id !== change.id) };
    case 'moveTask':
      // The report itself stays first.
      return { ...draft, tasks: assignPriorities(moveItem(draft.tasks, change.id, change.by, 1)) };
    default:
      return change.draft;
  }
}

/** Whether the draft has unsaved changes. */
export const isDraftChanged = (draft: SurveyDraft, saved: SurveyDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(saved);
