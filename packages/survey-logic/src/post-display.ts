/** How a post is drawn in short: on a card and on the map. */
import { limits } from '@waypost/contract/common/limits';

/** For surveys without a usable colour, and for posts without a survey. */
export const defaultMarkerColor = '#808080';

/** The colour of a pin: a survey's `#` and hexadecimal digits, anything else is grey (spec 2 §2). */
export const markerColor = (color: string | null | undefined): string =>
  color && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : defaultMarkerColor;

/** The text of a card: spaces run together, cut at 150 characters as readers count them, with an ellipsis. */
export function buildCardText(content: string | null): string {
  const text = (content ?? '').replace(/\s+/g, ' ').trim();
  if (text.length <= limits.cardText) return text;
  const letters: string[] = [];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (letters.length === limits.cardText) return `${letters.join('').trimEnd()}…`;
    letters.push(segment);
  }
  return text;
}
