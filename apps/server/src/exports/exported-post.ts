/** Conversion of exported posts for `readVisibleAnswers`. */
import { type AnsweredPost, emptySurveyFields } from '../posts/posts.public.ts';
import type { SurveyRow } from '../surveys/surveys.public.ts';
import type { ExportPlan } from './columns.ts';
import type { PostToExport } from './posts-to-export.sql.ts';

/** A post with its survey and fields, as needed to read its answers. */
export function toAnsweredPost(
  { surveys, fields, precision }: ExportPlan,
  post: PostToExport,
): AnsweredPost & { survey: SurveyRow | undefined } {
  const surveyId = post.survey_id;
  return {
    post,
    survey: surveyId === null ? undefined : surveys.get(surveyId),
    fields: (surveyId === null ? undefined : fields.get(surveyId)) ?? emptySurveyFields,
    places: post.places ?? [],
    categories: post.categories ?? [],
    precision,
  };
}
