/** Erasing a person from the mails that others quoted. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('erases an address and a number from the mails that others quoted, and nothing else of theirs', async () => {
  const quotes = {
    first: 'On 3 Dec 2019, Ines <Ines@Example.org> wrote:\n> Which?',
    second: 'Ines, +254 (733) 000-111',
    third: 'On 3 Dec 2019, Linesines@example.org wrote:',
    unknown: 'On 3 Dec 2019, Omar <omar@example.net> wrote:',
    wrapped: '> Call +254 733\n> ٠٠٠١١١, or ines@\n> example.org',
  };
  await sql`
    insert into messages (message, type, direction, status, additional_data)
    select key, 'email', 'incoming', 'received', jsonb_build_object('quoted_text', value, 'media', '[7]'::jsonb)
    from jsonb_each_text(${JSON.stringify(quotes)}::jsonb)`.execute(app.db);
  await sql`
    insert into contacts (type, contact) values ('phone', '+254733000111'), ('email', 'ines@example.org')`.execute(
    app.db,
  );
  // Omar never wrote himself.
  for (const contact of ['ines@example.org', '+254733000111', 'omar@example.net'])
    expect((await app.send('admin', 'POST', '/contact-data/erase', { contact })).status).toBe(200);
  const { rows } = await sql<{ message: string; data: object }>`
    select message, additional_data as data from messages order by message`.execute(app.db);
  expect(rows).toEqual(
    Object.entries(quotes).map(([message, quoted_text]) => ({
      message,
      data: { media: [7], ...(message === 'third' && { quoted_text }) },
    })),
  );
});
