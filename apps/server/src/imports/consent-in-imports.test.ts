/** What reporters agreed to is kept when an export is imported, and applies (docs/decisions/0071). */
import type { PostConsent } from '@waypost/contract/posts/post-consent';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportTestApp } from './import-app.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());

const heading = ['Title', 'Consent Version', 'Consent To Publish', 'Consent To Share', 'Consent To Contact'];

/** Imports rows of a title and answers to publish, share and contact as published. @returns status and consent by title */
async function importRows(rows: readonly (readonly string[])[]) {
  await importApp.deletePosts();
  const text = [heading, ...rows].map((cells) => cells.join(',')).join('\r\n');
  const done = await importApp.importFile(text, [importApp.survey.keyOf('Title'), null, null, null, null], {
    fixed: { form: importApp.survey.id, status: 'published' },
  });
  expect([done.processed, done.errors]).toEqual([String(rows.length), '0']);
  const { rows: posts } = await sql<{ id: number; title: string; status: string }>`
    select id, title, status from posts`.execute(importApp.deployment.db);
  const results = posts.map(async ({ id, title, status }) => {
    const { body } = await importApp.deployment.send<PostConsent>('reviewer', 'GET', `/posts/${id}/consent`);
    return [title, { id, status, current: body.current }] as const;
  });
  return Object.fromEntries(await Promise.all(results));
}

test('a no is kept, so that the report is not published, shared or answered', async () => {
  const found = await importRows([
    ['Agreed', '2', 'yes', 'no', 'yes'],
    ['Declined', '2', 'no', 'no', 'no'],
    ['Unanswered', '', '', '', ''],
  ]);
  expect(found).toMatchObject({
    Agreed: {
      status: 'published',
      current: { version: null, agreed: ['publish', 'contact'], declined: ['share'], source: 'team' },
    },
    Declined: { status: 'draft', current: { agreed: [], declined: ['publish', 'share', 'contact'] } },
    Unanswered: { status: 'published', current: null },
  });
  const refused = await importApp.deployment.send('reviewer', 'PUT', `/posts/${found['Declined']?.id}`, {
    status: 'published',
  });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('postNeedsConsent'),
  ]);
});

test('the record names the file, and cells that say neither yes nor no are no answer', async () => {
  const found = await importRows([
    ['First', '1', 'YES', 'perhaps', ''],
    ['Second', '', 'maybe', '', ''],
  ]);
  expect(found).toMatchObject({
    First: { current: { agreed: ['publish'], declined: [], note: expect.stringContaining('.csv') } },
    Second: { current: null },
  });
});
