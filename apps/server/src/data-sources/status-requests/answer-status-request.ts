/** Answers the sender of a text message who asks how far their last report is, by the same gateway (docs/decisions/0068). */
import { findContactsByNumber, isSenderName } from '../../contacts/contacts.public.ts';
import { translatorFor } from '../../i18n/i18n.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { registerAttempt, type Throttle } from '../../kernel/limits/throttle.ts';
import {
  type IncomingMessage,
  type MessageTransports,
  sendNewMessage,
  storeMessage,
} from '../../messages/messages.public.ts';
import { readSite } from '../../settings/settings.public.ts';
import { findLastReport } from './last-report.sql.ts';
import { parseStatusRequest } from './status-keywords.rules.ts';

/** Text messages cost money: further requests are stored, and not answered. */
const answerThrottle: Throttle = { name: 'status request', maxAttempts: 5, windowSeconds: 3600 };

/** Whether a message asks for the status of a report. */
export const isStatusRequest = ({ type, message }: Pick<IncomingMessage, 'type' | 'message'>): boolean =>
  type === 'sms' && parseStatusRequest(message) !== undefined;

type Report = NonNullable<Awaited<ReturnType<typeof findLastReport>>>;

const stateOf = (report: Report | undefined) => {
  if (!report) return 'none';
  return report.merged_into === null ? report.status : 'combined';
};

/**
 * Stores a message that asks for the status, and answers it unless the number opted out of messages, is a name, or asked too often, or
 * the request may be forged (docs/decisions/0104). The answer is no keyword, so that two programs cannot answer each other.
 * @returns whether the message was one
 */
export async function answerStatusRequest(
  tx: Tx,
  incoming: IncomingMessage,
  transports: MessageTransports,
): Promise<boolean> {
  const languages = parseStatusRequest(incoming.message);
  if (incoming.type !== 'sms' || !languages) return false;
  const { isNew, contactId } = await storeMessage(tx, incoming);
  if (!isNew || contactId === null || incoming.isAuthenticated === false) return true;
  const contacts = await findContactsByNumber(tx, incoming.from);
  const contact = contacts.find(({ id }) => id === contactId);
  if (!contact || isSenderName(contact) || contacts.some((it) => it.opted_out !== null)) return true;
  if ((await registerAttempt(tx, answerThrottle, contact.normalized_contact)) > 0) return true;
  const report = await findLastReport(
    tx,
    contacts.map(({ id }) => id),
  );
  const { language: siteLanguage } = await readSite(tx);
  const siteTag = siteLanguage.slice(0, 2);
  const { t } = translatorFor(languages.includes(siteTag) ? siteTag : languages[0]);
  await sendNewMessage(
    tx,
    {
      contact_id: contactId,
      post_id: report?.id ?? null,
      data_source: incoming.data_source ?? contact.data_source,
      title: null,
      message: t(`sms.status.${stateOf(report)}`),
      type: 'sms',
    },
    transports,
  );
  return true;
}
