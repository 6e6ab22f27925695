/** Fetching mail by IMAP: what came since the last time, in the order of the mailbox, which stays as it is. */
import { isIP } from 'node:net';
import { AuthenticationFailure, ImapFlow, type MailboxObject } from 'imapflow';
import {
  type Fetched,
  faultOfSocket,
  InboxFault,
  type InboxLogin,
  type InboxTools,
  largestMail,
  mostBytes,
  mostMails,
  patience,
  type RawMail,
} from './inbox.ts';

/** The mailbox, and the last mail of it that was fetched. Numbers mean nothing once `validity` is another. */
export interface ImapState {
  validity: string;
  last: number;
}

/** Milliseconds that a server which tells of new mail is listened to. */
const listeningTime = 45_000;

async function connect(login: InboxLogin, { fetcher, signal }: InboxTools): Promise<ImapFlow> {
  const { host, port, security, username: user, password: pass, trusted } = login;
  const address = await fetcher.addressOf(host).catch((error: unknown) => {
    throw faultOfSocket(error);
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
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: listeningTime + patience,
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
      throw new InboxFault('login');
    // What the library says when a server has no STARTTLS.
    if (/STARTTLS/i.test((error as Error).message)) throw new InboxFault('tls');
    throw faultOfSocket(error);
  }
  return client;
}

/** The mailbox is open whenever it is asked; the type does not know it. */
function opened(client: ImapFlow): MailboxObject {
  if (!client.mailbox) throw new InboxFault('protocol');
  return client.mailbox;
}

/** Numbers of the mails after one, the oldest first. `N:*` names the last mail even when it is older. */
async function newsAfter(client: ImapFlow, last: number): Promise<number[]> {
  if (opened(client).exists === 0) return [];
  const found = await client.search({ uid: `${last + 1}:*` }, { uid: true });
  return (found || []).filter((uid) => uid > last).sort((a, b) => a - b);
}

/** The first of these mails that are together no larger than may be in memory at once; one at least. */
async function chosen(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
  const few = uids.slice(0, mostMails);
  const sizes = new Map<number, number>();
  for await (const { uid, size = 0 } of client.fetch(few.join(','), { uid: true, size: true }, { uid: true }))
    sizes.set(uid, Math.min(size, largestMail));
  let bytes = 0;
  const fits = few.findIndex((uid) => {
    bytes += sizes.get(uid) ?? 0;
    return bytes >= mostBytes;
  });
  return fits < 0 ? few : few.slice(0, fits + 1);
}

/** Mails that were deleted meanwhile are not among them. */
async function download(client: ImapFlow, uids: readonly number[], validity: string): Promise<RawMail[]> {
  const mails: RawMail[] = [];
  const wanted = { uid: true, source: { maxLength: largestMail } };
  for await (const { uid, source } of client.fetch(uids.join(','), wanted, { uid: true }))
    if (source) mails.push({ place: `${validity}:${uid}`, bytes: source });
  return mails;
}

/** Waits for new mail where the server tells of it (IDLE). */
async function listen(client: ImapFlow, signal: AbortSignal): Promise<void> {
  let stop: (() => void) | undefined;
  const news = new Promise<void>((resolve) => {
    stop = resolve;
    client.once('exists', () => resolve());
    client.once('close', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const timer = setTimeout(() => stop?.(), listeningTime);
  // Ends by itself with the next command.
  const idling = client.idle().catch(() => false);
  await Promise.race([news, idling]);
  clearTimeout(timer);
}

/**
 * Fetches mail, at most `mostMails`; where there is none and the server tells of new ones, it waits for them a while.
 * Nothing is marked as read or deleted.
 * @param state what it answered the last time; null: from the oldest mail on
 * @throws InboxFault
 */
export async function fetchByImap(
  login: InboxLogin,
  state: ImapState | null,
  tools: InboxTools,
): Promise<Fetched<ImapState>> {
  const client = await connect(login, tools);
  try {
    await client.mailboxOpen('INBOX', { readOnly: true });
    const validity = opened(client).uidValidity.toString();
    const last = state?.validity === validity ? state.last : 0;
    const tells = client.capabilities.has('IDLE');
    let uids = await newsAfter(client, last);
    if (uids.length === 0 && tells) {
      await listen(client, tools.signal);
      if (tools.signal.aborted || !client.usable)
        return { mails: [], state: { validity, last }, more: false };
      uids = await newsAfter(client, last);
    }
    if (uids.length === 0) return { mails: [], state: { validity, last }, more: false };
    const now = await chosen(client, uids);
    const mails = await download(client, now, validity);
    return { mails, state: { validity, last: now.at(-1) ?? last }, more: tells || now.length < uids.length };
  } catch (error) {
    if (tools.signal.aborted) return { mails: [], state: state ?? { validity: '', last: 0 }, more: false };
    throw faultOfSocket(error);
  } finally {
    await client.logout().catch(() => undefined);
    client.close();
  }
}
