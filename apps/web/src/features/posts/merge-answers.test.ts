import { expect, test } from 'vitest';
import { changesOf, mergeAnswers } from './merge-answers.ts';

const start = {
  title: 'Bridge',
  content: 'Closed',
  values: { a: ['1'], b: ['2'], c: ['3'] },
  completed: [5],
};

test('what I changed is kept, what I did not touch is theirs', () => {
  const mine = {
    title: 'Bridge closed',
    content: 'Closed',
    values: { a: ['9'], c: ['3'] },
    completed: [5, 6],
  };
  const theirs = {
    title: 'A bridge',
    content: 'Open again',
    values: { a: ['1'], b: ['2', '4'], c: [] },
    completed: [7],
  };
  expect(mergeAnswers(start, mine, theirs)).toEqual({
    title: 'Bridge closed',
    content: 'Open again',
    values: { a: ['9'], c: [] },
    completed: [7, 6],
  });
});

test('changes are named; an answer spelled differently but the same is none', () => {
  const same = { ...start, values: { ...start.values, place: [{ lat: 1, lon: 2 }] } };
  const again = { ...start, values: { ...start.values, place: [{ lat: 1, lon: 2 }] } };
  expect(changesOf(same, again)).toEqual({ texts: [], keys: [], tasks: [] });
  expect(changesOf(start, { ...start, content: 'Open', values: {}, completed: [] })).toEqual({
    texts: ['content'],
    keys: ['a', 'b', 'c'],
    tasks: [5],
  });
});
