/** Fetching mail by POP3: what is in the mailbox and was not fetched before. The mails stay there. */
import { createHash } from 'node:crypto';
import {
  type Fetched,
  faultOfSocket,
  type InboxLogin,
  type InboxTools,
  largestMail,
  mostBytes,
  mostMails,
  type RawMail,
} from './inbox.ts';
import { Pop3Connection } from './pop3-connection.ts';

/** Which mails were fetched, as far as they are still there: what POP3 has is no order, only names. */
export interface Pop3State {
  seen: string[];
}

/** Lines of a mail that is too large to be fetched whole. */
const beginning = 500;

/** Names may be 70 letters long, and mailboxes have many. */
const shortened = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 12);

/**
 * Fetches mail, at most `mostMails`.
 * @param state what it answered the last time; null: everything that is there
 * @throws InboxFault
 */
export async function fetchByPop3(
  login: InboxLogin,
  state: Pop3State | null,
  tools: InboxTools,
): Promise<Fetched<Pop3State>> {
  const connection = await Pop3Connection.open(login, tools);
  try {
    const there = (await connection.list()).map(({ number, id }) => ({ number, id: shortened(id) }));
    const before = new Set(state?.seen);
    const seen = there.filter(({ id }) => before.has(id)).map(({ id }) => id);
    const news = there.filter(({ id }) => !before.has(id));
    if (news.length === 0) return { mails: [], state: { seen }, more: false };
    const sizes = await connection.sizes();
    const mails: RawMail[] = [];
    let bytes = 0;
    let looked = 0;
    for (const { number, id } of news.slice(0, mostMails)) {
      looked += 1;
      const isLarge = (sizes.get(number) ?? 0) > largestMail;
      const mail = await connection.mail(number, largestMail * 2, isLarge ? beginning : undefined);
      // Another program deleted it since it was listed.
      if (mail === null) continue;
      mails.push({ place: id, bytes: mail });
      seen.push(id);
      bytes += mail.length;
      if (bytes >= mostBytes) break;
    }
    return { mails, state: { seen }, more: looked < news.length };
  } catch (error) {
    throw faultOfSocket(error);
  } finally {
    await connection.close();
  }
}
