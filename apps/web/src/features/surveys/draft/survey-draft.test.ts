import { describe, expect, test } from 'vitest';
import {
  assignPriorities,
  duplicateDraft,
  isDeletable,
  isDraftChanged,
  isSaved,
  newDraft,
  newField,
  newTask,
  reduceSurveyDraft,
} from './survey-draft.ts';

const defaultLabels = { post: 'Post', title: 'Title', description: 'Description' };
const getFieldLabels = (draft: ReturnType<typeof newDraft>) =>
  draft.tasks[0]?.fields.map((field) => field.label);
const getMainTaskId = (draft: ReturnType<typeof newDraft>) => draft.tasks[0]?.id ?? 0;

test('a new survey has a title and a description and requires approval', () => {
  const draft = newDraft(defaultLabels);
  expect(draft).toMatchObject({ id: null, require_approval: true, everyone_can_create: true });
  expect(draft.tasks).toMatchObject([
    { label: 'Post', type: 'post', priority: 0, required: false, task_is_internal_only: false },
  ]);
  expect(draft.tasks[0]?.fields).toMatchObject([
    { label: 'Title', type: 'title', priority: 1, required: true },
    { label: 'Description', type: 'description', priority: 2, required: true },
  ]);
});

describe('order', () => {
  test('a swap changes two priorities, and equal ones become distinct', () => {
    const list = [{ priority: 3 }, { priority: 1 }, { priority: 7 }];
    const next = assignPriorities(list);
    expect(next.map((part) => part.priority)).toEqual([1, 3, 7]);
    expect(next[2]).toBe(list[2]);
    expect(assignPriorities([{ priority: 99 }, { priority: 99 }]).map((part) => part.priority)).toEqual([
      99, 100,
    ]);
  });

  test('a field moves within its list', () => {
    let draft = newDraft(defaultLabels);
    const field = newField('shortText', 'Where');
    draft = reduceSurveyDraft(draft, { type: 'addField', task: getMainTaskId(draft), field });
    draft = reduceSurveyDraft(draft, { type: 'moveField', task: getMainTaskId(draft), id: field.id, by: -2 });
    expect(getFieldLabels(draft)).toEqual(['Where', 'Title', 'Description']);
    draft = reduceSurveyDraft(draft, { type: 'moveField', task: getMainTaskId(draft), id: field.id, by: -1 });
    expect(getFieldLabels(draft)).toEqual(['Where', 'Title', 'Description']);
    draft = reduceSurveyDraft(draft, { type: 'moveField', task: getMainTaskId(draft), id: field.id, by: 9 });
    expect(getFieldLabels(draft)).toEqual(['Title', 'Description', 'Where']);
  });

  test('no task can be moved before the report itself', () => {
    let draft = newDraft(defaultLabels);
    const [check, answer] = [
      { ...newTask(), label: 'Check' },
      { ...newTask(), label: 'Answer' },
    ];
    for (const task of [check, answer]) draft = reduceSurveyDraft(draft, { type: 'addTask', task });
    draft = reduceSurveyDraft(draft, { type: 'moveTask', id: answer.id, by: -5 });
    expect(draft.tasks.map((task) => task.label)).toEqual(['Post', 'Answer', 'Check']);
    draft = reduceSurveyDraft(draft, { type: 'moveTask', id: getMainTaskId(draft), by: 1 });
    expect(draft.tasks.map((task) => task.label)).toEqual(['Post', 'Answer', 'Check']);
  });
});

test('unchanged parts stay the same objects', () => {
  let draft = newDraft(defaultLabels);
  const task = newTask();
  draft = reduceSurveyDraft(draft, { type: 'addTask', task });
  const next = reduceSurveyDraft(draft, { type: 'addField', task: task.id, field: newField('date') });
  expect(next.tasks[0]).toBe(draft.tasks[0]);
  expect(isDraftChanged(next, draft)).toBe(true);
  expect(isDraftChanged(reduceSurveyDraft(draft, { type: 'set', values: { name: '' } }), draft)).toBe(false);
});

test('a duplicate has the same fields without ids, name and description', () => {
  const draft = { ...newDraft(defaultLabels), id: 4, name: 'Floods', description: 'Rain' };
  const [task] = draft.tasks;
  const stored = {
    ...draft,
    tasks: [
      { ...task, id: 7, fields: task?.fields.map((field, at) => ({ ...field, id: at + 1, key: `k${at}` })) },
    ],
  } as typeof draft;
  const copy = duplicateDraft(stored);
  expect(copy).toMatchObject({ id: null, name: '', description: '', require_approval: true });
  expect(getFieldLabels(copy)).toEqual(['Title', 'Description']);
  expect(
    copy.tasks.some(
      (task) => isSaved(task.id) || task.fields.some((field) => isSaved(field.id) || field.key),
    ),
  ).toBe(false);
});

test('only optional fields can be deleted, and the post keeps its title', () => {
  expect(isDeletable(newField('date'))).toBe(true);
  expect(isDeletable({ ...newField('date'), required: true })).toBe(false);
  expect(isDeletable({ ...newField('title'), required: false })).toBe(false);
});
