/** A post's answers as somebody is shown them (wire 3.4 to 3.6, ruling 43). Pure. */
import type { Answer } from '@waypost/survey-logic/parse-answer';
import { isStoredInValues } from '@waypost/survey-logic/survey-definition';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { type AttributeRow, shownFields } from '../../surveys/surveys.public.ts';
import { roundCoordinates } from '../answers/well-known-text.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts, canSeeUnmasked } from '../posts.rules.ts';

/** What of a post says what was answered, and who may know. */
export type AnsweredPost = Pick<PostDetails, 'survey' | 'fields' | 'categories' | 'precision'> & {
  post: Pick<PostDetails['post'], 'user_id' | 'values'>;
  places: readonly Pick<PostDetails['places'][number], 'attribute_id' | 'shown_lat' | 'shown_lon'>[];
};

/** The answers to one attribute; at least one. */
export interface VisibleAnswers {
  attribute: AttributeRow;
  answers: Answer[];
}

/** As they are stored: categories by id, everything else from the post. */
export function readStoredAnswers(
  { post, categories }: Pick<AnsweredPost, 'post' | 'categories'>,
  attribute: AttributeRow,
): Answer[] {
  if (attribute.type === 'tags')
    return categories.filter((it) => it.attribute_id === attribute.id).map((it) => String(it.category_id));
  return (post.values[attribute.key] ?? []) as Answer[];
}

/** What those who may not know better are shown instead. */
function maskAnswers(details: AnsweredPost, { attribute, answers }: VisibleAnswers): Answer[] {
  const { survey, places, precision } = details;
  const hidesTime = survey?.hide_time ?? true;
  const hidesPlace = survey?.hide_location ?? true;
  if (attribute.type === 'point')
    // Worked out at write, so that the map, the search and this agree to the last digit.
    return places.flatMap((place) =>
      place.attribute_id === attribute.id && place.shown_lat !== null && place.shown_lon !== null
        ? { lon: place.shown_lon, lat: place.shown_lat }
        : [],
    );
  if (attribute.type === 'datetime' && hidesTime)
    return answers.map((answer) => (typeof answer === 'string' ? `${answer.slice(0, 10)} 00:00:00` : answer));
  if (attribute.type === 'geometry' && hidesPlace)
    return answers.map((answer) =>
      typeof answer === 'string' ? roundCoordinates(answer, precision) : answer,
    );
  return answers;
}

/**
 * Answers in the order of the survey. Hidden tasks are for Manage Posts alone; private answers also for the author, who
 * gave them.
 */
export function readVisibleAnswers(viewer: Viewer, details: AnsweredPost): VisibleAnswers[] {
  const inFull = canSeeUnmasked(viewer, details.post);
  return shownFields(details.fields, canManagePosts(viewer))
    .attributes.filter((it) => isStoredInValues(it) && (inFull || !it.response_private))
    .map((attribute) => ({ attribute, answers: readStoredAnswers(details, attribute) }))
    .map((it) => (inFull ? it : { ...it, answers: maskAnswers(details, it) }))
    .filter((it) => it.answers.length > 0);
}
