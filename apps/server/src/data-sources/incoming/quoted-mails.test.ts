/** Quoted mails: left out of reports, and shown to those who look at the sender. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { type ImapServer, startImapServer } from '../../testing/servers/imap-server.ts';
import { createMailHelpers, mailboxOptions, rawMail, username } from './incoming-mail.fixture.ts';

let app: TestApp;
let server: ImapServer;
beforeAll(async () => {
  app = await startTestApp({ allowedNetworks: ['127.0.0.0/8', '::1'] });
  server = await startImapServer({ username });
  const body = { providers: { email: true }, email: mailboxOptions(server.port) };
  expect((await app.send('settings manager', 'PUT', '/config/data-provider', body)).status).toBe(200);
});
afterAll(async () => {
  await app.close();
  await server.close();
});
const { fetchMail, findPostsByText, listMessagesOfPost } = createMailHelpers(() => app);

test('a mail that answers another one becomes a post of its own words; the quote is shown to the team', async () => {
  const quote = `De : Bureau <desk@example.org>\r\nEnvoyé le : Mardi 3 décembre 2019 10h30\r\nObjet : Pont\r\n\r\nOù ?`;
  const headers = ['In-Reply-To: <unknown@example.org>', 'Content-Type: text/plain; charset=utf-8'];
  server.deliver(rawMail('answer@example.org', `Toujours fermé.\r\n\r\n  ${quote}`, headers));
  server.deliver(rawMail('quote@example.org', quote, [...headers, 'Subject: Nothing but a quote']));
  await fetchMail();
  const [answer] = await findPostsByText('fermé');
  const [onlyQuote] = await findPostsByText('Nothing but');
  expect([answer?.content, onlyQuote?.content]).toEqual(['Toujours fermé.', 'Nothing but a quote']);
  const quoted_text = quote.replaceAll('\r', '');
  for (const post of [answer, onlyQuote]) {
    const [message] = await listMessagesOfPost(post);
    expect(message?.additional_data).toEqual({ has_quoted_text: true, quoted_text });
    const quoted_mails = [{ message_id: message?.id, created: message?.created, text: quoted_text }];
    const looks = [`/posts/${post?.id}`, `/messages/threads/${message?.contact_id}`];
    for (const look of looks)
      expect((await app.send('reviewer', 'POST', `${look}/personal-data/views`)).body).toMatchObject({
        quoted_mails: expect.arrayContaining(quoted_mails),
      });
    const path = `/messages?post=${post?.id}`;
    const withheld = await app.send('reviewer without personal data', 'GET', path);
    expect(withheld.body).toMatchObject({ results: [{ additional_data: { has_quoted_text: true } }] });
    for (const look of looks) {
      const refused = await app.send('reviewer without personal data', 'POST', `${look}/personal-data/views`);
      expect(refused.status).toBe(403);
    }
    expect(JSON.stringify(withheld.body)).not.toContain('Bureau');
    expect((await app.send('member', 'GET', path)).status).toBe(403);
  }
});
