import { expect, test } from 'vitest';
import { diffAnswers, mergeAnswers } from './merge-answers.ts';

const initialAnswers = {
  title: 'Bridge',
  content: 'Closed',
  values: { a: ['1'], b: ['2'], c: ['3'] },
  completed: [5],
};

test('keeps my changes and takes the stored version of everything else', () => {
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
  expect(mergeAnswers(initialAnswers, mine, theirs)).toEqual({
    title: 'Bridge closed',
    content: 'Open again',
    values: { a: ['9'], c: [] },
    completed: [7, 6],
  });
});

test('names the changed fields and ignores equal answers in another format', () => {
  const same = { ...initialAnswers, values: { ...initialAnswers.values, place: [{ lat: 1, lon: 2 }] } };
  const again = { ...initialAnswers, values: { ...initialAnswers.values, place: [{ lat: 1, lon: 2 }] } };
  expect(diffAnswers(same, again)).toEqual({ texts: [], keys: [], tasks: [] });
  expect(
    diffAnswers(initialAnswers, { ...initialAnswers, content: 'Open', values: {}, completed: [] }),
  ).toEqual({
    texts: ['content'],
    keys: ['a', 'b', 'c'],
    tasks: [5],
  });
});
