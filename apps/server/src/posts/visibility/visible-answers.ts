/** Answers of a post as a viewer may see them (API v3 §3.4 to §3.6, ruling 43). Pure. */
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { isOnlyRounded } from '@waypost/contract/surveys/place-masking';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import { isStoredInValues } from '@waypost/survey-logic/survey-definition';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { type AttributeRow, visibleAttributes } from '../../surveys/surveys.public.ts';
import { fieldTypeHandlers } from '../answers/field-types.ts';
import { isOfferedCategory } from '../answers/offered-categories.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts, canSeeUnmasked } from '../posts.rules.ts';

/** The part of a post that contains answers and decides who may see them. */
export type AnsweredPost = Pick<PostDetails, 'survey' | 'fields' | 'categories' | 'precision'> & {
  post: Pick<PostDetails['post'], 'user_id' | 'values'> & { id?: number };
  places: readonly Pick<
    PostDetails['places'][number],
    'attribute_id' | 'masked_lat' | 'masked_lon' | 'area_ids' | 'masked_area_ids'
  >[];
};

/** The answers to one attribute; never empty. */
export interface VisibleAnswers {
  attribute: AttributeRow;
  answers: Answer[];
}

/** Stored answers to an attribute: categories by id, others as in the post's values. */
export function readStoredAnswers(
  { post, categories }: Pick<AnsweredPost, 'post' | 'categories'>,
  attribute: AttributeRow,
): Answer[] {
  if (fieldTypes[attribute.type].storage === 'categories')
    return categories.filter((it) => it.attribute_id === attribute.id).map((it) => String(it.category_id));
  return (post.values[attribute.key] ?? []) as Answer[];
}

/** Stored answers without categories that the survey does not offer. */
function readOfferedAnswers(details: AnsweredPost, attribute: AttributeRow): Answer[] {
  const answers = readStoredAnswers(details, attribute);
  return fieldTypes[attribute.type].storage === 'categories'
    ? answers.filter((id) => isOfferedCategory(attribute, Number(id)))
    : answers;
}

/** Answers with reduced precision, for viewers who may not see them exactly. */
function maskAnswers(details: AnsweredPost, { attribute, answers }: VisibleAnswers): Answer[] {
  const { survey, places, precision } = details;
  const { roundedBy } = fieldTypes[attribute.type];
  const shownPlaces = places.flatMap((place) =>
    place.attribute_id === attribute.id && place.masked_lat !== null && place.masked_lon !== null
      ? { lon: place.masked_lon, lat: place.masked_lat }
      : [],
  );
  const isHidden = roundedBy !== null && (survey?.[roundedBy] ?? true);
  const hidesShape = survey !== undefined && survey.hide_location && !isOnlyRounded(survey);
  return fieldTypeHandlers[attribute.type].round(answers, { isHidden, hidesShape, shownPlaces, precision });
}

/**
 * Answers that the viewer may see, in the order of the survey. Answers to hidden tasks need Manage Posts; private answers
 * are also shown to the author. Categories that the survey does not offer are shown to nobody.
 */
export function readVisibleAnswers(viewer: Viewer, details: AnsweredPost): VisibleAnswers[] {
  const isUnmasked = canSeeUnmasked(viewer, details.post);
  const visible: VisibleAnswers[] = [];
  for (const attribute of visibleAttributes(details.fields, canManagePosts(viewer))) {
    if (!isStoredInValues(attribute) || (attribute.response_private && !isUnmasked)) continue;
    const exact = { attribute, answers: readOfferedAnswers(details, attribute) };
    const shown = isUnmasked ? exact : { attribute, answers: maskAnswers(details, exact) };
    if (shown.answers.length > 0) visible.push(shown);
  }
  return visible;
}
