/**
 * What somebody who was asked by text message writes back (wire 5.1; docs/decisions/0015): it is stored as the answer to
 * the open question, and sends the next one. Whoever writes STOP is left in peace, wherever they are in which survey.
 *
 * The messages of one number are taken one after another. The same delivery twice is one message. What was sent before the
 * open question could be read belongs to the question before it.
 */
import { limits } from '@waypost/contract/limits';
import {
  contactReachedBy,
  contactsWithNumber,
  lockNumber,
  stopContacts,
} from '../contacts/contacts.public.ts';
import type { Tx } from '../kernel/db.ts';
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
import { askQuestion } from './ask-question.ts';
import { beginNext } from './next-survey.ts';
import { meant, questionsOf } from './questions.ts';
import { wishIn } from './stop-words.rules.ts';
import {
  busyAmong,
  findLastReply,
  findRunning,
  findStopped,
  insertReply,
  readReplies,
  type SurveyContactRow,
  stopAll,
  updateSurveyContact,
  waitAgain,
} from './targeted-surveys.sql.ts';

/** A message on its way in, its text trimmed. */
interface Reply extends IncomingMessage {
  type: 'sms';
}

/** Stores the message. @returns its id; undefined when it was delivered before */
const store = (tx: Tx, reply: Reply, contactId: number, postId: number | null): Promise<number | undefined> =>
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
async function deliveredBefore(tx: Tx, reply: Reply): Promise<Received | undefined> {
  const { data_source = null, data_source_message_id = null } = reply;
  if (data_source_message_id === null) return undefined;
  const before = await findReceived(tx, data_source, data_source_message_id);
  return before && { messageId: before.id, contactId: before.contact_id, postId: before.post_id };
}

/** Also of a number that was never written to: it is remembered as stopped. */
async function stop(tx: Tx, reply: Reply): Promise<Received> {
  const first = await contactReachedBy(tx, 'phone', reply.from, reply.data_source ?? null);
  const running = await findRunning(tx, reply.from);
  const ids = (await contactsWithNumber(tx, reply.from)).map((it) => it.id);
  const contactId = running?.contact_id ?? first.id;
  const postId = running?.post_id ?? null;
  const messageId = (await store(tx, reply, contactId, postId)) ?? 0;
  await stopAll(tx, ids);
  await stopContacts(tx, ids, new Date());
  return { messageId, contactId, postId };
}

/** Opens the way again. A survey that STOP ended not long ago goes on where it was; those that waited for it follow. */
async function start(tx: Tx, reply: Reply, carriers: Carriers): Promise<Received | undefined> {
  const contacts = await contactsWithNumber(tx, reply.from);
  if (!contacts.some((it) => it.stopped)) return undefined;
  // A number may be stopped of which there are claims only.
  const first = await contactReachedBy(tx, 'phone', reply.from, reply.data_source ?? null);
  await stopContacts(
    tx,
    contacts.map((it) => it.id),
    null,
  );
  const since = new Date(Date.now() - limits.surveyExpiry * 1000);
  const stopped = (await findRunning(tx, reply.from)) ? undefined : await findStopped(tx, reply.from, since);
  const contactId = stopped?.contact_id ?? first.id;
  const postId = stopped?.post_id ?? null;
  const messageId = (await store(tx, reply, contactId, postId)) ?? 0;
  const questions = stopped ? questionsOf(await readSurveyFields(tx, stopped.survey_id)) : [];
  const open = questions.find((it) => it.id === stopped?.attribute_id);
  await waitAgain(
    tx,
    contacts.map((it) => it.id),
    since,
  );
  if (stopped && open) await ask(tx, stopped, open, reply.data_source ?? stopped.data_source, carriers);
  else await beginNext(tx, reply.from, carriers);
  return { messageId, contactId, postId };
}

async function ask(
  tx: Tx,
  row: SurveyContactRow,
  question: AttributeRow,
  source: string,
  carriers: Carriers,
): Promise<void> {
  const message_id = await askQuestion(tx, row, question, source, carriers);
  const fresh = question.id === row.attribute_id ? {} : { reminded: false, asked_again: false };
  await updateSurveyContact(tx, row.id, {
    state: 'pending',
    attribute_id: question.id,
    message_id,
    asked: new Date(),
    ...fresh,
  });
}

/** The question after this one; the first that is open when it is not asked any more. */
function following(questions: readonly AttributeRow[], id: number | null): AttributeRow | undefined {
  const at = questions.findIndex((it) => it.id === id);
  return questions[at + 1];
}

/** Which question a message answers; undefined when it was sent before any could be read. */
async function answeredBy(
  tx: Tx,
  row: SurveyContactRow,
  reply: Reply,
): Promise<{ question: number; isLate: boolean } | undefined> {
  const before = await findLastReply(tx, row.id);
  const asking = row.message_id === null ? undefined : await findMessage(tx, row.message_id);
  const hasLeft = asking?.status !== 'pending';
  // Times of one phone are compared with one another: its clock may be wrong, but it is wrong always.
  const isEarlier = before !== undefined && reply.datetime !== undefined && reply.datetime < before.sent;
  if (before && (!hasLeft || isEarlier)) return { question: before.attribute_id, isLate: true };
  return hasLeft && row.attribute_id !== null ? { question: row.attribute_id, isLate: false } : undefined;
}

/** Everything said to a question, as one answer. */
async function answer(tx: Tx, row: SurveyContactRow, question: AttributeRow): Promise<boolean> {
  const said = await readReplies(tx, row.id, question.id);
  const whole = said.join('\n');
  // Of what can be chosen or counted, the last word that can be read holds.
  const answers = meant(question, whole) ?? said.map((it) => meant(question, it)).findLast((it) => it);
  if (answers && row.post_id !== null) await storeAnswer(tx, row.post_id, question, answers);
  return answers !== undefined;
}

/** Which text messages nobody here waits for: whole batches of them need not be looked at one by one. */
export async function findUnasked<M extends Pick<IncomingMessage, 'type' | 'from' | 'message'>>(
  tx: Tx,
  messages: readonly M[],
): Promise<Set<M>> {
  // What STOP or START changes holds for the next message of that number, however it is written.
  if (messages.some((it) => wishIn(it.message.trim()))) return new Set();
  const busy = await busyAmong(tx, [...new Set(messages.map((it) => it.from.trim()))]);
  return new Set(messages.filter((it) => it.type === 'sms' && !busy.has(it.from.trim())));
}

/**
 * Takes a message that came in, in the transaction that stores it, if it belongs to a targeted survey or is about being
 * written to at all.
 * @returns what was stored; undefined when it is no such message, and nothing was done
 */
export async function takeReply(
  tx: Tx,
  incoming: IncomingMessage,
  carriers: Carriers,
): Promise<Received | undefined> {
  const message = incoming.message.trim();
  const from = incoming.from.trim();
  if (incoming.type !== 'sms' || message === '' || from === '') return undefined;
  const reply: Reply = { ...incoming, type: 'sms', message, from };
  await lockNumber(tx, from);
  const before = await deliveredBefore(tx, reply);
  if (before) return before;
  const wish = wishIn(message);
  if (wish === 'stop') return stop(tx, reply);
  const started = wish === 'start' ? await start(tx, reply, carriers) : undefined;
  if (started) return started;
  const row = await findRunning(tx, from);
  if (!row) return undefined;
  return takeAnswer(tx, row, reply, carriers);
}

async function takeAnswer(
  tx: Tx,
  row: SurveyContactRow,
  reply: Reply,
  carriers: Carriers,
): Promise<Received | undefined> {
  const questions = questionsOf(await readSurveyFields(tx, row.survey_id));
  const answered = await answeredBy(tx, row, reply);
  const question = questions.find((it) => it.id === answered?.question);
  if (!answered) return undefined;
  const messageId = await store(tx, reply, row.contact_id, row.post_id);
  if (messageId === undefined) return deliveredBefore(tx, reply);
  const received = { messageId, contactId: row.contact_id, postId: row.post_id };
  if (question) {
    await insertReply(tx, { message_id: messageId, survey_contact_id: row.id, attribute_id: question.id });
    const isRead = await answer(tx, row, question);
    if (answered.isLate) return received;
    if (!isRead && !row.asked_again) {
      await updateSurveyContact(tx, row.id, { asked_again: true });
      await ask(tx, row, question, reply.data_source ?? row.data_source, carriers);
      return received;
    }
  }
  if (answered.isLate) return received;
  const next = following(questions, row.attribute_id);
  if (next) await ask(tx, row, next, reply.data_source ?? row.data_source, carriers);
  else {
    await updateSurveyContact(tx, row.id, { state: 'finished', message_id: null });
    await beginNext(tx, reply.from, carriers);
  }
  return received;
}
