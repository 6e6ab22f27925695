import { expect, test } from 'vitest';
import { findRevealedFacts, type RevealedFact } from './revealed-facts.ts';
import { type DraftTask, newDraft, newField, newTask, type SurveyDraft } from './survey-draft.ts';

const phone = { ...newField('shortText', 'Phone'), response_private: true };
const check = newField('longText', 'Check');
const task: DraftTask = { ...newTask(), task_is_internal_only: false, fields: [phone] };
const hiddenTask: DraftTask = { ...newTask(), task_is_internal_only: true, fields: [check] };
const saved: SurveyDraft = {
  ...newDraft({ post: 'Post', title: 'Title', description: 'Description' }),
  hide_author: true,
  hide_time: true,
  hide_location: true,
  place_mask: 'displaced',
  place_min_reports: 3,
  tasks: [task, hiddenTask],
};
const displaced = { place_min_distance: 500, place_max_distance: 2000 };

test.each<[string, Partial<SurveyDraft>, Partial<SurveyDraft>, RevealedFact['kind'][]]>([
  ['names', {}, { hide_author: false }, ['author']],
  ['times', {}, { hide_time: false }, ['time']],
  ['places', {}, { hide_location: false }, ['place']],
  ['no place before', { place_mask: 'hidden' }, { place_mask: 'grid' }, ['approximatePlace']],
  ['another kind', {}, { place_mask: 'grid' }, ['otherPlace']],
  ['a nearer ring', displaced, { place_max_distance: 1000 }, ['closerPlace']],
  ['a wider ring', displaced, { place_max_distance: '4000' }, ['otherPlace']],
  ['finer squares', { place_mask: 'grid' }, { place_grid_km: 1 }, ['closerPlace']],
  ['fewer people', {}, { place_min_reports: 2 }, ['rarePlace']],
  ['an answer', {}, { tasks: [{ ...task, fields: [{ ...phone, response_private: false }] }] }, ['answers']],
  ['a task', {}, { tasks: [task, { ...hiddenTask, task_is_internal_only: false }] }, ['answers']],
  ['an answer that moves', {}, { tasks: [{ ...task, fields: [phone, check] }] }, ['answers']],
  ['nothing: no place', {}, { place_mask: 'hidden' }, []],
  ['nothing: more people', {}, { place_min_reports: 5 }, []],
  ['nothing: distances as text', displaced, { place_max_distance: '2000' }, []],
  ['nothing: distances that are not used', { place_mask: 'grid' }, { place_max_distance: 1000 }, []],
  ['nothing: a shorter delay', { publication_delay_hours: 24 }, { publication_delay_hours: 0 }, []],
  ['nothing: hidden from now on', { hide_location: false, hide_time: false }, { hide_location: true }, []],
  ['nothing: a new field', {}, { tasks: [{ ...task, fields: [phone, newField('date')] }, hiddenTask] }, []],
])('a change shows %s', (_, before, after, kinds) => {
  const survey = { ...saved, ...before };
  expect(findRevealedFacts(survey, { ...survey, ...after }).map(({ kind }) => kind)).toEqual(kinds);
});
