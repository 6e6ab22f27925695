/**
 * Replies to targeted surveys (API v3 §5.1; docs/decisions/0015). A reply is stored as the answer to the open question, and the next
 * question is sent. STOP opts out of all messages, at any point of any survey. What may be forged opts out only with a code, opts
 * nobody in, and changes no published report (docs/decisions/0104).
 *
 * Messages of one number are processed one at a time. A repeated delivery counts once. A message that was sent before the open
 * question could be read belongs to the previous question.
 */
import { limits } from '@waypost/contract/common/limits';
import {
  findContactsByNumber,
  findOrCreateContact,
  lockPhoneNumber,
  readPhoneCountry,
  setContactsOptedOut,
} from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import {
  findMessage,
  findReceivedMessage,
  type IncomingMessage,
  insertReceivedMessage,
  type MessageTransports,
  type ReceivedMessage,
  receivedKeyOf,
} from '../messages/messages.public.ts';
import { storeAnswer } from '../posts/posts.public.ts';
import { type AttributeRow, readSurveyFields } from '../surveys/surveys.public.ts';
import { askToConfirmStop, isStopConfirmed } from './confirm-stop.ts';
import { parseOptOutKeyword, parseStopCode } from './opt-out-keywords.rules.ts';
import { sendQuestion } from './send-question.ts';
import { startNextSurvey } from './start-next-survey.ts';
import { parseReply, selectQuestions } from './survey-questions.ts';
import {
  findActiveSurvey,
  findBusyNumbers,
  findLastReply,
  findStoppedSurvey,
  insertReply,
  isUnderReview,
  readReplyTexts,
  requeueStoppedSurveys,
  type SurveyContactRow,
  stopSurveys,
  updateSurveyContact,
} from './targeted-surveys.sql.ts';

/** An incoming text message, trimmed. */
interface SmsReply extends IncomingMessage {
  type: 'sms';
}

/** Stores the message. @returns its id; undefined if it was delivered before */
const storeReply = (
  tx: Tx,
  reply: SmsReply,
  contactId: number,
  postId: number | null,
): Promise<number | undefined> =>
  insertReceivedMessage(tx, {
    contact_id: contactId,
    post_id: postId,
    data_source: reply.data_source ?? null,
    data_source_message_id: reply.data_source_message_id ?? null,
    received_key: receivedKeyOf(reply),
    title: null,
    message: reply.message,
    datetime: reply.datetime ?? new Date(),
    type: 'sms',
    status: 'received',
    direction: 'incoming',
  });

/** The stored message if it was delivered before. */
async function findEarlierDelivery(tx: Tx, reply: SmsReply): Promise<ReceivedMessage | undefined> {
  const receivedKey = receivedKeyOf(reply);
  if (receivedKey === null) return undefined;
  const before = await findReceivedMessage(tx, reply.data_source ?? null, receivedKey);
  return before && { messageId: before.id, contactId: before.contact_id, postId: before.post_id };
}

/** Opts a number out, also one that was never written to. */
async function handleStop(tx: Tx, reply: SmsReply): Promise<ReceivedMessage> {
  const sendingContact = await findOrCreateContact(tx, 'phone', reply.from, reply.data_source ?? null);
  const active = await findActiveSurvey(tx, reply.from);
  const ids = (await findContactsByNumber(tx, reply.from)).map((contact) => contact.id);
  const contactId = active?.contact_id ?? sendingContact.id;
  const postId = active?.post_id ?? null;
  const messageId = (await storeReply(tx, reply, contactId, postId)) ?? 0;
  await stopSurveys(tx, ids);
  await setContactsOptedOut(tx, ids, new Date());
  return { messageId, contactId, postId };
}

/**
 * Stores a STOP that anybody may have sent, and asks its number for a code. If the number has opted out already, it is only stored.
 * @returns undefined if the number cannot be asked: the message becomes a report, so that the team sees it
 */
async function handleUnconfirmedStop(
  tx: Tx,
  reply: SmsReply,
  transports: MessageTransports,
): Promise<ReceivedMessage | undefined> {
  const contacts = await findContactsByNumber(tx, reply.from);
  const active = await findActiveSurvey(tx, reply.from);
  const postId = active?.post_id ?? null;
  const isOptedOut = contacts.some((contact) => contact.opted_out);
  if (!isOptedOut && !(await askToConfirmStop(tx, reply, postId, transports))) return undefined;
  const sendingContact = await findOrCreateContact(tx, 'phone', reply.from, reply.data_source ?? null);
  const contactId = active?.contact_id ?? sendingContact.id;
  const messageId = (await storeReply(tx, reply, contactId, postId)) ?? 0;
  return { messageId, contactId, postId };
}

/** Opts in again. A recently stopped survey continues at its question; those that waited wait again. @returns undefined if not stopped */
async function handleStart(
  tx: Tx,
  reply: SmsReply,
  transports: MessageTransports,
): Promise<ReceivedMessage | undefined> {
  const contacts = await findContactsByNumber(tx, reply.from);
  if (!contacts.some((contact) => contact.opted_out)) return undefined;
  // All contacts of a stopped number may be unconfirmed; then one is created for the sender.
  const sendingContact = await findOrCreateContact(tx, 'phone', reply.from, reply.data_source ?? null);
  await setContactsOptedOut(
    tx,
    contacts.map((contact) => contact.id),
    null,
  );
  const since = new Date(Date.now() - limits.surveyExpirySeconds * 1000);
  const stopped = (await findActiveSurvey(tx, reply.from))
    ? undefined
    : await findStoppedSurvey(tx, reply.from, since);
  const contactId = stopped?.contact_id ?? sendingContact.id;
  const postId = stopped?.post_id ?? null;
  const messageId = (await storeReply(tx, reply, contactId, postId)) ?? 0;
  const questions = stopped ? selectQuestions(await readSurveyFields(tx, stopped.survey_id)) : [];
  const openQuestion = questions.find((question) => question.id === stopped?.attribute_id);
  await requeueStoppedSurveys(
    tx,
    contacts.map((contact) => contact.id),
    since,
  );
  if (stopped && openQuestion)
    await sendQuestionTo(tx, stopped, openQuestion, reply.data_source ?? stopped.data_source, transports);
  else await startNextSurvey(tx, reply.from, transports);
  return { messageId, contactId, postId };
}

async function sendQuestionTo(
  tx: Tx,
  row: SurveyContactRow,
  question: AttributeRow,
  source: string,
  transports: MessageTransports,
): Promise<void> {
  const message_id = await sendQuestion(tx, row, question, source, transports);
  const resetFlags = question.id === row.attribute_id ? {} : { reminded: false, question_repeated: false };
  await updateSurveyContact(tx, row.id, {
    state: 'pending',
    attribute_id: question.id,
    message_id,
    question_sent: new Date(),
    ...resetFlags,
  });
}

/** The question after this one; the first question if this one does not exist any more. */
function nextQuestion(questions: readonly AttributeRow[], id: number | null): AttributeRow | undefined {
  const index = questions.findIndex((question) => question.id === id);
  return questions[index + 1];
}

/** The question that a message replies to; undefined if it was sent before any question could be read. */
async function resolveAnsweredQuestion(
  tx: Tx,
  row: SurveyContactRow,
  reply: SmsReply,
): Promise<{ questionId: number; isLate: boolean } | undefined> {
  const lastReply = await findLastReply(tx, row.id);
  const questionMessage = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
  const isSendingDone = questionMessage?.status !== 'pending';
  // Times are compared with those of the same phone only, since its clock may be wrong.
  const isEarlier =
    lastReply !== undefined && reply.datetime !== undefined && reply.datetime < lastReply.sent;
  if (lastReply && (!isSendingDone || isEarlier)) return { questionId: lastReply.attribute_id, isLate: true };
  return isSendingDone && row.attribute_id !== null
    ? { questionId: row.attribute_id, isLate: false }
    : undefined;
}

/** Stores all replies to a question as one answer. @returns whether they could be parsed */
async function storeReplyAsAnswer(tx: Tx, row: SurveyContactRow, question: AttributeRow): Promise<boolean> {
  const replyTexts = await readReplyTexts(tx, row.id, question.id);
  const joinedReplies = replyTexts.join('\n');
  const country = await readPhoneCountry(tx);
  // For options and numbers, the last reply that can be parsed counts.
  const answers =
    parseReply(question, joinedReplies, country) ??
    replyTexts.map((text) => parseReply(question, text, country)).findLast((parsed) => parsed);
  if (answers && row.post_id !== null) await storeAnswer(tx, row.post_id, question, answers);
  return answers !== undefined;
}

/** Text messages that belong to no survey and contain no keyword. They can be stored in one batch. */
export async function findUnsolicited<M extends Pick<IncomingMessage, 'type' | 'from' | 'message'>>(
  tx: Tx,
  messages: readonly M[],
): Promise<Set<M>> {
  // STOP and START affect later messages of the same number, which may be written differently: no batch then.
  const isKeyword = (text: string) => parseOptOutKeyword(text) ?? parseStopCode(text);
  if (messages.some(({ message }) => isKeyword(message.trim()) !== undefined)) return new Set();
  const busy = await findBusyNumbers(tx, [...new Set(messages.map(({ from }) => from.trim()))]);
  return new Set(messages.filter(({ type, from }) => type === 'sms' && !busy.has(from.trim())));
}

/**
 * Handles an incoming message if it replies to a targeted survey or is a STOP or START keyword.
 * @returns the stored message; undefined if it is neither, and nothing was done
 */
export async function handleReply(
  tx: Tx,
  incoming: IncomingMessage,
  transports: MessageTransports,
): Promise<ReceivedMessage | undefined> {
  const message = incoming.message.trim();
  const from = incoming.from.trim();
  if (incoming.type !== 'sms' || message === '' || from === '') return undefined;
  const reply: SmsReply = { ...incoming, type: 'sms', message, from };
  await lockPhoneNumber(tx, from);
  const earlierDelivery = await findEarlierDelivery(tx, reply);
  if (earlierDelivery) return earlierDelivery;
  const keyword = parseOptOutKeyword(message);
  const isAuthenticated = incoming.isAuthenticated !== false;
  if (keyword === 'stop' && !isAuthenticated) return handleUnconfirmedStop(tx, reply, transports);
  if (keyword === 'stop' || (await isStopConfirmed(tx, reply))) return handleStop(tx, reply);
  const optedIn =
    keyword === 'start' && isAuthenticated ? await handleStart(tx, reply, transports) : undefined;
  if (optedIn) return optedIn;
  const row = await findActiveSurvey(tx, from);
  if (!row) return undefined;
  if (!isAuthenticated && row.post_id !== null && !(await isUnderReview(tx, row.post_id))) return undefined;
  return handleAnswer(tx, row, reply, transports);
}

async function handleAnswer(
  tx: Tx,
  row: SurveyContactRow,
  reply: SmsReply,
  transports: MessageTransports,
): Promise<ReceivedMessage | undefined> {
  const questions = selectQuestions(await readSurveyFields(tx, row.survey_id));
  const answeredQuestion = await resolveAnsweredQuestion(tx, row, reply);
  const question = questions.find(({ id }) => id === answeredQuestion?.questionId);
  if (!answeredQuestion) return undefined;
  const messageId = await storeReply(tx, reply, row.contact_id, row.post_id);
  if (messageId === undefined) return findEarlierDelivery(tx, reply);
  const received = { messageId, contactId: row.contact_id, postId: row.post_id };
  if (question) {
    await insertReply(tx, { message_id: messageId, survey_contact_id: row.id, attribute_id: question.id });
    const isParsed = await storeReplyAsAnswer(tx, row, question);
    if (answeredQuestion.isLate) return received;
    if (!isParsed && !row.question_repeated) {
      await updateSurveyContact(tx, row.id, { question_repeated: true });
      await sendQuestionTo(tx, row, question, reply.data_source ?? row.data_source, transports);
      return received;
    }
  }
  if (answeredQuestion.isLate) return received;
  const next = nextQuestion(questions, row.attribute_id);
  if (next) await sendQuestionTo(tx, row, next, reply.data_source ?? row.data_source, transports);
  else {
    await updateSurveyContact(tx, row.id, { state: 'finished', message_id: null });
    await startNextSurvey(tx, reply.from, transports);
  }
  return received;
}
