/** What somebody changed in a form, as text that can be pasted elsewhere. Pure. */
import { type Answers, isUntouched } from '../../blocks/survey-form/form-answers.ts';
import { changesOf } from './merge-answers.ts';
import type { SurveyWhole } from './use-survey.ts';

function answerText(answer: unknown, type: string, { categories }: SurveyWhole): string {
  if (type === 'tags') return categories.find((it) => it.id === Number(answer))?.tag ?? String(answer);
  if (typeof answer === 'string' || typeof answer === 'number') return String(answer);
  if (typeof answer !== 'object' || answer === null) return '';
  if ('lat' in answer && 'lon' in answer) return `${String(answer.lat)}, ${String(answer.lon)}`;
  // A picture that has not been sent.
  return 'name' in answer ? String(answer.name) : '';
}

/** @param words what the form calls the post's own title and text */
export function changesText(
  whole: SurveyWhole,
  start: Answers,
  now: Answers,
  words: { title: string; content: string },
): string {
  if (isUntouched(now, start)) return '';
  const { texts, keys } = changesOf(start, now);
  const labelOf = (type: string, otherwise: string) =>
    whole.attributes.find((it) => it.type === type)?.label ?? otherwise;
  const labels = {
    title: labelOf('title', words.title),
    content: labelOf('description', words.content),
  };
  const answers = whole.attributes
    .filter((it) => keys.includes(it.key))
    .map(({ key, label, type }) => {
      const list = (now.values[key] ?? []).map((it) => answerText(it, type, whole)).filter((it) => it !== '');
      return `${label}: ${list.join('; ')}`;
    });
  return [...texts.map((it) => `${labels[it]}: ${now[it]}`), ...answers].join('\n');
}
