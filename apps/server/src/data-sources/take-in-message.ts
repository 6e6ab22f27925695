/** What becomes of a message that came in: contact, message, and a post under review with what is mapped (wire 5.2). */
import type { Tx } from '../kernel/db.ts';
import type { Outcome } from '../kernel/outcome.ts';
import { Faults } from '../kernel/problem.ts';
import {
  createMedia,
  keepMedia,
  type PictureWorks,
  type StoredPicture,
  storePicture,
} from '../media/media.public.ts';
import {
  type Carriers,
  findByIdsThere,
  knownIdsThere,
  type MessageRow,
  makePostsOf,
  type PostToBe,
  storeMessage,
  storeTexts,
  updateMessageRow,
} from '../messages/messages.public.ts';
import type { ActiveProvider } from '../settings/settings.public.ts';
import { readSurvey, readSurveyFields, type SurveyFields } from '../surveys/surveys.public.ts';
import { takeReply } from '../targeted-surveys/targeted-surveys.public.ts';
import { noteHeard } from './arrivals.sql.ts';
import { mapFields } from './map-fields.ts';
import type { Attachment, IncomingMessage } from './provider.ts';

/** Pictures that came along, made and stored before the transaction opens. Other files, and broken ones, are left out. */
export async function storeAttachments(
  works: PictureWorks,
  attachments: readonly Attachment[],
  outcome: Outcome,
): Promise<StoredPicture[]> {
  const pictures: StoredPicture[] = [];
  for (const { name, mime, bytes } of attachments) {
    if (!mime.startsWith('image/')) continue;
    try {
      pictures.push(await storePicture(works, { name, bytes, tooLarge: false }, outcome, 'messages'));
    } catch (error) {
      if (!(error instanceof Faults)) throw error;
    }
  }
  return pictures;
}

/** The first field for pictures that has room takes them; those that no field takes stay with the message. */
function placePictures(
  { attributes }: SurveyFields,
  ids: readonly number[],
): { values: Record<string, unknown[]>; rest: number[] } {
  const field = attributes.find((it) => it.type === 'media');
  if (!field || ids.length === 0) return { values: {}, rest: [...ids] };
  const most = field.cardinality === 0 ? ids.length : field.cardinality;
  return { values: { [field.key]: ids.slice(0, most) }, rest: ids.slice(most) };
}

const placed = ({ lat, lon }: { lat: number; lon: number }) => ({
  location: [{ type: 'Point', coordinates: [lon, lat] }],
});

/** Pictures that no field of the post shows are found where its message is read. */
async function keepWithMessage(
  tx: Tx,
  messageId: number,
  media: readonly number[],
  location: IncomingMessage['location'],
): Promise<void> {
  if (media.length === 0) return;
  await keepMedia(tx, media);
  const additional_data = JSON.stringify({ ...(location && placed(location)), media });
  await updateMessageRow(tx, messageId, { additional_data });
}

const noFields: SurveyFields = { tasks: [], attributes: [] };

/** Messages of a thread that a mail may name. */
const mostAnswered = 30;

/** What messages are stored with. One of these serves one transaction. */
export class Desktop {
  readonly tx: Tx;
  /** For what a targeted survey asks next. */
  readonly carriers: Carriers;
  readonly #surveys = new Map<number, Promise<SurveyFields | undefined>>();

  constructor(tx: Tx, carriers: Carriers) {
    this.tx = tx;
    this.carriers = carriers;
  }

  /** Fields of a survey, read once; undefined when it is gone. */
  fieldsOf(surveyId: number): Promise<SurveyFields | undefined> {
    const known = this.#surveys.get(surveyId) ?? this.#readFields(surveyId);
    this.#surveys.set(surveyId, known);
    return known;
  }

  async #readFields(surveyId: number): Promise<SurveyFields | undefined> {
    return (await readSurvey(this.tx, surveyId)) && readSurveyFields(this.tx, surveyId);
  }
}

/** The source that a message came by; a survey that is gone by now leaves its post without one. */
export type CameBy = Pick<ActiveProvider, 'id' | 'survey' | 'mapping'>;

/** A message and where it came by. */
export interface Came {
  source: CameBy;
  message: IncomingMessage;
}

const incomingOf = (
  { source, message: { type, from, message, title = null, datetime, id, location } }: Came,
  answered?: MessageRow,
) => ({
  type,
  from,
  message: message.trim() || title || '',
  title,
  ...(datetime && { datetime }),
  data_source: source.id,
  data_source_message_id: id,
  answered,
  ...(location && { additional_data: placed(location) }),
});

async function postToBe(
  desktop: Desktop,
  { source: { survey: wanted, mapping }, message }: Came,
  { stored, incoming }: Pick<PostToBe, 'stored' | 'incoming'>,
  media: readonly number[],
): Promise<PostToBe> {
  const fields = wanted === null ? undefined : await desktop.fieldsOf(wanted);
  const { values: pictured, rest } = placePictures(fields ?? noFields, media);
  await keepWithMessage(desktop.tx, stored.messageId, rest, message.location);
  const { values, ...mapped } = mapFields(message, fields ? mapping : {}, fields?.attributes ?? []);
  return {
    stored,
    incoming,
    post: { survey: fields ? wanted : null, ...mapped, values: { ...values, ...pictured } },
  };
}

/**
 * Stores text messages that answer no survey and bring no pictures, all at once.
 * @returns the posts to be made of those that had not come before
 */
export async function storeUnasked(desktop: Desktop, came: readonly Came[]): Promise<PostToBe[]> {
  const of = new Map(came.map((it) => [incomingOf(it), it]));
  const posts: PostToBe[] = [];
  for (const it of await storeTexts(desktop.tx, [...of.keys()])) {
    const one = of.get(it.incoming);
    if (one) posts.push(await postToBe(desktop, one, it, []));
  }
  return posts;
}

/**
 * Stores a message that the source has not brought before.
 * @returns the post to be made of it; undefined when there is none to be, since it answers a targeted survey or a message
 *   whose post is there
 */
export async function storeIncoming(
  desktop: Desktop,
  came: Came,
  pictures: readonly StoredPicture[] = [],
): Promise<PostToBe | undefined> {
  const { tx, carriers } = desktop;
  const { source, message } = came;
  const answered = await findByIdsThere(tx, source.id, (message.answers ?? []).slice(0, mostAnswered));
  const incoming = incomingOf(came, answered);
  if (await takeReply(tx, incoming, carriers)) return undefined;
  const stored = await storeMessage(tx, incoming);
  if (!stored.isNew) return undefined;
  const media: number[] = [];
  for (const picture of pictures)
    media.push((await createMedia(tx, { message_id: stored.messageId }, picture, null)).id);
  if (stored.postId === null) return postToBe(desktop, came, { stored, incoming }, media);
  await keepWithMessage(tx, stored.messageId, media, message.location);
  return undefined;
}

/**
 * Stores a message and makes its post, unless it answers a targeted survey or a message whose post is there. One that came
 * before changes nothing.
 */
export async function takeInMessage(
  desktop: Desktop,
  came: Came,
  pictures: readonly StoredPicture[],
): Promise<void> {
  const { tx } = desktop;
  const { id } = came.message;
  if (id !== null && (await knownIdsThere(tx, came.source.id, [id])).size > 0) return;
  await noteHeard(tx, came.source.id);
  const post = await storeIncoming(desktop, came, pictures);
  if (post) await makePostsOf(tx, [post]);
}
