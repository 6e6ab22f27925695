/** The texts of a report that visitors see, or will see once it is published. Pure. */
import type { Post, PostInput } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { SurveyFormDefinition } from '../survey-form/answers/form-answers.ts';

/** A public text. */
export interface PublicText {
  text: string;
  /** What has to be saved to replace it. */
  replaceWith: (text: string) => Pick<PostInput, 'title' | 'content'> & { values?: Record<string, unknown> };
}

/** Keys of answers that visitors see, and that may identify somebody. */
const findPublicKeys = ({ attributes, tasks }: SurveyFormDefinition): string[] =>
  attributes
    .filter((it) => fieldTypes[it.type].personalData !== 'none' && !it.response_private)
    .filter((it) => tasks.some((task) => task.id === it.form_stage_id && !task.task_is_internal_only))
    .map((it) => it.key);

/** Title, description and answers. @param survey undefined while it is loading: then without answers */
export function listPublicTexts(
  post: Pick<Post, 'title' | 'content'> & { values: Readonly<Record<string, unknown>> | unknown[] },
  survey: SurveyFormDefinition | undefined,
): PublicText[] {
  const values: Readonly<Record<string, unknown>> = Array.isArray(post.values) ? {} : post.values;
  const answers = (survey ? findPublicKeys(survey) : []).flatMap((key) => {
    const given = [values[key] ?? []].flat();
    return given.map((answer, index) => ({
      text: typeof answer === 'string' ? answer : '',
      replaceWith: (text: string) => ({ values: { ...values, [key]: given.with(index, text) } }),
    }));
  });
  return [
    { text: post.title ?? '', replaceWith: (title: string) => ({ title }) },
    { text: post.content ?? '', replaceWith: (content: string) => ({ content }) },
    ...answers,
  ];
}
