/**
 * Mails and text messages that people trust, since they open accounts: the name of the site, which whoever manages settings can
 * change, cannot put a link, a number or a line of its own into them.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../app/test-app.ts';
import { eventually } from '../time.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ simulatedPhones: true });
});
afterAll(() => app.close());

const falseLink = 'https://evil.example/forgotpassword/confirm/abc';
const breaks = ['\n', '\r\n', '\u0085', '\u2028', '\u2029', '\u000b', '\u0000'];

test.each(breaks)('a name with %j is refused at the field', async (end) => {
  const saved = await app.send('settings manager', 'PUT', '/config/site', { name: `River${end}watch` });
  expect([saved.status, errorPointers(saved)]).toEqual([422, ['/name']]);
});

const names = [
  `Waypost.\n\nOpen this link to set your password:\n\n${falseLink}`,
  `River ${falseLink} watch`,
  'River www.evil.example watch',
  'evil.example/login',
  'River evil\u3002example watch',
  'River evil\uff0eexample watch',
  'River evil.\u200bexample watch',
  'River help@evil.example watch',
  'River call +1 (900) 555-0123 watch',
  'River tel:19005550123 watch',
  'River +1–900–555–01–23 watch',
  'mailto:help@evil.example',
  `River ${'and so on '.repeat(20)}`,
  '...',
];
/** Stores a name as an earlier version did. */
const storeName = (name: string) =>
  sql`
    insert into settings (name, value) values ('site', ${JSON.stringify({ name })}::jsonb)
    on conflict (name) do update set value = settings.value || excluded.value`.execute(app.db);

/** The texts of all mails and messages of which the site's name is a part, by what caused them. */
async function collectTexts(round: number): Promise<Record<string, string>> {
  await sql`delete from outbox`.execute(app.db);
  await sql`delete from throttles`.execute(app.db);
  await sql`delete from contacts`.execute(app.db);
  const texts: Record<string, string> = {};
  const takeMail = async (cause: string) => {
    // Some mails are added to the outbox after the answer.
    texts[cause] = await eventually(async () => {
      const mail = await app.db.selectFrom('outbox').select(['subject', 'text']).executeTakeFirstOrThrow();
      return `${mail.subject}\n${mail.text}`;
    });
    await sql`delete from outbox`.execute(app.db);
  };
  await app.send('passer-by', 'POST', '/passwordreset', { email: 'member@example.org' });
  await takeMail('reset');
  await app.send('admin', 'POST', '/users', {
    email: `new${round}@example.org`,
    realname: 'New',
    invite: true,
  });
  await takeMail('invitation');
  await app.send('passer-by', 'POST', '/register', {
    email: 'member@example.org',
    password: 'long enough 1',
    realname: 'Mo',
  });
  await takeMail('registered');
  const contact = (type: string, value: string) =>
    app.send<{ id: number }>('member', 'POST', '/contacts', { type, contact: value });
  const mail = await contact('email', `mo${round}@example.org`);
  await app.send('member', 'POST', `/contacts/${mail.body.id}/confirmation`);
  await takeMail('code by mail');
  const phone = await contact('phone', '+254711000111');
  await app.send('member', 'POST', `/contacts/${phone.body.id}/confirmation`);
  const { rows } = await sql<{
    message: string;
  }>`select message from messages where is_confirmation and message <> ''`.execute(app.db);
  texts['code by text message'] = rows[0]?.message ?? '';
  await sql`delete from messages where is_confirmation`.execute(app.db);
  await app.send('admin', 'PUT', '/config/site', { client_url: `https://map${round}.example.org` });
  await takeMail('announcement');
  await app.send('admin', 'PUT', '/config/site', { client_url: '' });
  return texts;
}

describe('the name of the site in mails and messages', () => {
  test.each(names.map((name, index) => [name, index + 1] as const))('%j', async (name, round) => {
    await storeName('River watch');
    const plain = await collectTexts(round * 2);
    expect(Object.keys(plain)).toEqual([
      'reset',
      'invitation',
      'registered',
      'code by mail',
      'code by text message',
      'announcement',
    ]);
    await storeName(name);
    const texts = await collectTexts(round * 2 + 1);
    for (const [cause, text] of Object.entries(texts)) {
      const own = text
        .replaceAll(/https:\/\/report\.example\.org\S*/g, '')
        .replaceAll(/[a-z]+\d*@example\.org/g, '')
        .replaceAll(/\b\d{6}\b/g, '');
      expect([cause, own]).not.toEqual([
        cause,
        expect.stringMatching(/:\/\/|www|@|evil\S+example|[\p{L}\p{N}][.\u3002\uff0e]\p{L}|\d{5}|900/u),
      ]);
      expect([cause, text.split(/\n|\r|\u0085|\u2028|\u2029/).length]).toEqual([
        cause,
        plain[cause]?.split('\n').length,
      ]);
      expect(text.length).toBeLessThan((plain[cause]?.length ?? 0) + 200);
    }
  });
});
