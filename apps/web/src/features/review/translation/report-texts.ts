/** The texts of a report that can be translated. Pure. */
import type { Post } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { SurveyFormDefinition } from '../../../blocks/survey-form/answers/form-answers.ts';

/** A text, and the label of its field; null for title and description. */
export interface ReportText {
  label: string | null;
  text: string;
}

/** Title, description and the answers in words, without empty ones. @param survey undefined for a report without one */
export function listReportTexts(post: Post, survey: SurveyFormDefinition | undefined): ReportText[] {
  const values: Readonly<Record<string, unknown>> = Array.isArray(post.values) ? {} : post.values;
  const answers = (survey?.attributes ?? [])
    .filter(({ type }) => fieldTypes[type].isTranslatable)
    .flatMap(({ key, label }) => [values[key] ?? []].flat().map((answer) => ({ label, text: answer })));
  return [{ label: null, text: post.title }, { label: null, text: post.content }, ...answers].flatMap(
    ({ label, text }) => (typeof text === 'string' && text.trim() !== '' ? [{ label, text }] : []),
  );
}
