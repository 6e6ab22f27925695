/** A mailbox: its mails become posts, answers to ours join their thread, bounces tell which of ours did not arrive. */
import { fetchMailByImap, type ImapState } from '../mail/imap-inbox.ts';
import type { FetchedMail, InboxLogin, InboxTools, RawMail } from '../mail/inbox.ts';
import { type MailPicture, type ParsedMail, parseMail } from '../mail/parse-mail.ts';
import { fetchMailByPop3, type Pop3State } from '../mail/pop3-inbox.ts';
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

const joinPictureNames = (pictures: readonly MailPicture[]) => pictures.map(({ name }) => name).join(', ');

/** None when there is nothing in it to make a post of. */
function toMessages(mail: ParsedMail, { serverId: place }: RawMail): IncomingMessage[] {
  // Some people write all they have to say into the subject, or send a picture and nothing else.
  const message = mail.text || mail.subject || joinPictureNames(mail.pictures);
  if (mail.from === '' || message === '') return [];
  return [
    {
      type: 'email',
      from: mail.from,
      title: mail.subject || null,
      message,
      id: mail.id ?? place,
      inReplyToIds: mail.inReplyToIds,
      attachments: mail.pictures,
      ...(mail.date && { datetime: mail.date }),
    },
  ];
}

export const email: Provider<'email'> = {
  id: 'email',
  async poll(settings, before, { fetcher, signal, warn }) {
    const previousState = (before ?? {}) as Partial<{ imap: ImapState; pop3: Pop3State }>;
    const { mails, state, hasMore: more } = await fetchMails(settings, previousState, { fetcher, signal });
    const messages: IncomingMessage[] = [];
    const receipts: DeliveryReceipt[] = [];
    let unreadable = 0;
    for (const raw of mails) {
      const mail = await parseMail(raw.bytes).catch(() => undefined);
      if (mail === undefined) unreadable += 1;
      else if (mail.authorKind === 'bounce')
        receipts.push(...mail.undeliveredIds.map((theirs) => ({ theirs, status: 'failed' as const })));
      else if (mail.authorKind === 'person') messages.push(...toMessages(mail, raw));
    }
    // One that cannot be read now never can be: it must not keep the others from coming in.
    if (unreadable > 0) warn(`Mails that could not be read: ${unreadable}`);
    return { messages, receipts, state, hasMore: more };
  },
};
