/** A test app with a mail server, into which messages come in. */
import type { Message } from '@waypost/contract/messages/messages';
import { inTransaction } from '../kernel/db/database.ts';
import { type Actor, startTestApp } from '../testing/app/test-app.ts';
import { startMailServer } from '../testing/servers/mail-server.ts';
import { receiveMessage } from './receive-message.ts';

/** Starts the app and the mail server. `close` closes both. */
export async function startAppWithMail() {
  const mail = await startMailServer();
  const app = await startTestApp({ mail: { smtpUrl: mail.url, from: 'waypost@example.org' } });
  return {
    ...app,
    mail,
    close: async () => {
      await app.close();
      await mail.close();
    },
    /** Receives a message as from a data source. */
    receive: (message: Parameters<typeof receiveMessage>[1]) =>
      inTransaction(app.db, 'writes', (tx) => receiveMessage(tx, message)),
    sendReply: (kind: Actor, body: object) => app.send<Message>(kind, 'POST', '/messages', body),
    readMessage: async (id: number) => (await app.send<Message>('reviewer', 'GET', `/messages/${id}`)).body,
  };
}
