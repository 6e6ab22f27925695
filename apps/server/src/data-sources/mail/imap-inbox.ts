/** Fetching mail by IMAP: what came since the last time, in the order of the mailbox, which stays as it is. */
import { isIP } from 'node:net';
import { AuthenticationFailure, ImapFlow, type MailboxObject } from 'imapflow';
import {
  type FetchedMail,
  InboxError,
  type InboxLogin,
  type InboxTools,
  maxMailBytes,
  maxMails,
  maxTotalBytes,
  type RawMail,
  socketTimeoutMs,
  toInboxError,
} from './inbox.ts';

/** The mailbox, and the last mail of it that was fetched. Numbers mean nothing once `validity` is another. */
export interface ImapState {
  validity: string;
  last: number;
}

/** Milliseconds that a server which tells of new mail is listened to. */
const idleTimeoutMs = 45_000;

async function connect(login: InboxLogin, { fetcher, signal }: InboxTools): Promise<ImapFlow> {
  const { host, port, security, username: user, password: pass, trustedCertificates: trusted } = login;
  const address = await fetcher.resolveHost(host).catch((error: unknown) => {
    throw toInboxError(error);
  });
  const client = new ImapFlow({
    host: address,
    port,
    ...(isIP(host) ? {} : { servername: host }),
    secure: security === 'SSL',
    // Without it set, a server that offers no TLS would be told the password in the open.
    doSTARTTLS: security === 'TLS',
    auth: { user, pass },
    ...(trusted ? { tls: { ca: trusted } } : {}),
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: socketTimeoutMs,
    greetingTimeout: socketTimeoutMs,
    socketTimeout: idleTimeoutMs + socketTimeoutMs,
  });
  // It tells of errors twice: by what was asked, and by an event that ends the process when nobody listens.
  client.on('error', () => undefined);
  signal.addEventListener('abort', () => client.close(), { once: true });
  try {
    await client.connect();
  } catch (error) {
    client.close();
    if (
      error instanceof AuthenticationFailure ||
      (error as { authenticationFailed?: boolean }).authenticationFailed
    )
      throw new InboxError('login');
    // What the library says when a server has no STARTTLS.
    if (/STARTTLS/i.test((error as Error).message)) throw new InboxError('tls');
    throw toInboxError(error);
  }
  return client;
}

/** The mailbox is open whenever it is asked; the type does not know it. */
function requireOpenMailbox(client: ImapFlow): MailboxObject {
  if (!client.mailbox) throw new InboxError('protocol');
  return client.mailbox;
}

/** Numbers of the mails after one, the oldest first. `N:*` names the last mail even when it is older. */
async function findNewUids(client: ImapFlow, last: number): Promise<number[]> {
  if (requireOpenMailbox(client).exists === 0) return [];
  const found = await client.search({ uid: `${last + 1}:*` }, { uid: true });
  return (found || []).filter((uid) => uid > last).sort((a, b) => a - b);
}

/** The first of these mails that are together no larger than may be in memory at once; one at least. */
async function limitBySize(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
  const limitedUids = uids.slice(0, maxMails);
  const sizes = new Map<number, number>();
  for await (const { uid, size = 0 } of client.fetch(
    limitedUids.join(','),
    { uid: true, size: true },
    { uid: true },
  ))
    sizes.set(uid, Math.min(size, maxMailBytes));
  let bytes = 0;
  const fits = limitedUids.findIndex((uid) => {
    bytes += sizes.get(uid) ?? 0;
    return bytes >= maxTotalBytes;
  });
  return fits < 0 ? limitedUids : limitedUids.slice(0, fits + 1);
}

/** Mails that were deleted meanwhile are not among them. */
async function download(client: ImapFlow, uids: readonly number[], validity: string): Promise<RawMail[]> {
  const mails: RawMail[] = [];
  const fetchOptions = { uid: true, source: { maxLength: maxMailBytes } };
  for await (const { uid, source } of client.fetch(uids.join(','), fetchOptions, { uid: true }))
    if (source) mails.push({ serverId: `${validity}:${uid}`, bytes: source });
  return mails;
}

/** Waits for new mail where the server tells of it (IDLE). */
async function waitForNewMail(client: ImapFlow, signal: AbortSignal): Promise<void> {
  let stop: (() => void) | undefined;
  const news = new Promise<void>((resolve) => {
    stop = resolve;
    client.once('exists', () => resolve());
    client.once('close', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const timer = setTimeout(() => stop?.(), idleTimeoutMs);
  // Ends by itself with the next command.
  const idling = client.idle().catch(() => false);
  await Promise.race([news, idling]);
  clearTimeout(timer);
}

/**
 * Fetches mail, at most `maxMails`; where there is none and the server tells of new ones, it waits for them a while.
 * Nothing is marked as read or deleted.
 * @param state what it answered the last time; null: from the oldest mail on
 * @throws InboxError
 */
export async function fetchMailByImap(
  login: InboxLogin,
  state: ImapState | null,
  tools: InboxTools,
): Promise<FetchedMail<ImapState>> {
  const client = await connect(login, tools);
  try {
    await client.mailboxOpen('INBOX', { readOnly: true });
    const validity = requireOpenMailbox(client).uidValidity.toString();
    const last = state?.validity === validity ? state.last : 0;
    const supportsIdle = client.capabilities.has('IDLE');
    let uids = await findNewUids(client, last);
    if (uids.length === 0 && supportsIdle) {
      await waitForNewMail(client, tools.signal);
      if (tools.signal.aborted || !client.usable)
        return { mails: [], state: { validity, last }, hasMore: false };
      uids = await findNewUids(client, last);
    }
    if (uids.length === 0) return { mails: [], state: { validity, last }, hasMore: false };
    const now = await limitBySize(client, uids);
    const mails = await download(client, now, validity);
    return {
      mails,
      state: { validity, last: now.at(-1) ?? last },
      hasMore: supportsIdle || now.length < uids.length,
    };
  } catch (error) {
    if (tools.signal.aborted) return { mails: [], state: state ?? { validity: '', last: 0 }, hasMore: false };
    throw toInboxError(error);
  } finally {
    await client.logout().catch(() => undefined);
    client.close();
  }
}
