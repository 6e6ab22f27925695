import { expect, test } from 'vitest';
import { parseQuestions } from './parse-questions.ts';

const read = (text: string) =>
  parseQuestions(text).map(({ label, kind, isRequired, options }) => [label, kind, isRequired, options]);

test('each line is a question, without its bullet, and a star makes it required', () => {
  expect(read('1. Name of the village *\n\n2) How many people?\nc) Notes\n')).toEqual([
    ['Name of the village', 'shortText', true, []],
    ['How many people?', 'shortText', false, []],
    ['Notes', 'shortText', false, []],
  ]);
});

test('indented lines, and dashes below a line without one, are choices', () => {
  expect(read('Is it open?\n  Yes\n\tNo\nWhat is missing?\n- Water\n- Food\n- Water')).toEqual([
    ['Is it open?', 'radio', false, ['Yes', 'No']],
    ['What is missing?', 'radio', false, ['Water', 'Food']],
  ]);
});

test('many choices are a drop-down list', () => {
  expect(read(`District\n${Array.from({ length: 7 }, (_, at) => `  D${at}`).join('\n')}`)[0]?.[1]).toBe(
    'select',
  );
});

test('rows of a table have the question first and its choices in further cells', () => {
  expect(read('Level\tlow; high\nName\t')).toEqual([
    ['Level', 'radio', false, ['low', 'high']],
    ['Name', 'shortText', false, []],
  ]);
});

test('a question in another script keeps its letters', () => {
  expect(read('1. 水有多深？\n  膝盖\n  腰部')).toEqual([['水有多深？', 'radio', false, ['膝盖', '腰部']]]);
});

test('text that is too long is cut', () => {
  expect(read('x'.repeat(400))[0]?.[0]).toHaveLength(150);
  expect(read('  \n\t\n')).toEqual([]);
});
