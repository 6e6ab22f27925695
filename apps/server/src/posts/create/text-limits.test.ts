/** Texts of posts have a maximum length, whichever way they arrive. Longer ones that are stored already can be saved back. */
import { limits } from '@waypost/contract/common/limits';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { WritePaths } from './write-paths.fixture.ts';

let paths: WritePaths;
let survey: TestSurvey;
beforeAll(async () => {
  paths = await WritePaths.start();
  survey = await createTestSurvey(paths.app.db, {
    long: { type: 'text', input: 'textarea' },
    formatted: { type: 'markdown', input: 'markdown' },
    many: { type: 'varchar', cardinality: 0 },
    link: { type: 'link' },
    shape: { type: 'geometry', input: 'text' },
  });
});
afterAll(() => paths.close());

const longest = 'é'.repeat(limits.longText);
const tooLong = `${longest}x`;

/** Answers that are too long, by the name of the field. */
const tooLongAnswers: Record<string, string[]> = {
  long: [tooLong],
  formatted: [tooLong],
  many: Array.from({ length: 300 }, () => 'x'.repeat(limits.varchar)),
  link: [`https://example.org/${'x'.repeat(limits.linkAnswer)}`],
  shape: [`LINESTRING(${'1 1,'.repeat(limits.shapeAnswer / 4)}2 2)`],
};

const report = (rest: object) => ({ form: survey.id, title: 'Bridge closed', ...rest });

test('a post with the longest text and answers is stored', async () => {
  const values = { [survey.keyOf('long')]: [longest], [survey.keyOf('formatted')]: [longest] };
  const { status, body } = await paths.submit('admin', report({ content: longest, values }));
  expect([status, body.content, body.values]).toEqual([200, longest, values]);
});

test('a title of which nothing can be seen is none', async () => {
  const { status, body } = await paths.submit('admin', report({ title: '\u200b\u2060 \ufeff' }));
  expect([status, body.title]).toEqual([200, null]);
});

test('content that is too long is refused', async () => {
  const withoutSurvey = { title: 'Bridge closed', content: tooLong };
  for (const [sender, body] of [
    ['visitor', report({ content: tooLong })],
    ['admin', withoutSurvey],
  ] as const) {
    const refused = await paths.submit(sender, body);
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      422,
      ['/content'],
      ['maxlength'],
    ]);
  }
});

test.each(Object.entries(tooLongAnswers))(
  'an answer that is too long is refused: %s',
  async (name, answers) => {
    const refused = await paths.submit('visitor', report({ values: { [survey.keyOf(name)]: answers } }));
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      422,
      ['/values'],
      ['valueLength'],
    ]);
  },
);

describe('a post that is longer already', () => {
  const stored = `${tooLong} and more`;
  const createStored = async () => {
    const { body } = await paths.submit('admin', report({ content: 'Short' }));
    const values = {
      ...Object.fromEntries(
        Object.entries(tooLongAnswers).map(([name, answers]) => [survey.keyOf(name), answers]),
      ),
      [survey.keyOf('long')]: [stored],
    };
    await sql`update posts set content = ${stored}, values = ${JSON.stringify(values)}::jsonb where id = ${body.id}`.execute(
      paths.app.db,
    );
    return `/posts/${body.id}`;
  };

  test('is read, and saved back with another title', async () => {
    const path = await createStored();
    const { body } = await paths.app.send<Post>('admin', 'GET', path);
    expect(body.content).toBe(stored);
    const saved = await paths.app.send<Post>('admin', 'PUT', path, { ...body, title: 'Bridge open' });
    expect([saved.status, saved.body.title, saved.body.content]).toEqual([200, 'Bridge open', stored]);
    expect(saved.body.values).toEqual(body.values);
  });

  test('can become shorter, but not longer', async () => {
    const path = await createStored();
    const key = survey.keyOf('long');
    const longer = { content: `${stored}!`, values: { [key]: [`${stored}!`] } };
    const refused = await paths.app.send('admin', 'PUT', path, longer);
    expect([refused.status, errorPointers(refused)]).toEqual([422, ['/content', '/values']]);
    const shorter = { content: tooLong, values: { [key]: [tooLong] } };
    expect((await paths.app.send('admin', 'PUT', path, shorter)).status).toBe(200);
  });

  test('is translated with texts of its length', async () => {
    const path = await createStored();
    const { body } = await paths.app.send<Post>('admin', 'GET', path);
    const translate = (change: object) =>
      paths.app.send('admin', 'POST', `${path}/translations`, { ...body, slug: null, ...change });
    expect((await translate({ locale: 'fr', title: 'Pont' })).status).toBe(200);
    const refused = await translate({ locale: 'sw', content: `${stored}!` });
    expect([refused.status, errorPointers(refused)]).toEqual([422, ['/content']]);
  });
});

test('a row of a file with a text that is too long is rejected', async () => {
  const row = (text: string) => `"Row","${text}"`;
  const imported = await paths.importCsv(
    ['title,content', row('Flooded'), row(tooLong)],
    ['title', 'content'],
  );
  expect([imported.processed, imported.errors]).toEqual(['2', '1']);
});

test('the text of a message is cut visibly in the post, and the message keeps it whole', async () => {
  await paths.receiveSms(tooLong);
  const stored = await sql<{ content: string; message: string }>`
    select posts.content, messages.message from messages join posts on posts.message_id = messages.id
    order by messages.id desc limit 1`.execute(paths.app.db);
  const { content, message } = stored.rows[0] ?? { content: '', message: '' };
  expect(message).toBe(tooLong);
  expect(Array.from(content)).toHaveLength(limits.longText);
  expect(content).toMatch(/^é+ \[…\]$/);
});
