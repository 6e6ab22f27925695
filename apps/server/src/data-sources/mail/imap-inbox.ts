/** Fetches new mail by IMAP, in the order of the mailbox, without changing the mailbox. */
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

/** UIDVALIDITY of the mailbox and the UID of the last fetched mail. UIDs are invalid when `validity` changes. */
export interface ImapState {
  validity: string;
  last: number;
}

/** How long to wait for new mail (IDLE). */
const idleTimeoutMs = 45_000;

async function connect(login: InboxLogin, { fetcher, signal }: InboxTools): Promise<ImapFlow> {
  const { host, port, security, username: user, password: pass, trustedCertificates } = login;
  const address = await fetcher.resolveHost(host).catch((error: unknown) => {
    throw toInboxError(error);
  });
  const client = new ImapFlow({
    host: address,
    port,
    ...(isIP(host) ? {} : { servername: host }),
    secure: security === 'SSL',
    // Required: otherwise the password would be sent unencrypted to a server without STARTTLS.
    doSTARTTLS: security === 'TLS',
    auth: { user, pass },
    ...(trustedCertificates ? { tls: { ca: trustedCertificates } } : {}),
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: socketTimeoutMs,
    greetingTimeout: socketTimeoutMs,
    socketTimeout: idleTimeoutMs + socketTimeoutMs,
  });
  // Errors are also emitted as events, which would end the process without a listener.
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
      throw new InboxError('login', { peerText: readServerText(error) });
    // The library reports a missing STARTTLS only by the message.
    if (/STARTTLS/i.test((error as Error).message)) throw new InboxError('tls');
    throw toInboxError(error);
  }
  return client;
}

/** What the server said in an error of the library. */
const readServerText = (error: unknown): string => {
  const { responseText } = error as { responseText?: unknown };
  return typeof responseText === 'string' ? responseText : '';
};

/** Opens the mailbox without changing it. @throws InboxError */
async function openMailbox(client: ImapFlow): Promise<void> {
  try {
    await client.mailboxOpen('INBOX', { readOnly: true });
  } catch (error) {
    const peerText = readServerText(error);
    throw peerText === '' ? toInboxError(error) : new InboxError('folder', { peerText });
  }
}

/** Connects, logs in and opens the mailbox, to see whether that works. @throws InboxError */
export async function checkImapLogin(login: InboxLogin, tools: InboxTools): Promise<void> {
  const client = await connect(login, tools);
  try {
    await openMailbox(client);
  } finally {
    await client.logout().catch(() => undefined);
    client.close();
  }
}

/** The open mailbox. It is always open here, but the type allows `false`. @throws InboxError */
function requireOpenMailbox(client: ImapFlow): MailboxObject {
  if (!client.mailbox) throw new InboxError('protocol');
  return client.mailbox;
}

/** UIDs of the mails after `last`, oldest first. `N:*` always includes the last mail, even if it is older. */
async function findNewUids(client: ImapFlow, last: number): Promise<number[]> {
  if (requireOpenMailbox(client).exists === 0) return [];
  const uids = await client.search({ uid: `${last + 1}:*` }, { uid: true });
  return (uids || []).filter((uid) => uid > last).sort((a, b) => a - b);
}

/** The first mails that together are no larger than `maxTotalBytes`; at least one. */
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
  const lastIndex = limitedUids.findIndex((uid) => {
    bytes += sizes.get(uid) ?? 0;
    return bytes >= maxTotalBytes;
  });
  return lastIndex < 0 ? limitedUids : limitedUids.slice(0, lastIndex + 1);
}

/** Downloads mails. Mails deleted in the meantime are missing. */
async function download(client: ImapFlow, uids: readonly number[], validity: string): Promise<RawMail[]> {
  const mails: RawMail[] = [];
  const fetchOptions = { uid: true, source: { maxLength: maxMailBytes } };
  for await (const { uid, source } of client.fetch(uids.join(','), fetchOptions, { uid: true }))
    if (source) mails.push({ serverId: `${validity}:${uid}`, bytes: source });
  return mails;
}

/** Waits for new mail (IDLE). */
async function waitForNewMail(client: ImapFlow, signal: AbortSignal): Promise<void> {
  let stop: (() => void) | undefined;
  const notified = new Promise<void>((resolve) => {
    stop = resolve;
    client.once('exists', () => resolve());
    client.once('close', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const timer = setTimeout(() => stop?.(), idleTimeoutMs);
  // IDLE ends with the next command.
  const idling = client.idle().catch(() => false);
  await Promise.race([notified, idling]);
  clearTimeout(timer);
}

/**
 * Fetches mail, at most `maxMails`. If there is none and the server supports IDLE, waits for new mail for a while. Nothing is marked
 * as read or deleted.
 * @param state returned by the previous run; null: start with the oldest mail
 * @throws InboxError
 */
export async function fetchMailByImap(
  login: InboxLogin,
  state: ImapState | null,
  tools: InboxTools,
): Promise<FetchedMail<ImapState>> {
  const client = await connect(login, tools);
  try {
    await openMailbox(client);
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
    const batchUids = await limitBySize(client, uids);
    const mails = await download(client, batchUids, validity);
    return {
      mails,
      state: { validity, last: batchUids.at(-1) ?? last },
      hasMore: supportsIdle || batchUids.length < uids.length,
    };
  } catch (error) {
    if (tools.signal.aborted) return { mails: [], state: state ?? { validity: '', last: 0 }, hasMore: false };
    throw toInboxError(error);
  } finally {
    await client.logout().catch(() => undefined);
    client.close();
  }
}
