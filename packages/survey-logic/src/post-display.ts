/** Summaries of a post for cards and for the map. */
import { limits } from '@waypost/contract/common/limits';
import { removeInvisible } from '@waypost/contract/common/remove-invisible';

/** For surveys without a valid colour, and for posts without a survey. */
export const defaultMarkerColor = '#808080';

/** The colour of a pin: a valid hexadecimal colour of the survey, otherwise grey (spec 2 §2). */
export const markerColor = (color: string | null | undefined): string =>
  color && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : defaultMarkerColor;

/** Graphemes of the first words that stand for a missing title. */
const maxFirstWords = 60;
/** A first sentence that is short enough for a title, and longer than an abbreviation. */
const firstSentence = new RegExp(`^.{10,${maxFirstWords}}?[.!?。！？؟।](?=\\s|$)`, 'u');

const toOneLine = (content: string | null | undefined) =>
  removeInvisible(content ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The first graphemes of a text. */
function takeLetters(text: string, count: number): string {
  let [end, taken] = [0, 0];
  for (const { index, segment } of new Intl.Segmenter().segment(text)) {
    if (taken === count) break;
    taken += 1;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/**
 * The title and the text of a post. Where it has no title, as messages and feeds do, the first words of its text are the title: the first
 * sentence if it is short, else whole words and an ellipsis. The text is what follows.
 * @returns `title` null without title and text
 */
export function splitPostText(post: { title: string | null; content?: string | null }): {
  title: string | null;
  text: string;
} {
  const text = toOneLine(post.content);
  if (post.title) return { title: post.title, text };
  if (text === '') return { title: null, text: '' };
  const sentence = firstSentence.exec(text)?.[0];
  if (sentence !== undefined)
    return { title: sentence.replace(/\.$/, ''), text: text.slice(sentence.length).trim() };
  const cut = takeLetters(text, maxFirstWords);
  if (cut.length === text.length) return { title: text, text: '' };
  const lastSpace = cut.lastIndexOf(' ');
  const words = lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut;
  return { title: `${words.trimEnd()}…`, text: `… ${text.slice(words.length).trim()}` };
}

/** The text of a card: whitespace collapsed, truncated at 150 graphemes, with an ellipsis. */
export function buildCardText(content: string | null): string {
  const text = toOneLine(content);
  if (text.length <= limits.cardText) return text;
  const cut = takeLetters(text, limits.cardText);
  return cut.length === text.length ? text : `${cut.trimEnd()}…`;
}
