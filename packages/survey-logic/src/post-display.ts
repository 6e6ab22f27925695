/** Summaries of a post for cards and for the map. */
import { limits } from '@waypost/contract/common/limits';

/** For surveys without a valid colour, and for posts without a survey. */
export const defaultMarkerColor = '#808080';

/** The colour of a pin: a valid hexadecimal colour of the survey, otherwise grey (spec 2 §2). */
export const markerColor = (color: string | null | undefined): string =>
  color && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : defaultMarkerColor;

/** The text of a card: whitespace collapsed, truncated at 150 graphemes, with an ellipsis. */
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
