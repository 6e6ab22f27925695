/**
 * The form in which messages of all data sources are stored: texts without what PostgreSQL cannot store, senders as numbers or names,
 * ids within the size of an index. Everything here can be applied again without a further change.
 */
import { createHash } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { PhoneNumber } from '@waypost/contract/contacts/contacts';
import type { IncomingMessage } from '../provider.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Removes NUL bytes and replaces lone surrogates, which PostgreSQL cannot store. */
const toStorableText = (text: string): string =>
  text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/**
 * Replaces NUL bytes and lone surrogates by a visible sign. What identifies a sender or message must not become equal to another
 * identifier because something was removed.
 */
const toStorableIdentifier = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');

/** The longest id of a message that is stored as it is. */
const maxIdLength = 255;

/** A message's id at its source as it is stored and compared. Longer ones are replaced by their hash: an index has a maximum size. */
export const toStorableId = (id: string): string =>
  id.length > maxIdLength ? `sha256:${hashOf(id)}` : toStorableIdentifier(id);

/** Characters that are kept of a sender that is too long, before its hash. */
const maxNamePrefix = 200;

/**
 * A name or address as it is stored. One that is too long is cut, and its hash is added: what is left must not equal another sender,
 * nor be a number.
 */
function toStorableName(sender: string): string {
  const name = toStorableIdentifier(sender).trim();
  const characters = Array.from(name);
  return characters.length > limits.contact
    ? `${characters.slice(0, maxNamePrefix).join('')}\u2026${hashOf(name)}`
    : name;
}

/** Unicode's invisible characters, and the blank of Braille. */
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * The sender of a text message, judged as it was received: a number in its stored form, or a name. Whatever is no number, as one with
 * an extension, stays a name with all of its characters, so that no other number is read out of it (docs/decisions/0041). Invisible
 * ones are made visible, since it would look like a number to the team.
 * @param isInternational whether the gateway leaves out the plus of numbers that have a country code
 */
export function parseSender(sender: string, { isInternational = false } = {}): string {
  const number = PhoneNumber.safeParse(sender).data;
  if (number === undefined) return toStorableName(sender.replace(invisibleCharacters, '\ufffd'));
  // Shorter ones are short codes.
  return isInternational && /^[1-9]\d{6,}$/.test(number) ? `+${number}` : number;
}

/** The message as it is stored. Its text or sender may be empty afterwards. */
export const normalizeMessage = <M extends IncomingMessage>(message: M): M => ({
  ...message,
  from: message.type === 'sms' ? parseSender(message.from) : toStorableName(message.from),
  message: toStorableText(message.message),
  ...(message.quotedText !== undefined && { quotedText: toStorableText(message.quotedText) }),
  title: message.title ? toStorableText(message.title) : null,
  id: message.id === null ? null : toStorableId(message.id),
  ...(message.inReplyToIds && { inReplyToIds: message.inReplyToIds.map(toStorableId) }),
});

/** Empty when nothing of it can be seen: it would be a message that nobody can read, or a sender without a name. */
const emptyIfInvisible = (text: string): string =>
  text.replace(invisibleCharacters, '').trim() === '' ? '' : text;

/**
 * A text message from the fields of a gateway's request, as it is stored. A sender or text of which nothing can be seen is empty; the
 * adapter refuses the message then.
 * @param options as of `parseSender`
 */
export const parseTextMessage = (
  { from = '', message = '', id = null }: { from?: string; message?: string; id?: string | null },
  options: Parameters<typeof parseSender>[1] = {},
): { type: 'sms'; from: string; message: string; id: string | null } => ({
  type: 'sms',
  from: parseSender(emptyIfInvisible(from), options),
  message: emptyIfInvisible(toStorableText(message)),
  id: id === null ? null : toStorableId(id),
});
