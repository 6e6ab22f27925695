/** Answers as they are stored. */
import type { Point } from '../cities.ts';
import type { SavedSurvey } from '../surveys/insert-surveys.ts';
import type { GeneratedAnswers } from '../surveys/plan.ts';
import type { PostRows } from './post-rows.ts';

/** Only what was answered, under the attributes' keys. */
export function buildValues(survey: SavedSurvey, answers: GeneratedAnswers): Record<string, unknown[]> {
  const values: Record<string, unknown[]> = {};
  for (const [name, given] of Object.entries(answers.values)) {
    const field = survey.fields.get(name);
    if (!field) throw new TypeError(`${survey.plan.name} has no field "${name}"`);
    if (given.length > 0) values[field.key] = [...given];
  }
  return values;
}

/** Places of all answers that have one; an area's middle is where the report stands. */
export function buildPlaceRows(
  survey: SavedSurvey,
  answers: GeneratedAnswers,
  postId: number,
  { lat, lon }: Point,
): PostRows['places'] {
  return [...survey.fields].flatMap(([name, field]) => {
    if ((field.type !== 'point' && field.type !== 'geometry') || !answers.values[name]?.length) return [];
    return [
      { post_id: postId, attribute_id: field.id, position: 0, lat, lon, shown_lat: null, shown_lon: null },
    ];
  });
}

/** @param ids categories by slug */
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
