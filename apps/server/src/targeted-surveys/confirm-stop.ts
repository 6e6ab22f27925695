/**
 * STOP by a gateway whose requests prove nothing (docs/decisions/0104): the number is asked to repeat it with a code, which only its
 * phone receives. The code follows from the number and the day, so that nothing is stored.
 */
import { createHmac } from 'node:crypto';
import { findContactsByNumber, findOrCreateContact, isSenderName } from '../contacts/contacts.public.ts';
import { translatorFor } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { registerAttempt, type Throttle } from '../kernel/limits/throttle.ts';
import { type IncomingMessage, type MessageTransports, sendNewMessage } from '../messages/messages.public.ts';
import { readSigningKey, readSite } from '../settings/settings.public.ts';
import { parseStopCode, stopCodeLength } from './opt-out-keywords.rules.ts';
import { hasMessagesToContacts } from './targeted-surveys.sql.ts';

/** Text messages cost money, and a forged STOP must not become a flood for its number. */
const questionThrottle: Throttle = { name: 'stop question', maxAttempts: 1, windowSeconds: 86_400 };
/** Few enough that a code is not guessed, and so many that forged guesses hardly keep the owner of a number from using theirs. */
const guessThrottle: Throttle = { name: 'stop code', maxAttempts: 100, windowSeconds: 86_400 };

const dayMs = 86_400_000;

/** The codes that a number may send: that of today, which is in today's question, and that of yesterday. */
async function readStopCodes(tx: Tx, number: string): Promise<{ today: string; yesterday: string }> {
  const key = await readSigningKey(tx);
  const today = Math.floor(Date.now() / dayMs);
  const codeOf = (day: number) =>
    String(
      createHmac('sha256', key).update(`stop ${day} ${number}`).digest().readUIntBE(0, 6) %
        10 ** stopCodeLength,
    ).padStart(stopCodeLength, '0');
  return { today: codeOf(today), yesterday: codeOf(today - 1) };
}

/** Whether a message contains the code that its number was sent. Beyond the limit of guesses no code is taken that day. */
export async function isStopConfirmed(
  tx: Tx,
  { from, message }: Pick<IncomingMessage, 'from' | 'message'>,
): Promise<boolean> {
  const code = parseStopCode(message);
  const [contact] = code === undefined ? [] : await findContactsByNumber(tx, from);
  if (code === undefined || !contact) return false;
  if ((await registerAttempt(tx, guessThrottle, contact.normalized_contact)) > 0) return false;
  const { today, yesterday } = await readStopCodes(tx, contact.normalized_contact);
  return code === today || code === yesterday;
}

/** The source by which a number can be asked: that of its message, else any other; undefined: none sends now. */
async function findSource(
  tx: Tx,
  preferred: string | null,
  number: string,
  { gateways }: MessageTransports,
): Promise<string | null | undefined> {
  for (const data_source of new Set([preferred, null]))
    if (await gateways.canSend(tx, { type: 'sms', data_source, number })) return data_source;
  return undefined;
}

/**
 * Asks a number whether it wants to unsubscribe, once a day, and only if we write to it.
 * @param postId the report that its survey is about
 * @returns whether it was asked today; false if it cannot be asked, or has nothing to unsubscribe from
 */
export async function askToConfirmStop(
  tx: Tx,
  { from, data_source = null }: Pick<IncomingMessage, 'from' | 'data_source'>,
  postId: number | null,
  transports: MessageTransports,
): Promise<boolean> {
  const contacts = await findContactsByNumber(tx, from);
  const number = contacts[0]?.normalized_contact;
  if (number === undefined || contacts.some(isSenderName)) return false;
  const ids = contacts.map(({ id }) => id);
  if (!(await hasMessagesToContacts(tx, ids))) return false;
  const source = await findSource(tx, data_source, number, transports);
  if (source === undefined) return false;
  if ((await registerAttempt(tx, questionThrottle, number)) > 0) return true;
  const { t } = translatorFor((await readSite(tx)).language.slice(0, 2));
  const contact = await findOrCreateContact(tx, 'phone', from, data_source);
  const message = t('sms.stop', { code: (await readStopCodes(tx, number)).today });
  await sendNewMessage(
    tx,
    { contact_id: contact.id, post_id: postId, data_source: source, title: null, message, type: 'sms' },
    transports,
  );
  return true;
}
