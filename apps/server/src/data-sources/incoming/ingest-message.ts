/** What becomes of a message that came in: contact, message, and a post under review with what is mapped (API v3 §5.2). */
import type { Tx } from '../../kernel/db/database.ts';
import type { TransactionHooks } from '../../kernel/db/transaction-hooks.ts';
import { ValidationError } from '../../kernel/http/problem.ts';
import {
  createMedia,
  keepMedia,
  type PictureWorks,
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
import { recordLastReceived } from './incoming-queue.sql.ts';
import { mapFields } from './map-fields.ts';

/** Pictures that came along, made and stored before the transaction opens. Other files, and broken ones, are left out. */
export async function storeAttachments(
  works: PictureWorks,
  attachments: readonly Attachment[],
  txHooks: TransactionHooks,
): Promise<StoredPicture[]> {
  const pictures: StoredPicture[] = [];
  for (const { name, mime, bytes } of attachments) {
    if (!mime.startsWith('image/')) continue;
    try {
      pictures.push(await storePicture(works, { name, bytes, isTooLarge: false }, txHooks, 'messages'));
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
    }
  }
  return pictures;
}

/** The first field for pictures that has room takes them; those that no field takes stay with the message. */
function assignPicturesToField(
  { attributes }: SurveyFields,
  ids: readonly number[],
): { values: Record<string, unknown[]>; rest: number[] } {
  const field = attributes.find((it) => it.type === 'media');
  if (!field || ids.length === 0) return { values: {}, rest: [...ids] };
  const maxPictures = field.cardinality === 0 ? ids.length : field.cardinality;
  return { values: { [field.key]: ids.slice(0, maxPictures) }, rest: ids.slice(maxPictures) };
}

const toAdditionalLocation = ({ lat, lon }: { lat: number; lon: number }) => ({
  location: [{ type: 'Point', coordinates: [lon, lat] }],
});

/** Pictures that no field of the post shows are found where its message is read. */
async function attachPicturesToMessage(
  tx: Tx,
  messageId: number,
  media: readonly number[],
  location: IncomingMessage['location'],
): Promise<void> {
  if (media.length === 0) return;
  await keepMedia(tx, media);
  const additional_data = JSON.stringify({ ...(location && toAdditionalLocation(location)), media });
  await updateMessageRow(tx, messageId, { additional_data });
}

const emptySurveyFields: SurveyFields = { tasks: [], attributes: [] };

/** Messages of a thread that a mail may name. */
const maxReplyIds = 30;

/** What messages are stored with. One of these serves one transaction. */
export class IngestContext {
  readonly tx: Tx;
  /** For what a targeted survey asks next. */
  readonly transports: MessageTransports;
  readonly #surveys = new Map<number, Promise<SurveyFields | undefined>>();

  constructor(tx: Tx, transports: MessageTransports) {
    this.tx = tx;
    this.transports = transports;
  }

  /** Fields of a survey, read once; undefined when it is gone. */
  readFieldsOfSurvey(surveyId: number): Promise<SurveyFields | undefined> {
    const cachedFields = this.#surveys.get(surveyId) ?? this.#readFields(surveyId);
    this.#surveys.set(surveyId, cachedFields);
    return cachedFields;
  }

  async #readFields(surveyId: number): Promise<SurveyFields | undefined> {
    return (await readSurvey(this.tx, surveyId)) && readSurveyFields(this.tx, surveyId);
  }
}

/** The source that a message came by; a survey that is gone by now leaves its post without one. */
export type MessageSource = Pick<ActiveProvider, 'id' | 'survey' | 'mapping'>;

/** A message and where it came by. */
export interface SourcedMessage {
  source: MessageSource;
  message: IncomingMessage;
}

const toIncomingMessage = (
  { source, message: { type, from, message, title = null, datetime, id, location } }: SourcedMessage,
  parentMessage?: MessageRow,
) => ({
  type,
  from,
  message: message.trim() || title || '',
  title,
  ...(datetime && { datetime }),
  data_source: source.id,
  data_source_message_id: id,
  parentMessage,
  ...(location && { additional_data: toAdditionalLocation(location) }),
});

async function buildPendingPost(
  context: IngestContext,
  { source: { survey: wantedSurveyId, mapping }, message }: SourcedMessage,
  { stored, incoming }: Pick<PendingPost, 'stored' | 'incoming'>,
  media: readonly number[],
): Promise<PendingPost> {
  const fields = wantedSurveyId === null ? undefined : await context.readFieldsOfSurvey(wantedSurveyId);
  const { values: pictureValues, rest } = assignPicturesToField(fields ?? emptySurveyFields, media);
  await attachPicturesToMessage(context.tx, stored.messageId, rest, message.location);
  const { values, ...mapped } = mapFields(message, fields ? mapping : {}, fields?.attributes ?? []);
  return {
    stored,
    incoming,
    post: { survey: fields ? wantedSurveyId : null, ...mapped, values: { ...values, ...pictureValues } },
  };
}

/**
 * Stores text messages that answer no survey and bring no pictures, all at once.
 * @returns the posts to be made of those that had not come before
 */
export async function storeUnsolicitedTexts(
  context: IngestContext,
  sourced: readonly SourcedMessage[],
): Promise<PendingPost[]> {
  const of = new Map(sourced.map((it) => [toIncomingMessage(it), it]));
  const posts: PendingPost[] = [];
  for (const it of await storeTextMessages(context.tx, [...of.keys()])) {
    const one = of.get(it.incoming);
    if (one) posts.push(await buildPendingPost(context, one, it, []));
  }
  return posts;
}

/**
 * Stores a message that the source has not brought before.
 * @returns the post to be made of it; undefined when there is none to be, since it answers a targeted survey or a message
 *   whose post is there
 */
export async function storeIncomingMessage(
  context: IngestContext,
  sourced: SourcedMessage,
  pictures: readonly StoredPicture[] = [],
): Promise<PendingPost | undefined> {
  const { tx, transports } = context;
  const { source, message } = sourced;
  const answered = await findByExternalIds(tx, source.id, (message.inReplyToIds ?? []).slice(0, maxReplyIds));
  const incoming = toIncomingMessage(sourced, answered);
  if (await handleReply(tx, incoming, transports)) return undefined;
  const stored = await storeMessage(tx, incoming);
  if (!stored.isNew) return undefined;
  const media: number[] = [];
  for (const picture of pictures)
    media.push((await createMedia(tx, { message_id: stored.messageId }, picture, null)).id);
  if (stored.postId === null) return buildPendingPost(context, sourced, { stored, incoming }, media);
  await attachPicturesToMessage(tx, stored.messageId, media, message.location);
  return undefined;
}

/**
 * Stores a message and makes its post, unless it answers a targeted survey or a message whose post is there. One that came
 * before changes nothing.
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
