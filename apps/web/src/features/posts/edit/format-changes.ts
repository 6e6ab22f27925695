/** The user's changes to a form as text that can be copied elsewhere. Pure. */
import type { AttributeType } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { findDescriptionAttribute, findTitleAttribute } from '@waypost/survey-logic/survey-definition';
import { type Answers, isUnchanged } from '../../../blocks/survey-form/answers/form-answers.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import { diffAnswers } from './merge-answers.ts';

function formatAnswer(answer: unknown, type: AttributeType, { categories }: FullSurvey): string {
  if (fieldTypes[type].answerKind === 'category')
    return categories.find((category) => category.id === Number(answer))?.tag ?? String(answer);
  if (typeof answer === 'string' || typeof answer === 'number') return String(answer);
  if (typeof answer !== 'object' || answer === null) return '';
  if ('lat' in answer && 'lon' in answer) return `${String(answer.lat)}, ${String(answer.lon)}`;
  // A photo that is not uploaded yet.
  return 'name' in answer ? String(answer.name) : '';
}

/** @param postLabels labels of the post's title and description in this survey */
export function formatChanges(
  fullSurvey: FullSurvey,
  initial: Answers,
  current: Answers,
  postLabels: { title: string; content: string },
): string {
  if (isUnchanged(current, initial)) return '';
  const { texts, keys } = diffAnswers(initial, current);
  const labels = {
    title: findTitleAttribute(fullSurvey.attributes)?.label ?? postLabels.title,
    content: findDescriptionAttribute(fullSurvey.attributes)?.label ?? postLabels.content,
  };
  const answers = fullSurvey.attributes
    .filter((attribute) => keys.includes(attribute.key))
    .map(({ key, label, type }) => {
      const list = (current.values[key] ?? [])
        .map((answer) => formatAnswer(answer, type, fullSurvey))
        .filter((text) => text !== '');
      return `${label}: ${list.join('; ')}`;
    });
  return [...texts.map((name) => `${labels[name]}: ${current[name]}`), ...answers].join('\n');
}
