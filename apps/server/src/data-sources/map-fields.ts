/** Which part of a message goes where in its post (wire 2.15, ruling 21). Pure. */
import type { AttributeRow } from '../surveys/surveys.public.ts';
import type { IncomingMessage } from './provider.ts';

export interface MappedPost {
  title?: string;
  content?: string;
  values: Record<string, unknown[]>;
}

type Part = { text: string } | { time: Date } | { place: { lat: number; lon: number } };

/** What a message has under the names that sources give their fields. `Title` is the old name of `Subject`. */
function partOf({ title, message, datetime, location }: IncomingMessage, field: string): Part | undefined {
  if (field === 'Message') return { text: message };
  if (field === 'Subject' || field === 'Title') return title ? { text: title } : undefined;
  if (field === 'Date') return { time: datetime ?? new Date() };
  if (field === 'Location') return location && { place: location };
  return undefined;
}

const shortened = (text: string, most: number) => Array.from(text).slice(0, most).join('');

const wordOf = (part: Part) => {
  if ('text' in part) return part.text;
  return 'time' in part ? part.time.toISOString() : `${part.place.lat}, ${part.place.lon}`;
};

/** As the field wants it. A short text takes the beginning of a long message, which the content has whole. */
function answerOf({ type }: AttributeRow, part: Part): unknown {
  if ('place' in part && type === 'point') return part.place;
  return type === 'varchar' ? shortened(wordOf(part), 255) : wordOf(part);
}

/** The parts of a title or text that come from several fields stand below one another. */
const joined = (before: string | undefined, part: Part) =>
  before === undefined ? wordOf(part) : `${before}\n\n${wordOf(part)}`;

/**
 * @param mapping by the source's field: `title`, `content`, `values.KEY` or a mere attribute key
 * @param attributes of the survey; targets that it does not have are passed over
 */
export function mapFields(
  message: IncomingMessage,
  mapping: Readonly<Record<string, string>>,
  attributes: readonly AttributeRow[],
): MappedPost {
  const post: MappedPost = { values: {} };
  for (const [field, target] of Object.entries(mapping)) {
    const part = partOf(message, field);
    if (!part) continue;
    const key = target.startsWith('values.') ? target.slice('values.'.length) : target;
    const attribute = attributes.find((it) => it.key === key);
    if (target === 'title' || attribute?.type === 'title') post.title = joined(post.title, part);
    else if (target === 'content' || attribute?.type === 'description')
      post.content = joined(post.content, part);
    else if (attribute) (post.values[key] ??= []).push(answerOf(attribute, part));
  }
  return post;
}
