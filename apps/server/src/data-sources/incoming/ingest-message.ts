/** Stores incoming messages: contact, message, and a post under review with mapped fields (API v3 §5.2). */
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Tx } from '../../kernel/db/database.ts';
import type { TransactionHooks } from '../../kernel/db/transaction-hooks.ts';
import { ValidationError } from '../../kernel/http/problem.ts';
import {
  createMedia,
  markAsAttached,
  type PictureDependencies,
  type StoredPicture,
  storePicture,
} from '../../media/media.public.ts';
import {
  createPendingPosts,
  findByExternalIds,
  findKnownExternalIds,
  type MessageRow,
  type MessageTransports,
  type PendingPost,
  storeMessage,
  storeTextMessages,
  updateMessageRow,
} from '../../messages/messages.public.ts';
import type { ActiveProvider } from '../../settings/settings.public.ts';
import { readSurvey, readSurveyFields, type SurveyFields } from '../../surveys/surveys.public.ts';
import { handleReply } from '../../targeted-surveys/targeted-surveys.public.ts';
import type { Attachment, IncomingMessage } from '../provider.ts';
import { answerStatusRequest } from '../status-requests/answer-status-request.ts';
import { recordLastReceived } from './incoming-queue.sql.ts';
import { mapFields } from './map-fields.ts';

/** Processes and stores attached pictures, before the transaction starts. Other files and invalid pictures are skipped. */
export async function storeAttachments(
  pictureStorage: PictureDependencies,
  attachments: readonly Attachment[],
  txHooks: TransactionHooks,
): Promise<StoredPicture[]> {
  const pictures: StoredPicture[] = [];
  for (const { name, mime, bytes } of attachments) {
    if (!mime.startsWith('image/')) continue;
    try {
      pictures.push(
        await storePicture(pictureStorage, { name, bytes, isTooLarge: false }, txHooks, 'messages'),
      );
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
    }
  }
  return pictures;
}

/** Puts pictures into the survey's first media field, up to its cardinality; the rest stays with the message. */
function assignPicturesToField(
  { attributes }: SurveyFields,
  ids: readonly number[],
): { values: Record<string, unknown[]>; rest: number[] } {
  const field = attributes.find(({ type }) => fieldTypes[type].answerKind === 'media');
  if (!field || ids.length === 0) return { values: {}, rest: [...ids] };
  const maxPictures = field.cardinality === 0 ? ids.length : field.cardinality;
  return { values: { [field.key]: ids.slice(0, maxPictures) }, rest: ids.slice(maxPictures) };
}

/** What is stored beside the text of a message; null for nothing. */
function toAdditionalData(
  { location, quotedText }: IncomingMessage,
  media: readonly number[] = [],
): Record<string, unknown> | null {
  const data = {
    ...(location && { location: [{ type: 'Point', coordinates: [location.lon, location.lat] }] }),
    ...(quotedText && { quoted_text: quotedText }),
    ...(media.length > 0 && { media }),
  };
  return Object.keys(data).length === 0 ? null : data;
}

/** Attaches pictures that are in no field of the post to its message. */
async function attachPicturesToMessage(
  tx: Tx,
  messageId: number,
  media: readonly number[],
  message: IncomingMessage,
): Promise<void> {
  if (media.length === 0) return;
  await markAsAttached(tx, media);
  await updateMessageRow(tx, messageId, {
    additional_data: JSON.stringify(toAdditionalData(message, media)),
  });
}

const emptySurveyFields: SurveyFields = { tasks: [], attributes: [] };

/** Maximum number of ids in a mail's references that are looked up. */
const maxReplyIds = 30;

/** Shared state for storing messages in one transaction. */
export class IngestContext {
  readonly tx: Tx;
  /** For sending the next questions of targeted surveys. */
  readonly transports: MessageTransports;
  readonly #surveys = new Map<number, Promise<SurveyFields | undefined>>();

  constructor(tx: Tx, transports: MessageTransports) {
    this.tx = tx;
    this.transports = transports;
  }

  /** Fields of a survey, cached; undefined if it was deleted. */
  readFieldsOfSurvey(surveyId: number): Promise<SurveyFields | undefined> {
    const cachedFields = this.#surveys.get(surveyId) ?? this.#readFields(surveyId);
    this.#surveys.set(surveyId, cachedFields);
    return cachedFields;
  }

  async #readFields(surveyId: number): Promise<SurveyFields | undefined> {
    return (await readSurvey(this.tx, surveyId)) && readSurveyFields(this.tx, surveyId);
  }
}

/** The source of a message. If its survey was deleted, posts are created without a survey. */
export type MessageSource = Pick<ActiveProvider, 'id' | 'survey' | 'mapping' | 'isAuthenticated'>;

/** A message with its source. */
export interface SourcedMessage {
  source: MessageSource;
  message: IncomingMessage;
  /** What tells it apart from other messages of the source; default: its id. */
  receivedKey?: string;
}

const toIncomingMessage = (
  { source, receivedKey, message: incoming }: SourcedMessage,
  parentMessage?: MessageRow,
) => {
  const { type, from, message, title = null, datetime, id } = incoming;
  return {
    type,
    from,
    message: message.trim() || title || '',
    title,
    ...(datetime && { datetime }),
    data_source: source.id,
    isAuthenticated: source.isAuthenticated,
    data_source_message_id: id,
    received_key: receivedKey ?? id,
    parentMessage,
    additional_data: toAdditionalData(incoming),
  };
};

async function buildPendingPost(
  context: IngestContext,
  { source: { survey: surveyId, mapping }, message }: SourcedMessage,
  { stored, incoming }: Pick<PendingPost, 'stored' | 'incoming'>,
  media: readonly number[],
): Promise<PendingPost> {
  const fields = surveyId === null ? undefined : await context.readFieldsOfSurvey(surveyId);
  const { values: pictureValues, rest } = assignPicturesToField(fields ?? emptySurveyFields, media);
  await attachPicturesToMessage(context.tx, stored.messageId, rest, message);
  const { values, ...mapped } = mapFields(message, fields ? mapping : {}, fields?.attributes ?? []);
  return {
    stored,
    incoming,
    post: { survey: fields ? surveyId : null, ...mapped, values: { ...values, ...pictureValues } },
  };
}

/**
 * Stores text messages that belong to no targeted survey and have no pictures, in one batch.
 * @returns the posts to create from those that were not stored before
 */
export async function storeUnsolicitedTexts(
  context: IngestContext,
  sourced: readonly SourcedMessage[],
): Promise<PendingPost[]> {
  const sourcedByInput = new Map(sourced.map((message) => [toIncomingMessage(message), message]));
  const posts: PendingPost[] = [];
  for (const result of await storeTextMessages(context.tx, [...sourcedByInput.keys()])) {
    const message = sourcedByInput.get(result.incoming);
    if (message) posts.push(await buildPendingPost(context, message, result, []));
  }
  return posts;
}

/**
 * Stores a message, unless it was stored before.
 * @returns the post to create; undefined if there is none, since the message was stored before or replies to a targeted survey or
 *   to a message that has a post
 */
export async function storeIncomingMessage(
  context: IngestContext,
  sourced: SourcedMessage,
  pictures: readonly StoredPicture[] = [],
): Promise<PendingPost | undefined> {
  const { tx, transports } = context;
  const { source, message } = sourced;
  const parentMessage = await findByExternalIds(
    tx,
    source.id,
    (message.inReplyToIds ?? []).slice(0, maxReplyIds),
  );
  const incoming = toIncomingMessage(sourced, parentMessage);
  if (await handleReply(tx, incoming, transports)) return undefined;
  if (await answerStatusRequest(tx, incoming, transports)) return undefined;
  const stored = await storeMessage(tx, incoming);
  if (!stored.isNew) return undefined;
  const media: number[] = [];
  for (const picture of pictures)
    media.push((await createMedia(tx, { message_id: stored.messageId }, picture, null)).id);
  if (stored.postId === null) return buildPendingPost(context, sourced, { stored, incoming }, media);
  await attachPicturesToMessage(tx, stored.messageId, media, message);
  return undefined;
}

/**
 * Stores a message and creates its post, unless it replies to a targeted survey or to a message that has a post. A message that was
 * stored before is ignored.
 */
export async function ingestMessage(
  context: IngestContext,
  sourced: SourcedMessage,
  pictures: readonly StoredPicture[],
): Promise<void> {
  const { tx } = context;
  const { id } = sourced.message;
  if (id !== null && (await findKnownExternalIds(tx, sourced.source.id, [id])).size > 0) return;
  await recordLastReceived(tx, sourced.source.id);
  const post = await storeIncomingMessage(context, sourced, pictures);
  if (post) await createPendingPosts(tx, [post]);
}
