/** Fetching mail by POP3: what is in the mailbox and was not fetched before. The mails stay there. */
import { createHash } from 'node:crypto';
import {
  type FetchedMail,
  type InboxLogin,
  type InboxTools,
  maxMailBytes,
  maxMails,
  maxTotalBytes,
  type RawMail,
  toInboxError,
} from './inbox.ts';
import { Pop3Connection } from './pop3-connection.ts';

/** Which mails were fetched, as far as they are still there: what POP3 has is no order, only names. */
export interface Pop3State {
  seen: string[];
}

/** Lines of a mail that is too large to be fetched whole. */
const maxPreviewLines = 500;

/** Names may be 70 letters long, and mailboxes have many. */
const hashId = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 12);

/**
 * Fetches mail, at most `maxMails`.
 * @param state what it answered the last time; null: everything that is there
 * @throws InboxError
 */
export async function fetchMailByPop3(
  login: InboxLogin,
  state: Pop3State | null,
  tools: InboxTools,
): Promise<FetchedMail<Pop3State>> {
  const connection = await Pop3Connection.open(login, tools);
  try {
    const listed = (await connection.listMails()).map(({ number, id }) => ({ number, id: hashId(id) }));
    const before = new Set(state?.seen);
    const seen = listed.filter(({ id }) => before.has(id)).map(({ id }) => id);
    const unseen = listed.filter(({ id }) => !before.has(id));
    if (unseen.length === 0) return { mails: [], state: { seen }, hasMore: false };
    const sizes = await connection.readSizes();
    const mails: RawMail[] = [];
    let bytes = 0;
    let readCount = 0;
    for (const { number, id } of unseen.slice(0, maxMails)) {
      readCount += 1;
      const isLarge = (sizes.get(number) ?? 0) > maxMailBytes;
      const mail = await connection.readMail(number, maxMailBytes * 2, isLarge ? maxPreviewLines : undefined);
      // Another program deleted it since it was listed.
      if (mail === null) continue;
      mails.push({ serverId: id, bytes: mail });
      seen.push(id);
      bytes += mail.length;
      if (bytes >= maxTotalBytes) break;
    }
    return { mails, state: { seen }, hasMore: readCount < unseen.length };
  } catch (error) {
    throw toInboxError(error);
  } finally {
    await connection.close();
  }
}
