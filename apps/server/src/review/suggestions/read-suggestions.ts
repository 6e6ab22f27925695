/** Suggestions for one post: what it lacks, and what it probably is. */
import { limits } from '@waypost/contract/common/limits';
import type { Suggestion } from '@waypost/contract/review/suggestions';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { findCategoriesById, isCategoryVisible } from '../../categories/categories.public.ts';
import { suggestPlaces } from '../../data-sources/data-sources.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { isOfferedCategory, type PostDetails } from '../../posts/posts.public.ts';
import { type AttributeRow, canSubmitTo, readSurveys } from '../../surveys/surveys.public.ts';
import { type RankedChoice, rankChoices } from './rank-choices.ts';

/** What is the same in all suggestions until one sets it. */
const noDetails = { form: null, key: null, tag: null, location: null, country: null, why: null } as const;

const { perKind } = limits.suggestions;

/** Open surveys for a post without one. */
async function suggestSurveys(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  ranked: readonly RankedChoice[],
): Promise<Suggestion[]> {
  const chosen = ranked.filter(({ kind }) => kind === 'survey');
  const surveys = await readSurveys(
    tx,
    chosen.map(({ id }) => id),
  );
  return chosen
    .flatMap(({ id, certainty }): Suggestion[] => {
      const survey = surveys.get(id);
      if (!survey || survey.disabled || !canSubmitTo(viewer, survey)) return [];
      const form = urls.relation('forms', id);
      return [{ ...noDetails, id: `survey:${id}`, kind: 'survey', name: survey.name, certainty, form }];
    })
    .slice(0, perKind);
}

/** The first question about categories. */
const findCategoryField = ({ fields }: PostDetails): AttributeRow | undefined =>
  fields.attributes.find((it) => fieldTypes[it.type].storage === 'categories');

/** Categories that the post does not have, as far as its survey takes more of them. */
async function suggestCategories(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  details: PostDetails,
  ranked: readonly RankedChoice[],
): Promise<Suggestion[]> {
  const field = findCategoryField(details);
  if (!field) return [];
  const chosen = details.categories.filter((it) => it.attribute_id === field.id);
  if (field.cardinality > 0 && chosen.length >= field.cardinality) return [];
  const candidates = ranked.filter(
    ({ kind, id }) =>
      kind === 'category' &&
      isOfferedCategory(field, id) &&
      !chosen.some(({ category_id }) => category_id === id),
  );
  const categories = await findCategoriesById(
    tx,
    candidates.map(({ id }) => id),
  );
  return candidates
    .flatMap(({ id, certainty }): Suggestion[] => {
      const category = categories.find((it) => it.id === id);
      if (!category || !isCategoryVisible(viewer, category)) return [];
      const tag = urls.relation('tags', id);
      const suggestionId = `category:${id}`;
      const { key } = field;
      return [{ ...noDetails, id: suggestionId, kind: 'category', name: category.tag, certainty, key, tag }];
    })
    .slice(0, perKind);
}

/** Places that the text mentions, for a post whose survey asks for one and that has none. */
async function suggestMissingPlaces(tx: Tx, viewer: Viewer, details: PostDetails): Promise<Suggestion[]> {
  const { post, fields, places } = details;
  const field = fields.attributes.find(({ type }) => type === 'point');
  if (!field || places.some((it) => it.attribute_id === field.id)) return [];
  const found = await suggestPlaces(tx, viewer, post.id);
  return found.slice(0, perKind).map(
    ({ name, country, lat, lon, why }): Suggestion => ({
      ...noDetails,
      id: `place:${lat},${lon}`,
      kind: 'place',
      name,
      certainty: null,
      key: field.key,
      location: { lat, lon },
      country,
      why,
    }),
  );
}

/** All suggestions for a post, those for a survey first. @param details of a post that the viewer may review */
export async function readSuggestions(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  details: PostDetails,
): Promise<Suggestion[]> {
  const { title, content, survey_id } = details.post;
  const ranked = await rankChoices(tx, [title, content].filter((it) => it !== null).join(' '));
  if (survey_id === null) return suggestSurveys(tx, viewer, urls, ranked);
  return [
    ...(await suggestCategories(tx, viewer, urls, details, ranked)),
    ...(await suggestMissingPlaces(tx, viewer, details)),
  ];
}
