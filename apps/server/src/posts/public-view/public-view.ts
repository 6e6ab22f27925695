/** A post as visitors will see it once it is published, by the code that shows posts to visitors. */
import type { PublicView } from '@waypost/contract/posts/public-view';
import { pickPlaceMasking, placeMaskingDefaults } from '@waypost/contract/surveys/place-masking';
import { computePlaceRadius } from '@waypost/survey-logic/location-precision';
import { isStoredInValues } from '@waypost/survey-logic/survey-definition';
import { toApiDateOrNull, type UrlBuilder } from '../../kernel/http/api-format.ts';
import { anonymousViewer, type Viewer } from '../../kernel/security/viewer.ts';
import { visibleFields } from '../../surveys/surveys.public.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts } from '../posts.rules.ts';
import { viewPost } from '../posts.view.ts';
import { readStoredAnswers, readVisibleAnswers } from '../visibility/visible-answers.ts';

/** Questions with answers that the viewer may see, or has given, and visitors do not see. */
function findWithheldAnswers(viewer: Viewer, details: PostDetails): PublicView['withheld_answers'] {
  const shown = new Set(readVisibleAnswers(anonymousViewer, details).map(({ attribute }) => attribute.id));
  return visibleFields(details.fields, canManagePosts(viewer))
    .attributes.filter((it) => isStoredInValues(it) && !shown.has(it.id))
    .filter((it) => readStoredAnswers(details, it).length > 0)
    .map(({ key, label }) => ({ key, label }));
}

/** Posts without a survey have rounded places (API v3 §3.5). */
function findPlaceMasking({ survey }: PostDetails): NonNullable<PublicView['place_masking']> {
  const { publication_delay_hours: _, ...masking } = pickPlaceMasking(survey ?? placeMaskingDefaults);
  return masking;
}

function findWithheldFacts({ post, places }: PostDetails, shown: PublicView['post']): PublicView['withheld'] {
  const isPlaceWithheld = places.some(
    ({ lat, lon, masked_lat, masked_lon }) => lat !== masked_lat || lon !== masked_lon,
  );
  const facts: [PublicView['withheld'][number], boolean][] = [
    ['author', post.user_id !== null ? !shown.user : post.author_realname !== null],
    ['contact', post.contact_id !== null || post.author_email !== null],
    ['time', shown.date_precision === 'day'],
    ['place', isPlaceWithheld],
  ];
  return facts.filter(([, isWithheld]) => isWithheld).map(([fact]) => fact);
}

/**
 * The public view of a post, whatever its status and roles.
 * @param viewer the author or a member of the team, who learns what is withheld
 * @param details as visitors read them: with public collections only
 */
export function viewAsVisitor(viewer: Viewer, urls: UrlBuilder, details: PostDetails): PublicView {
  const published = { ...details.post, status: 'published' as const };
  const post = viewPost(anonymousViewer, urls, { ...details, post: published, lock: undefined });
  const withheld = findWithheldFacts(details, post);
  const masking = withheld.includes('place') ? findPlaceMasking(details) : null;
  const isPlaceShown = details.places.some(({ masked_lat }) => masked_lat !== null);
  return {
    post,
    withheld,
    withheld_answers: findWithheldAnswers(viewer, details),
    place_radius: masking && isPlaceShown ? computePlaceRadius(masking, details.precision) : null,
    place_masking: masking,
    public_from: toApiDateOrNull(details.post.public_from),
  };
}
