/** An SMTP server that records mails, with or without authentication and encryption. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { localhostTls } from './localhost-tls.ts';

/** A received mail. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Whether the connection was encrypted, and the user name of the login. */
  isSecured: boolean;
  user: string | undefined;
  mail: Email;
  header: (name: string) => string | undefined;
}

/** A running SMTP server. */
export interface SmtpServer {
  port: number;
  received: ReceivedMail[];
  close: () => Promise<void>;
}

interface SmtpOptions {
  username?: string;
  password?: string;
  tls?: boolean;
  startTls?: boolean;
}

/** Starts an SMTP server. */
export async function startSmtpServer({
  username,
  password,
  tls = false,
  startTls = false,
}: SmtpOptions = {}): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...localhostTls,
    secure: tls,
    hideSTARTTLS: !startTls,
    authOptional: username === undefined,
    allowInsecureAuth: !startTls,
    onAuth({ username: name, password: word }, _session, done) {
      if (name === username && word === password) done(null, { user: name });
      // As careless servers do.
      else done(new Error(`Invalid username or password: ${String(word)}`));
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const take = (mail: Email) => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            isSecured: session.secure,
            user: session.user,
            mail,
            header: (name) => mail.headers.find(({ key }) => key === name)?.value,
          });
        };
        void PostalMime.parse(Buffer.concat(pieces))
          .then(take)
          .finally(() => done());
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
