/** The areas of a post as a viewer may see them (docs/decisions/0085). Pure. */
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canSeeUnmasked } from '../posts.rules.ts';
import type { AnsweredPost, VisibleAnswers } from './visible-answers.ts';

/**
 * Ids of the areas around the places that a viewer gets of a post. Around masked places they follow from the shown coordinates alone.
 * @param answers as the viewer sees them
 */
export function findVisibleAreaIds(
  viewer: Viewer,
  { post, places }: Pick<AnsweredPost, 'post' | 'places'>,
  answers: readonly VisibleAnswers[],
): Set<number> {
  const isUnmasked = canSeeUnmasked(viewer, post);
  const shownIds = new Set(answers.map(({ attribute }) => attribute.id));
  const shownPlaces = places.filter(({ attribute_id }) => shownIds.has(attribute_id));
  return new Set(
    shownPlaces.flatMap(({ area_ids, masked_area_ids }) => (isUnmasked ? area_ids : masked_area_ids) ?? []),
  );
}
