import { expect, test } from 'vitest';
import { buildCardText, markerColor, splitPostText } from './post-display.ts';
import { filterVisibleTasks, findNextIncompleteTask, type SurveyTask } from './survey-definition.ts';

test('truncates card text at 150 characters, without splitting a character', () => {
  expect(buildCardText(null)).toBe('');
  expect(buildCardText('x'.repeat(150))).toBe('x'.repeat(150));
  expect(buildCardText('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
  expect(buildCardText('👩‍🚒'.repeat(151))).toBe(`${'👩‍🚒'.repeat(150)}…`);
  expect(buildCardText('a\n\n b')).toBe('a b');
});

test('names a post without a title by its first sentence or words, and leaves the rest as its text', () => {
  const split = (content: string | null, title: string | null = null) =>
    Object.values(splitPostText({ title, content }));
  expect(split('Water  rises.', 'Bridge')).toEqual(['Bridge', 'Water rises.']);
  expect(split(null)).toEqual([null, '']);
  expect(split('Need water')).toEqual(['Need water', '']);
  expect(split('The pump is broken. Nobody came.')).toEqual(['The pump is broken', 'Nobody came.']);
  expect(split('Is the road open? We wait.')).toEqual(['Is the road open?', 'We wait.']);
  expect(split(`${'word '.repeat(20)}end`)).toEqual([
    `${'word '.repeat(12).trim()}…`,
    `… ${'word '.repeat(8)}end`,
  ]);
  expect(split('\ufeff\u202eThe pump\u200b is broken.\u2060 Nobody came.')).toEqual([
    'The pump is broken',
    'Nobody came.',
  ]);
  expect(split('\u200b\u200e')).toEqual([null, '']);
  expect(split('می\u200cخواهم 👩\u200d🚒')).toEqual(['می\u200cخواهم 👩\u200d🚒', '']);
  expect(split('水'.repeat(70))).toEqual([`${'水'.repeat(60)}…`, `… ${'水'.repeat(10)}`]);
});

test('uses grey for an invalid colour', () => {
  expect(markerColor('#2274B4')).toBe('#2274B4');
  for (const bad of ['2274B4', '#22 74', 'red', '', null]) expect(markerColor(bad)).toBe('#808080');
});

test('finds the first incomplete task after the report', () => {
  const task = (id: number, overrides: Partial<SurveyTask> = {}): SurveyTask => ({
    id,
    label: `Task ${id}`,
    type: 'task',
    priority: 10 - id,
    required: false,
    show_when_published: true,
    task_is_internal_only: false,
    ...overrides,
  });
  const tasks = [task(1, { type: 'post', priority: 50 }), task(2), task(3, { task_is_internal_only: true })];
  expect(filterVisibleTasks(tasks, true).map((it) => it.id)).toEqual([1, 3, 2]);
  expect(filterVisibleTasks(tasks, false).map((it) => it.id)).toEqual([1, 2]);
  expect(findNextIncompleteTask(tasks, [3])?.id).toBe(2);
  expect(findNextIncompleteTask(tasks, [2, 3])).toBeUndefined();
});
