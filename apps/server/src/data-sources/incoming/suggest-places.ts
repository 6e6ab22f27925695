/** Suggested locations of a post, for its editor to choose from. They are never applied automatically. */
import type { SuggestedPlace } from '@waypost/contract/data-sources/data-sources';
import { kmPerDegree } from '../../browse/browse.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { findMessage } from '../../messages/messages.public.ts';
import { findMentionedPlaces } from '../../places/places.public.ts';
import { readAuthorizedPost } from '../../posts/posts.public.ts';
import { readMap } from '../../settings/settings.public.ts';

const maxSuggestions = 5;
/** Kilometers within which two positions are the same place: that of the sender, as numbers in the text, and by its name. */
const samePlaceKm = 1;

/** Whether two positions are the same place. */
function isSamePlace(a: SuggestedPlace, b: SuggestedPlace): boolean {
  const east = Math.abs(a.lon - b.lon);
  const degreesEast = Math.min(east, 360 - east) * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(a.lat - b.lat, degreesEast) * kmPerDegree < samePlaceKm;
}

/** The sender's location in the data of a message: `{location: [{type: 'Point', coordinates: [lon, lat]}]}`. */
function senderLocation(data: Record<string, unknown> | null): SuggestedPlace[] {
  const [first] = Array.isArray(data?.['location']) ? (data['location'] as unknown[]) : [];
  const { coordinates } = (first ?? {}) as { coordinates?: unknown };
  const [lon, lat] = Array.isArray(coordinates) ? coordinates : [];
  if (typeof lat !== 'number' || typeof lon !== 'number') return [];
  return [{ name: null, country: null, lat, lon, why: 'sent' }];
}

const isFirst = (place: SuggestedPlace, index: number, places: readonly SuggestedPlace[]): boolean =>
  !places.slice(0, index).some((earlier) => isSamePlace(earlier, place));

/** Places that are mentioned in a text, each once. Those near the site's map are more likely. */
export async function suggestPlacesForText(tx: Tx, text: string): Promise<SuggestedPlace[]> {
  const { lat, lon } = (await readMap(tx)).default_view;
  return (await findMentionedPlaces(tx, text, { lat, lon }, maxSuggestions)).filter(isFirst);
}

/** Places for a post, each once: the sender's location, then places mentioned in the text. @throws Problem 404, 401 or 403 unless the viewer may edit it */
export async function suggestPlaces(tx: Tx, viewer: Viewer, id: number): Promise<SuggestedPlace[]> {
  const { post } = await readAuthorizedPost(tx, viewer, id, 'update');
  const message = post.message_id === null ? undefined : await findMessage(tx, post.message_id);
  const text = [post.title, post.content].filter((part) => part !== null).join('\n');
  const mentioned = await suggestPlacesForText(tx, text);
  return [...senderLocation(message?.additional_data ?? null), ...mentioned]
    .filter(isFirst)
    .slice(0, maxSuggestions);
}
