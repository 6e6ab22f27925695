import { describe, expect, test } from 'vitest';
import {
  changedDraft,
  duplicateOf,
  isChanged,
  isDeletable,
  isSaved,
  newDraft,
  newField,
  newTask,
  withPriorities,
} from './survey-draft.ts';

const words = { post: 'Post', title: 'Title', description: 'Description' };
const labels = (draft: ReturnType<typeof newDraft>) => draft.tasks[0]?.fields.map((it) => it.label);
const main = (draft: ReturnType<typeof newDraft>) => draft.tasks[0]?.id ?? 0;

test('a new survey asks for title and description, and reports are looked at first', () => {
  const draft = newDraft(words);
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
  test('a swap touches two priorities, and equal ones are told apart', () => {
    const list = [{ priority: 3 }, { priority: 1 }, { priority: 7 }];
    const next = withPriorities(list);
    expect(next.map((it) => it.priority)).toEqual([1, 3, 7]);
    expect(next[2]).toBe(list[2]);
    expect(withPriorities([{ priority: 99 }, { priority: 99 }]).map((it) => it.priority)).toEqual([99, 100]);
  });

  test('a field moves and stays within its list', () => {
    let draft = newDraft(words);
    const field = newField('shortText', 'Where');
    draft = changedDraft(draft, { do: 'addField', task: main(draft), field });
    draft = changedDraft(draft, { do: 'moveField', task: main(draft), id: field.id, by: -2 });
    expect(labels(draft)).toEqual(['Where', 'Title', 'Description']);
    draft = changedDraft(draft, { do: 'moveField', task: main(draft), id: field.id, by: -1 });
    expect(labels(draft)).toEqual(['Where', 'Title', 'Description']);
    draft = changedDraft(draft, { do: 'moveField', task: main(draft), id: field.id, by: 9 });
    expect(labels(draft)).toEqual(['Title', 'Description', 'Where']);
  });

  test('nothing goes before the report itself', () => {
    let draft = newDraft(words);
    const [check, answer] = [
      { ...newTask(), label: 'Check' },
      { ...newTask(), label: 'Answer' },
    ];
    for (const task of [check, answer]) draft = changedDraft(draft, { do: 'addTask', task });
    draft = changedDraft(draft, { do: 'moveTask', id: answer.id, by: -5 });
    expect(draft.tasks.map((it) => it.label)).toEqual(['Post', 'Answer', 'Check']);
    draft = changedDraft(draft, { do: 'moveTask', id: main(draft), by: 1 });
    expect(draft.tasks.map((it) => it.label)).toEqual(['Post', 'Answer', 'Check']);
  });
});

test('what did not change stays the same object', () => {
  let draft = newDraft(words);
  const task = newTask();
  draft = changedDraft(draft, { do: 'addTask', task });
  const next = changedDraft(draft, { do: 'addField', task: task.id, field: newField('date') });
  expect(next.tasks[0]).toBe(draft.tasks[0]);
  expect(isChanged(next, draft)).toBe(true);
  expect(isChanged(changedDraft(draft, { do: 'set', values: { name: '' } }), draft)).toBe(false);
});

test('a duplicate asks the same, without ids, name and description', () => {
  const draft = { ...newDraft(words), id: 4, name: 'Floods', description: 'Rain' };
  const [task] = draft.tasks;
  const stored = {
    ...draft,
    tasks: [{ ...task, id: 7, fields: task?.fields.map((it, at) => ({ ...it, id: at + 1, key: `k${at}` })) }],
  } as typeof draft;
  const copy = duplicateOf(stored);
  expect(copy).toMatchObject({ id: null, name: '', description: '', require_approval: true });
  expect(labels(copy)).toEqual(['Title', 'Description']);
  expect(copy.tasks.some((it) => isSaved(it.id) || it.fields.some((one) => isSaved(one.id) || one.key))).toBe(
    false,
  );
});

test('only optional fields can be deleted, and the post keeps its title', () => {
  expect(isDeletable(newField('date'))).toBe(true);
  expect(isDeletable({ ...newField('date'), required: true })).toBe(false);
  expect(isDeletable({ ...newField('title'), required: false })).toBe(false);
});
