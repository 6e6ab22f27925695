/** Summaries of a post for cards and for the map. */
import { limits } from '@waypost/contract/common/limits';

/** For surveys without a valid colour, and for posts without a survey. */
export const defaultMarkerColor = '#808080';

/** The colour of a pin: a valid hexadecimal colour of the survey, otherwise grey (spec 2 §2). */
export const markerColor = (color: string | null | undefined): string =>
  color && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : defaultMarkerColor;

/** Graphemes of the first words that stand for a missing title. */
const maxFirstWords = 60;

/**
 * The title of a post, or the first words of its text where it has none, as messages and feeds do: the whole of a short text, else
 * whole words and an ellipsis.
 * @returns null without title and text
 */
export function buildPostTitle({
  title,
  content,
}: {
  title: string | null;
  content?: string | null;
}): string | null {
  if (title) return title;
  const text = (content ?? '').replace(/\s+/g, ' ').trim();
  if (text === '') return null;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (letters.length <= maxFirstWords) return text;
  const cut = letters.slice(0, maxFirstWords).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}

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
