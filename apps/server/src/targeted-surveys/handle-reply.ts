/**
 * What somebody who was asked by text message writes back (API v3 §5.1; docs/decisions/0015): it is stored as the answer to
 * the open question, and sends the next one. Whoever writes STOP is left in peace, wherever they are in which survey.
 *
 * The messages of one number are taken one after another. The same delivery twice is one message. What was sent before the
 * open question could be read belongs to the question before it.
 */
import { limits } from '@waypost/contract/common/limits';
import {
  contactReachedBy,
  contactsWithNumber,
  lockNumber,
  stopContacts,
} from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import {
  type Carriers,
  findMessage,
  findReceived,
  type IncomingMessage,
  insertReceived,
  type Received,
} from '../messages/messages.public.ts';
import { storeAnswer } from '../posts/posts.public.ts';
import { type AttributeRow, readSurveyFields } from '../surveys/surveys.public.ts';
import { parseOptOutKeyword } from './opt-out-keywords.rules.ts';
import { sendQuestion } from './send-question.ts';
import { startNextSurvey } from './start-next-survey.ts';
import { parseReply, selectQuestions } from './survey-questions.ts';
import {
  findActiveSurvey,
  findBusyNumbers,
  findLastReply,
  findStoppedSurvey,
  insertReply,
  readReplyTexts,
  requeueStoppedSurveys,
  type SurveyContactRow,
  stopSurveys,
  updateSurveyContact,
} from './targeted-surveys.sql.ts';

/** A message on its way in, its text trimmed. */
interface SmsReply extends IncomingMessage {
  type: 'sms';
}

/** Stores the message. @returns its id; undefined when it was delivered before */
const storeReply = (
  tx: Tx,
  reply: SmsReply,
  contactId: number,
  postId: number | null,
): Promise<number | undefined> =>
  insertReceived(tx, {
    contact_id: contactId,
    post_id: postId,
    data_source: reply.data_source ?? null,
    data_source_message_id: reply.data_source_message_id ?? null,
    title: null,
    message: reply.message,
    datetime: reply.datetime ?? new Date(),
    type: 'sms',
    status: 'received',
    direction: 'incoming',
  });

/** What became of it the first time. */
async function findEarlierDelivery(tx: Tx, reply: SmsReply): Promise<Received | undefined> {
  const { data_source = null, data_source_message_id = null } = reply;
  if (data_source_message_id === null) return undefined;
  const before = await findReceived(tx, data_source, data_source_message_id);
  return before && { messageId: before.id, contactId: before.contact_id, postId: before.post_id };
}

/** Also of a number that was never written to: it is remembered as stopped. */
async function handleStop(tx: Tx, reply: SmsReply): Promise<Received> {
  const first = await contactReachedBy(tx, 'phone', reply.from, reply.data_source ?? null);
  const running = await findActiveSurvey(tx, reply.from);
  const ids = (await contactsWithNumber(tx, reply.from)).map((it) => it.id);
  const contactId = running?.contact_id ?? first.id;
  const postId = running?.post_id ?? null;
  const messageId = (await storeReply(tx, reply, contactId, postId)) ?? 0;
  await stopSurveys(tx, ids);
  await stopContacts(tx, ids, new Date());
  return { messageId, contactId, postId };
}

/** Opens the way again. A survey that STOP ended not long ago goes on where it was; those that waited for it follow. */
async function handleStart(tx: Tx, reply: SmsReply, transports: Carriers): Promise<Received | undefined> {
  const contacts = await contactsWithNumber(tx, reply.from);
  if (!contacts.some((it) => it.stopped)) return undefined;
  // A number may be stopped of which there are claims only.
  const first = await contactReachedBy(tx, 'phone', reply.from, reply.data_source ?? null);
  await stopContacts(
    tx,
    contacts.map((it) => it.id),
    null,
  );
  const since = new Date(Date.now() - limits.surveyExpirySeconds * 1000);
  const stopped = (await findActiveSurvey(tx, reply.from))
    ? undefined
    : await findStoppedSurvey(tx, reply.from, since);
  const contactId = stopped?.contact_id ?? first.id;
  const postId = stopped?.post_id ?? null;
  const messageId = (await storeReply(tx, reply, contactId, postId)) ?? 0;
  const questions = stopped ? selectQuestions(await readSurveyFields(tx, stopped.survey_id)) : [];
  const open = questions.find((it) => it.id === stopped?.attribute_id);
  await requeueStoppedSurveys(
    tx,
    contacts.map((it) => it.id),
    since,
  );
  if (stopped && open)
    await sendQuestionTo(tx, stopped, open, reply.data_source ?? stopped.data_source, transports);
  else await startNextSurvey(tx, reply.from, transports);
  return { messageId, contactId, postId };
}

async function sendQuestionTo(
  tx: Tx,
  row: SurveyContactRow,
  question: AttributeRow,
  source: string,
  transports: Carriers,
): Promise<void> {
  const message_id = await sendQuestion(tx, row, question, source, transports);
  const resetFlags = question.id === row.attribute_id ? {} : { reminded: false, asked_again: false };
  await updateSurveyContact(tx, row.id, {
    state: 'pending',
    attribute_id: question.id,
    message_id,
    asked: new Date(),
    ...resetFlags,
  });
}

/** The question after this one; the first that is open when it is not asked any more. */
function nextQuestion(questions: readonly AttributeRow[], id: number | null): AttributeRow | undefined {
  const at = questions.findIndex((it) => it.id === id);
  return questions[at + 1];
}

/** Which question a message answers; undefined when it was sent before any could be read. */
async function resolveAnsweredQuestion(
  tx: Tx,
  row: SurveyContactRow,
  reply: SmsReply,
): Promise<{ question: number; isLate: boolean } | undefined> {
  const before = await findLastReply(tx, row.id);
  const questionMessage = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
  const hasLeft = questionMessage?.status !== 'pending';
  // Times of one phone are compared with one another: its clock may be wrong, but it is wrong always.
  const isEarlier = before !== undefined && reply.datetime !== undefined && reply.datetime < before.sent;
  if (before && (!hasLeft || isEarlier)) return { question: before.attribute_id, isLate: true };
  return hasLeft && row.attribute_id !== null ? { question: row.attribute_id, isLate: false } : undefined;
}

/** Everything said to a question, as one answer. */
async function storeReplyAsAnswer(tx: Tx, row: SurveyContactRow, question: AttributeRow): Promise<boolean> {
  const replyTexts = await readReplyTexts(tx, row.id, question.id);
  const joinedReplies = replyTexts.join('\n');
  // Of what can be chosen or counted, the last word that can be read holds.
  const answers =
    parseReply(question, joinedReplies) ??
    replyTexts.map((it) => parseReply(question, it)).findLast((it) => it);
  if (answers && row.post_id !== null) await storeAnswer(tx, row.post_id, question, answers);
  return answers !== undefined;
}

/** Which text messages nobody here waits for: whole batches of them need not be looked at one by one. */
export async function findUnsolicited<M extends Pick<IncomingMessage, 'type' | 'from' | 'message'>>(
  tx: Tx,
  messages: readonly M[],
): Promise<Set<M>> {
  // What STOP or START changes holds for the next message of that number, however it is written.
  if (messages.some((it) => parseOptOutKeyword(it.message.trim()))) return new Set();
  const busy = await findBusyNumbers(tx, [...new Set(messages.map((it) => it.from.trim()))]);
  return new Set(messages.filter((it) => it.type === 'sms' && !busy.has(it.from.trim())));
}

/**
 * Takes a message that came in, in the transaction that stores it, if it belongs to a targeted survey or is about being
 * written to at all.
 * @returns what was stored; undefined when it is no such message, and nothing was done
 */
export async function handleReply(
  tx: Tx,
  incoming: IncomingMessage,
  transports: Carriers,
): Promise<Received | undefined> {
  const message = incoming.message.trim();
  const from = incoming.from.trim();
  if (incoming.type !== 'sms' || message === '' || from === '') return undefined;
  const reply: SmsReply = { ...incoming, type: 'sms', message, from };
  await lockNumber(tx, from);
  const before = await findEarlierDelivery(tx, reply);
  if (before) return before;
  const keyword = parseOptOutKeyword(message);
  if (keyword === 'stop') return handleStop(tx, reply);
  const started = keyword === 'start' ? await handleStart(tx, reply, transports) : undefined;
  if (started) return started;
  const row = await findActiveSurvey(tx, from);
  if (!row) return undefined;
  return handleAnswer(tx, row, reply, transports);
}

async function handleAnswer(
  tx: Tx,
  row: SurveyContactRow,
  reply: SmsReply,
  transports: Carriers,
): Promise<Received | undefined> {
  const questions = selectQuestions(await readSurveyFields(tx, row.survey_id));
  const answered = await resolveAnsweredQuestion(tx, row, reply);
  const question = questions.find((it) => it.id === answered?.question);
  if (!answered) return undefined;
  const messageId = await storeReply(tx, reply, row.contact_id, row.post_id);
  if (messageId === undefined) return findEarlierDelivery(tx, reply);
  const received = { messageId, contactId: row.contact_id, postId: row.post_id };
  if (question) {
    await insertReply(tx, { message_id: messageId, survey_contact_id: row.id, attribute_id: question.id });
    const isRead = await storeReplyAsAnswer(tx, row, question);
    if (answered.isLate) return received;
    if (!isRead && !row.asked_again) {
      await updateSurveyContact(tx, row.id, { asked_again: true });
      await sendQuestionTo(tx, row, question, reply.data_source ?? row.data_source, transports);
      return received;
    }
  }
  if (answered.isLate) return received;
  const next = nextQuestion(questions, row.attribute_id);
  if (next) await sendQuestionTo(tx, row, next, reply.data_source ?? row.data_source, transports);
  else {
    await updateSurveyContact(tx, row.id, { state: 'finished', message_id: null });
    await startNextSurvey(tx, reply.from, transports);
  }
  return received;
}
