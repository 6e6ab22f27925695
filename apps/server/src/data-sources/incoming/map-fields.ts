/** Mapping of message fields to post fields (API v3 §2.15 and §9, ruling 21). Pure. */
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { readPhoneNumber } from '@waypost/survey-logic/phone-numbers';
import { getPostTextField } from '@waypost/survey-logic/survey-definition';
import { validateAttribute } from '@waypost/survey-logic/validate-answers';
import { truncateVisibly } from '../../kernel/truncate-visibly.ts';
import type { AttributeRow } from '../../surveys/surveys.public.ts';
import type { IncomingMessage } from '../provider.ts';

/** Mapped fields of a post; values by attribute key. */
export interface MappedPost {
  title?: string;
  content?: string;
  values: Record<string, unknown[]>;
}

type MessagePart = { text: string } | { time: Date } | { place: { lat: number; lon: number } };

/** The part of a message for a source field. `Title` is the old name of `Subject`. */
function messagePartOf(
  { title, message, datetime, location }: IncomingMessage,
  field: string,
): MessagePart | undefined {
  if (field === 'Message') return { text: message };
  if (field === 'Subject' || field === 'Title') return title ? { text: title } : undefined;
  if (field === 'Date') return { time: datetime ?? new Date() };
  if (field === 'Location') return location && { place: location };
  return undefined;
}

const toText = (part: MessagePart) => {
  if ('text' in part) return part.text;
  return 'time' in part ? part.time.toISOString() : `${part.place.lat}, ${part.place.lon}`;
};

/** Converts a part for an attribute. Short text fields get the beginning of long messages; the content has the whole text. */
function toAnswer({ type }: AttributeRow, part: MessagePart): unknown {
  const { answerKind, maxLength } = fieldTypes[type];
  if ('place' in part && answerKind === 'point') return part.place;
  if (answerKind === 'phone') return readPhoneNumber(toText(part), undefined) ?? toText(part);
  return maxLength === null || answerKind !== 'text'
    ? toText(part)
    : truncateVisibly(toText(part), maxLength);
}

/** Appends a part when several fields are mapped to the title or content. */
const appendText = (before: string | undefined, part: MessagePart) =>
  before === undefined ? toText(part) : `${before}\n\n${toText(part)}`;

/** Leaves out answers that their attribute does not accept, and those beyond its number. The content holds the whole text. */
function keepValidAnswers(
  values: MappedPost['values'],
  attributes: readonly AttributeRow[],
): MappedPost['values'] {
  const validEntries = attributes.flatMap((attribute): [string, unknown[]][] => {
    const { key, cardinality } = attribute;
    const valid = (values[key] ?? []).filter(
      (answer) => validateAttribute(attribute, { [key]: [answer] }, {}).length === 0,
    );
    return valid.length > 0 ? [[key, cardinality === 0 ? valid : valid.slice(0, cardinality)]] : [];
  });
  return Object.fromEntries(validEntries);
}

/**
 * Maps a message to fields of a post.
 * @param mapping target by source field: `title`, `content`, `values.KEY` or an attribute key
 * @param attributes of the survey; other targets are ignored
 */
export function mapFields(
  message: IncomingMessage,
  mapping: Readonly<Record<string, string>>,
  attributes: readonly AttributeRow[],
): MappedPost {
  const post: MappedPost = { values: {} };
  for (const [field, target] of Object.entries(mapping)) {
    const part = messagePartOf(message, field);
    if (!part) continue;
    const key = target.startsWith('values.') ? target.slice('values.'.length) : target;
    const attribute = attributes.find((candidate) => candidate.key === key);
    const postText =
      target === 'title' || target === 'content' ? target : attribute && getPostTextField(attribute);
    if (postText) post[postText] = appendText(post[postText], part);
    else if (attribute) (post.values[key] ??= []).push(toAnswer(attribute, part));
  }
  return { ...post, values: keepValidAnswers(post.values, attributes) };
}
