import { expect, test } from 'vitest';
import { findPins, groupByVisibility } from './answer-visibility.ts';
import { type DraftTask, newField, newTask } from './survey-draft.ts';

const task = (values: Partial<DraftTask>): DraftTask => ({
  ...newTask(),
  task_is_internal_only: false,
  ...values,
});
const place = newField('location', 'Place');

test('answers are public unless they, or their task, are for the team', () => {
  const tasks = [
    task({ fields: [newField('title', 'Title'), place, newField('date', 'Day')] }),
    task({ fields: [{ ...newField('shortText', 'Phone'), response_private: true }] }),
    task({ task_is_internal_only: true, fields: [newField('longText', 'Notes')] }),
    task({ show_when_published: false, fields: [newField('longText', 'Check')] }),
  ];
  expect(groupByVisibility({ tasks, hide_location: false, hide_time: false, place_mask: 'rounded' })).toEqual(
    {
      everyone: ['Title', 'Place', 'Day'],
      rounded: [],
      day: [],
      team: ['Phone', 'Notes', 'Check'],
    },
  );
  const hidden = groupByVisibility({ tasks, hide_location: true, hide_time: true, place_mask: 'rounded' });
  expect([hidden.everyone, hidden.rounded, hidden.day]).toEqual([['Title'], ['Place'], ['Day']]);
});

test('pins need a place, and a public one for everyone to see them', () => {
  expect(findPins([task({ fields: [newField('title')] })])).toBe('nobody');
  expect(findPins([task({ task_is_internal_only: true, fields: [place] })])).toBe('team');
  expect(findPins([task({ fields: [{ ...place, response_private: true }] })])).toBe('team');
  expect(findPins([task({ fields: [place] })])).toBe('everyone');
});
