/** A mailbox: mails become posts, replies join their thread, bounces mark sent messages as failed. */
import { checkImapLogin, fetchMailByImap, type ImapState } from '../mail/imap-inbox.ts';
import type { FetchedMail, InboxLogin, InboxTools, RawMail } from '../mail/inbox.ts';
import { type MailPicture, type ParsedMail, parseMail } from '../mail/parse-mail.ts';
import { checkPop3Login, fetchMailByPop3, type Pop3State } from '../mail/pop3-inbox.ts';
import type { DeliveryReceipt, IncomingMessage, Provider, ProviderSettings } from '../provider.ts';

type MailboxState = { imap: ImapState } | { pop3: Pop3State };

const securities = { None: 'None', SSL: 'SSL', TLS: 'TLS' } as const;

function toInboxLogin(settings: ProviderSettings<'email'>): InboxLogin {
  const { incoming_server, incoming_port, incoming_security, incoming_username, incoming_password } =
    settings;
  return {
    host: incoming_server,
    port: Number(incoming_port),
    security: securities[incoming_security as keyof typeof securities] ?? 'None',
    username: incoming_username,
    password: incoming_password,
  };
}

async function fetchMails(
  settings: ProviderSettings<'email'>,
  before: Partial<{ imap: ImapState; pop3: Pop3State }>,
  tools: InboxTools,
): Promise<FetchedMail<MailboxState>> {
  const login = toInboxLogin(settings);
  if (settings.incoming_type === 'POP') {
    const { state, ...fetched } = await fetchMailByPop3(login, before.pop3 ?? null, tools);
    return { ...fetched, state: { pop3: state } };
  }
  const { state, ...fetched } = await fetchMailByImap(login, before.imap ?? null, tools);
  return { ...fetched, state: { imap: state } };
}

/** The text of a mail that has no other one than quoted text. */
const onlyQuotedText = '[…]';

const joinPictureNames = (pictures: readonly MailPicture[]) => pictures.map(({ name }) => name).join(', ');

/** The message of a mail; none if the mail has no sender or no content. */
function toMessages(mail: ParsedMail, { serverId }: RawMail): IncomingMessage[] {
  // Some mails have only a subject, or only a picture, or nothing but quoted text, which only the team may see.
  const message =
    mail.text || mail.subject || joinPictureNames(mail.pictures) || (mail.quotedText && onlyQuotedText);
  if (mail.from === '' || message === '') return [];
  return [
    {
      type: 'email',
      from: mail.from,
      title: mail.subject || null,
      message,
      ...(mail.quotedText !== '' && { quotedText: mail.quotedText }),
      id: mail.id ?? serverId,
      inReplyToIds: mail.inReplyToIds,
      attachments: mail.pictures,
      ...(mail.date && { datetime: mail.date }),
    },
  ];
}

/** The provider of incoming mail. */
export const email: Provider<'email'> = {
  id: 'email',
  async check(settings, { fetcher, signal }) {
    const checkLogin = settings.incoming_type === 'POP' ? checkPop3Login : checkImapLogin;
    await checkLogin(toInboxLogin(settings), { fetcher, signal });
  },
  async poll(settings, before, { fetcher, signal, warn }) {
    const previousState = (before ?? {}) as Partial<{ imap: ImapState; pop3: Pop3State }>;
    const { mails, state, hasMore } = await fetchMails(settings, previousState, { fetcher, signal });
    const messages: IncomingMessage[] = [];
    const receipts: DeliveryReceipt[] = [];
    let unreadableCount = 0;
    for (const raw of mails) {
      const mail = await parseMail(raw.bytes).catch(() => undefined);
      if (mail === undefined) unreadableCount += 1;
      else if (mail.authorKind === 'bounce')
        receipts.push(
          ...mail.undeliveredIds.map((externalId) => ({ externalId, status: 'failed' as const })),
        );
      else if (mail.authorKind === 'person') messages.push(...toMessages(mail, raw));
    }
    // Unreadable mails are skipped for good, so that they do not block the others.
    if (unreadableCount > 0) warn(`Mails that could not be read: ${unreadableCount}`);
    return { messages, receipts, state, hasMore };
  },
};
