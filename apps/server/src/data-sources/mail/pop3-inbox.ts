/** Fetches new mail by POP3. The mails stay in the mailbox. */
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

/** Hashed ids of fetched mails that are still in the mailbox. POP3 has no order by which new mails could be found. */
export interface Pop3State {
  seen: string[];
}

/** Lines to fetch of a mail that is too large. */
const maxPreviewLines = 500;

/** Shortens an id, which may have 70 characters. */
const hashId = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 12);

/** Connects, logs in and lists the mails, to see whether that works. @throws InboxError */
export async function checkPop3Login(login: InboxLogin, tools: InboxTools): Promise<void> {
  const connection = await Pop3Connection.open(login, tools);
  try {
    await connection.listMails();
  } catch (error) {
    throw toInboxError(error);
  } finally {
    await connection.close();
  }
}

/**
 * Fetches mail, at most `maxMails`.
 * @param state returned by the previous run; null: fetch everything
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
    const previousIds = new Set(state?.seen);
    const seenIds = listed.filter(({ id }) => previousIds.has(id)).map(({ id }) => id);
    const unseen = listed.filter(({ id }) => !previousIds.has(id));
    if (unseen.length === 0) return { mails: [], state: { seen: seenIds }, hasMore: false };
    const sizes = await connection.readSizes();
    const mails: RawMail[] = [];
    let bytes = 0;
    let readCount = 0;
    for (const { number, id } of unseen.slice(0, maxMails)) {
      readCount += 1;
      const isLarge = (sizes.get(number) ?? 0) > maxMailBytes;
      const mail = await connection.readMail(number, maxMailBytes * 2, isLarge ? maxPreviewLines : undefined);
      // Deleted by another program since it was listed.
      if (mail === null) continue;
      mails.push({ serverId: id, bytes: mail });
      seenIds.push(id);
      bytes += mail.length;
      if (bytes >= maxTotalBytes) break;
    }
    return { mails, state: { seen: seenIds }, hasMore: readCount < unseen.length };
  } catch (error) {
    throw toInboxError(error);
  } finally {
    await connection.close();
  }
}
