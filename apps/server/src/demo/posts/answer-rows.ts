/** Answers in the form in which they are stored. */
import type { Point } from '../cities.ts';
import type { SavedSurvey } from '../surveys/insert-surveys.ts';
import type { GeneratedAnswers } from '../surveys/plan.ts';
import type { PostRows } from './post-rows.ts';

/** Answers by attribute key, without empty ones. */
export function buildValues(survey: SavedSurvey, answers: GeneratedAnswers): Record<string, unknown[]> {
  const values: Record<string, unknown[]> = {};
  for (const [name, fieldAnswers] of Object.entries(answers.values)) {
    const field = survey.fields.get(name);
    if (!field) throw new TypeError(`${survey.plan.name} has no field "${name}"`);
    if (fieldAnswers.length > 0) values[field.key] = [...fieldAnswers];
  }
  return values;
}

/** Rows of all places in answers; for an area, the location of the report. */
export function buildPlaceRows(
  survey: SavedSurvey,
  answers: GeneratedAnswers,
  postId: number,
  { lat, lon }: Point,
): PostRows['places'] {
  return [...survey.fields].flatMap(([name, field]) => {
    if ((field.type !== 'point' && field.type !== 'geometry') || !answers.values[name]?.length) return [];
    return [
      {
        post_id: postId,
        attribute_id: field.id,
        position: 0,
        lat,
        lon,
        masked_lat: null,
        masked_lon: null,
        mask_cell: null,
        area_ids: null,
        masked_area_ids: null,
        is_masked: false,
        is_shown: false,
      },
    ];
  });
}

/**
 * Rows of all categories in answers.
 * @param ids categories by slug
 */
export function buildCategoryRows(
  survey: SavedSurvey,
  answers: GeneratedAnswers,
  postId: number,
  ids: ReadonlyMap<string, number>,
): PostRows['categories'] {
  const field = survey.fields.get('categories');
  return answers.categories.flatMap((slug) => {
    const category_id = ids.get(slug);
    if (!field || category_id === undefined) throw new TypeError(`no category "${slug}"`);
    return [{ post_id: postId, attribute_id: field.id, category_id }];
  });
}
