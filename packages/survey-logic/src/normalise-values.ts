/** Normalises answers for storage: without empty answers, and with one encoding per type. */
import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import { type Answer, parseAnswer } from './parse-answer.ts';
import { isStoredInValues, type SurveyAttribute } from './survey-definition.ts';
import { findAnswers, type RawValues } from './validate-answers.ts';

/** Answers by attribute key. Keys without answers are left out. */
export type NormalisedValues = Record<string, Answer[]>;

/** The same choice selected twice counts once. */
const isChoice = ({ type, input }: SurveyAttribute) =>
  fieldTypes[type].hasDistinctAnswers || fieldInputs[input].answers === 'many';

/**
 * Drops empty answers and keys without answers, and converts all others to their encoding (API v3 §2.1). Requires
 * values without errors from `validateAnswers`: unreadable answers and those without an attribute are dropped.
 */
export function normaliseValues(attributes: readonly SurveyAttribute[], values: RawValues): NormalisedValues {
  const entries = attributes.filter(isStoredInValues).flatMap((attribute): [string, Answer[]][] => {
    const answers = findAnswers(values, attribute.key).flatMap((raw) => {
      const result = parseAnswer(attribute, raw);
      return 'answer' in result ? [result.answer] : [];
    });
    const different = isChoice(attribute) ? [...new Set(answers)] : answers;
    return different.length > 0 ? [[attribute.key, different]] : [];
  });
  return Object.fromEntries(entries);
}

/** Unique ids or names of all categories chosen in a post. The server resolves the names. */
export const collectCategories = (attributes: readonly SurveyAttribute[], values: RawValues): string[] => {
  const chosen = attributes
    .filter((it) => fieldTypes[it.type].answerKind === 'category')
    .flatMap((it) => normaliseValues([it], values)[it.key] ?? []);
  return [...new Set(chosen.map(String))];
};
