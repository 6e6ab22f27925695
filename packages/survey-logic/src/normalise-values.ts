/** Answers as they are stored: nothing empty, every type in its one encoding. */
import type { AttributeType } from '@waypost/contract/surveys/attributes';
import { type Answer, parseAnswer } from './parse-answer.ts';
import { isStoredInValues, type SurveyAttribute } from './survey-definition.ts';
import { findAnswers, type RawValues } from './validate-answers.ts';

/** Answers by attribute key; no key without answers. */
export type NormalisedValues = Record<string, Answer[]>;

/** A choice made twice is one choice. */
const isChoice = ({ type, input }: SurveyAttribute) =>
  (['tags', 'relation'] satisfies AttributeType[] as AttributeType[]).includes(type) ||
  input === 'checkbox' ||
  input === 'checkboxes';

/**
 * Drops empty answers and keys without answers, and brings the rest into their encoding (API v3 §2.1).
 * To be called with values in which `checkAnswers` found no fault: what cannot be read, or belongs to no attribute, is left out.
 */
export function normaliseValues(attributes: readonly SurveyAttribute[], values: RawValues): NormalisedValues {
  const kept = attributes.filter(isStoredInValues).flatMap((attribute): [string, Answer[]][] => {
    const answers = findAnswers(values, attribute.key).flatMap((raw) => {
      const result = parseAnswer(attribute, raw);
      return 'answer' in result ? [result.answer] : [];
    });
    const different = isChoice(attribute) ? [...new Set(answers)] : answers;
    return different.length > 0 ? [[attribute.key, different]] : [];
  });
  return Object.fromEntries(kept);
}

/** Ids, or names still to be resolved, of all categories chosen anywhere in the post, each once. */
export const collectCategories = (attributes: readonly SurveyAttribute[], values: RawValues): string[] => {
  const chosen = attributes
    .filter((it) => it.type === 'tags')
    .flatMap((it) => normaliseValues([it], values)[it.key] ?? []);
  return [...new Set(chosen.map(String))];
};
