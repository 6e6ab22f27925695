/** The log contains no personal data, whatever is sent and whatever fails: no secret, address, number or text of people. */
import { PassThrough } from 'node:stream';
import { webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveMessage } from '../../messages/messages.public.ts';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { buildMultipart } from '../../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { inTransaction } from '../db/database.ts';

const secrets = {
  password: 'wombat-horse-staple',
  email: 'mina.quokka@secret.example.org',
  phone: '254711987654',
  text: 'They hide in the numbatfish cellar',
  word: 'numbatfish',
  name: 'Minerva Quokkaworth',
  address: '198.51.100.77',
  token: 'bm90LWEtcmVhbC10b2tlbi1idXQtbG9uZy1lbm91Z2g',
  search: 'bilbyfish',
};

let app: TestApp;
let lines = '';
beforeAll(async () => {
  const logDestination = new PassThrough();
  logDestination.on('data', (chunk: Buffer) => (lines += chunk.toString()));
  app = await startTestApp({ logLevel: 'trace', logDestination, simulatedPhones: true });
});
afterAll(() => app.close());

const tokens: string[] = [];
async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  token?: string,
) {
  const bearer = token ?? (await app.tokenOf('admin'));
  return app.fastify.inject({
    method,
    url,
    // As a proxy on this machine forwards it.
    remoteAddress: '127.0.0.1',
    headers: {
      authorization: `Bearer ${bearer}`,
      'x-forwarded-for': secrets.address,
      'x-real-ip': secrets.address,
      forwarded: `for=${secrets.address}`,
      cookie: `session=${secrets.token}`,
      referer: `https://report.example.org/posts?q=${secrets.search}`,
    },
    ...(payload ? { payload } : {}),
  });
}

test('logs no personal data of successful, refused and failed requests', async () => {
  const { id: form } = await createTestSurvey(app.db, { words: { type: 'varchar' } });
  tokens.push(await app.tokenOf('admin'), await app.tokenOf('visitor'));
  const { email, password, phone, text, name, token, search } = secrets;
  const login = {
    client_id: webClient.id,
    client_secret: webClient.secret,
    grant_type: 'password',
    scope: '*',
  };
  const report = { form, title: text, content: text, author_realname: name, author_email: email };

  // Successful requests.
  const created = await send('POST', '/api/v3/users', { email, password, realname: name, role: 'user' });
  expect(created.statusCode).toBe(200);
  const entered = await send('POST', '/oauth/token', { ...login, username: email, password });
  tokens.push(entered.json<{ access_token: string }>().access_token);
  expect((await send('POST', '/api/v3/posts', report)).statusCode).toBe(200);
  await send('POST', '/api/v3/posts', report, await app.tokenOf('visitor'));
  await send('POST', '/api/v3/contacts', { type: 'phone', contact: phone });
  await send('POST', '/api/v3/simulated-phones/messages', { from: `+${phone}`, message: text });
  await inTransaction(app.db, 'writes', (tx) =>
    receiveMessage(tx, { type: 'email', from: email, message: text }),
  );
  await send('POST', '/api/v3/contact-data', { contact: phone });
  await send('POST', '/api/v3/passwordreset', { email });
  await send('GET', `/api/v3/posts?q=${search}&author=${encodeURIComponent(email)}`);
  await send('GET', `/api/v3/messages?q=${phone}`);
  await send('GET', `/views/map?q=${search}`);

  // Refused requests.
  for (const wrong of [password, `${password}x`])
    await send('POST', '/oauth/token', { ...login, username: `not-${email}`, password: wrong });
  await send('POST', '/api/v3/posts', report, token);
  await send('POST', '/api/v3/posts', { ...report, title: text.repeat(20) });
  await send('POST', '/api/v3/users', { email, password, realname: name });
  await send('GET', `/api/v3/unsubscribe/${token}`);
  await send('GET', `/storage/${token}.jpg`);
  const broken = `{"title": "${text}", "password": "${password}"`;
  await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/posts',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': secrets.address },
    payload: broken,
  });
  const { payload, headers } = buildMultipart(
    { caption: text },
    { name: `${name}.jpg`, bytes: Buffer.from(text) },
  );
  await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });

  // Failed requests: the database repeats the refused row in every part of its error.
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'refused for %', new.author_email using
        errcode = 'XX000', detail = 'Failing row contains ' || new::text, hint = new.title;
    end $$`.execute(app.db);
  await sql`create trigger refuses before insert on posts execute function refuse()`.execute(app.db);
  await sql`drop trigger refuses on posts`.execute(app.db);
  await sql`create trigger refuses before insert on posts for each row execute function refuse()`.execute(
    app.db,
  );
  expect((await send('POST', '/api/v3/posts', report)).statusCode).toBe(500);
  await app.jobs.runPending({ includeScheduled: true });

  expect(lines).toContain('request failed');
  expect(lines.split('\n').length).toBeGreaterThan(40);
  const leaked = [...Object.values(secrets), ...tokens].filter((value) =>
    lines.toLowerCase().includes(value.toLowerCase()),
  );
  expect(leaked).toEqual([]);
});
