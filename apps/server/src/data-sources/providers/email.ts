/** A mailbox: its mails become posts, answers to ours join their thread, bounces tell which of ours did not arrive. */
import { fetchByImap, type ImapState } from '../mail/imap-inbox.ts';
import type { Fetched, InboxLogin, InboxTools, RawMail } from '../mail/inbox.ts';
import { fetchByPop3, type Pop3State } from '../mail/pop3-inbox.ts';
import { type MailPicture, type ReadMail, readMail } from '../mail/read-mail.ts';
import type { IncomingMessage, Provider, Receipt, SettingsOf } from '../provider.ts';

type State = { imap: ImapState } | { pop3: Pop3State };

const securities = { None: 'None', SSL: 'SSL', TLS: 'TLS' } as const;

function loginIn(settings: SettingsOf<'email'>): InboxLogin {
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
  settings: SettingsOf<'email'>,
  before: Partial<{ imap: ImapState; pop3: Pop3State }>,
  tools: InboxTools,
): Promise<Fetched<State>> {
  const login = loginIn(settings);
  if (settings.incoming_type === 'POP') {
    const { state, ...fetched } = await fetchByPop3(login, before.pop3 ?? null, tools);
    return { ...fetched, state: { pop3: state } };
  }
  const { state, ...fetched } = await fetchByImap(login, before.imap ?? null, tools);
  return { ...fetched, state: { imap: state } };
}

const namesOf = (pictures: readonly MailPicture[]) => pictures.map(({ name }) => name).join(', ');

/** None when there is nothing in it to make a post of. */
function messagesOf(mail: ReadMail, { place }: RawMail): IncomingMessage[] {
  // Some people write all they have to say into the subject, or send a picture and nothing else.
  const message = mail.text || mail.subject || namesOf(mail.pictures);
  if (mail.from === '' || message === '') return [];
  return [
    {
      type: 'email',
      from: mail.from,
      title: mail.subject || null,
      message,
      id: mail.id ?? place,
      answers: mail.answers,
      attachments: mail.pictures,
      ...(mail.date && { datetime: mail.date }),
    },
  ];
}

export const email: Provider<'email'> = {
  id: 'email',
  async poll(settings, before, { fetcher, signal, warn }) {
    const known = (before ?? {}) as Partial<{ imap: ImapState; pop3: Pop3State }>;
    const { mails, state, more } = await fetchMails(settings, known, { fetcher, signal });
    const messages: IncomingMessage[] = [];
    const receipts: Receipt[] = [];
    let unreadable = 0;
    for (const raw of mails) {
      const mail = await readMail(raw.bytes).catch(() => undefined);
      if (mail === undefined) unreadable += 1;
      else if (mail.writer === 'bounce')
        receipts.push(...mail.undelivered.map((theirs) => ({ theirs, status: 'failed' as const })));
      else if (mail.writer === 'person') messages.push(...messagesOf(mail, raw));
    }
    // One that cannot be read now never can be: it must not keep the others from coming in.
    if (unreadable > 0) warn(`Mails that could not be read: ${unreadable}`);
    return { messages, receipts, state, more };
  },
};
