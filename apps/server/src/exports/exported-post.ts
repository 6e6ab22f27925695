/** A post that is exported, with what its answers have to be read by. */
import { type AnsweredPost, noFields } from '../posts/posts.public.ts';
import type { SurveyRow } from '../surveys/surveys.public.ts';
import type { ExportPlan } from './columns.ts';
import type { PostToExport } from './posts-to-export.sql.ts';

export function toAnsweredPost(
  { surveys, fields, precision }: ExportPlan,
  post: PostToExport,
): AnsweredPost & { survey: SurveyRow | undefined } {
  const { survey_id: id } = post;
  return {
    post,
    survey: id === null ? undefined : surveys.get(id),
    fields: (id === null ? undefined : fields.get(id)) ?? noFields,
    places: post.places ?? [],
    categories: post.categories ?? [],
    precision,
  };
}
