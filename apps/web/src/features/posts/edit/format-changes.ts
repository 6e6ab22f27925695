/** The user's changes to a form as text that can be copied elsewhere. Pure. */
import { type Answers, isUnchanged } from '../../../blocks/survey-form/answers/form-answers.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import { diffAnswers } from './merge-answers.ts';

function formatAnswer(answer: unknown, type: string, { categories }: FullSurvey): string {
  if (type === 'tags') return categories.find((it) => it.id === Number(answer))?.tag ?? String(answer);
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
  const labelOf = (type: string, otherwise: string) =>
    fullSurvey.attributes.find((it) => it.type === type)?.label ?? otherwise;
  const labels = {
    title: labelOf('title', postLabels.title),
    content: labelOf('description', postLabels.content),
  };
  const answers = fullSurvey.attributes
    .filter((it) => keys.includes(it.key))
    .map(({ key, label, type }) => {
      const list = (current.values[key] ?? [])
        .map((it) => formatAnswer(it, type, fullSurvey))
        .filter((it) => it !== '');
      return `${label}: ${list.join('; ')}`;
    });
  return [...texts.map((it) => `${labels[it]}: ${current[it]}`), ...answers].join('\n');
}
