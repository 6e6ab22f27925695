/** The texts of a report that visitors see, or will see once it is published. Pure. */
import type { Post, PostInput } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { FullSurvey } from '../use-full-survey.ts';

/** A public text. */
export interface PublicText {
  text: string;
  /** What has to be saved to replace it. */
  replaceWith: (text: string) => Pick<PostInput, 'title' | 'content'> & { values?: Record<string, unknown> };
}

/** Keys of answers with text that visitors see. */
const findPublicKeys = ({ attributes, tasks }: FullSurvey): string[] =>
  attributes
    .filter((it) => fieldTypes[it.type].answerKind === 'text' && !it.response_private)
    .filter((it) => tasks.some((task) => task.id === it.form_stage_id && !task.task_is_internal_only))
    .map((it) => it.key);

/** Title, description and answers. @param survey undefined while it is loading: then without answers */
export function listPublicTexts(post: Post, survey: FullSurvey | undefined): PublicText[] {
  const values = Array.isArray(post.values) ? {} : post.values;
  const answers = (survey ? findPublicKeys(survey) : []).flatMap((key) =>
    (values[key] ?? []).map((answer, index) => ({
      text: typeof answer === 'string' ? answer : '',
      replaceWith: (text: string) => ({
        values: { ...values, [key]: (values[key] ?? []).with(index, text) },
      }),
    })),
  );
  return [
    { text: post.title ?? '', replaceWith: (title: string) => ({ title }) },
    { text: post.content ?? '', replaceWith: (content: string) => ({ content }) },
    ...answers,
  ];
}
