/** Conversion of exported posts for `readVisibleAnswers`, and their areas. */
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  type AnsweredPost,
  emptySurveyFields,
  findVisibleAreaIds,
  type VisibleAnswers,
} from '../posts/posts.public.ts';
import type { SurveyRow } from '../surveys/surveys.public.ts';
import { type ExportPlan, listAreaSets } from './columns.ts';
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

/** The names of areas of a set. */
interface AreasOfSet {
  set: string;
  names: string[];
}

/**
 * Creates a function that lists the names of the areas around the places that a file contains of a post, for each set in the order of the
 * columns.
 * @param reader whose view of answers the file holds
 */
export function createAreaLister(
  plan: ExportPlan,
  reader: Viewer,
): (post: AnsweredPost, answers: readonly VisibleAnswers[]) => AreasOfSet[] {
  const columnIds = new Set(plan.attributes.map(({ id }) => id));
  const sets = listAreaSets(plan).map(({ id, name }) => ({
    name,
    areas: plan.areas.filter(({ set_id }) => set_id === id),
  }));
  if (sets.length === 0) return () => [];
  return (post, answers) => {
    const included = answers.filter(({ attribute }) => columnIds.has(attribute.id));
    const areaIds = findVisibleAreaIds(reader, post, included);
    return sets.map(({ name, areas }) => ({
      set: name,
      names: areas.filter(({ id }) => areaIds.has(id)).map((area) => area.name),
    }));
  };
}
