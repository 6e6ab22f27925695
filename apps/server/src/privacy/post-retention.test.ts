/** Rules that delete or anonymize posts by survey, status and age. */
import { readdir } from 'node:fs/promises';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Media } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { receiveMessage } from '../messages/messages.public.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { type Actor, errorCodes, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { applyRetention } from './apply-retention.ts';

const secret = 'quollfish';

interface Rule {
  form?: number | 'none' | null;
  status?: 'published' | 'draft' | 'archived' | null;
  action: 'delete' | 'anonymize';
  days: number;
}

let app: TestApp;
let flood: TestSurvey;
let other: TestSurvey;
beforeEach(async () => {
  app = await startTestApp({ simulatedPhones: true });
  const fields = {
    words: { type: 'varchar', private: true },
    open: { type: 'varchar' },
    phone: { type: 'phone', input: 'phone' },
    photo: { type: 'media', input: 'upload' },
    face: { type: 'media', input: 'upload', private: true },
    verdict: { type: 'varchar', task: 'check' },
  } as const;
  const tasks = { tasks: { check: { internal: true } } };
  flood = await createTestSurvey(app.db, fields, tasks);
  other = await createTestSurvey(app.db, fields, tasks);
});
afterEach(() => app.close());

const complete = (rules: readonly Rule[]) => rules.map((rule) => ({ form: null, status: null, ...rule }));
const saveRules = (rules: readonly Rule[], actor: Actor = 'admin') =>
  app.send<{ results: object[] }>(actor, 'PUT', '/retention/rules', { rules: complete(rules) });
const preview = async (rules: readonly Rule[]) =>
  (
    await app.send<{ results: { posts: number; oldest: string | null }[] }>(
      'admin',
      'POST',
      '/retention/rules/preview',
      { rules: complete(rules) },
    )
  ).body.results;
const countPosts = async (...rules: Rule[]) => (await preview(rules)).map(({ posts }) => posts);
async function runRetention(): Promise<void> {
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, applyRetention, {}));
  await app.jobs.runPending();
  // Files of what was deleted.
  await app.jobs.runPending();
}
const makeOld = (ids: readonly number[], days = 40) =>
  sql`update posts set created = now() - make_interval(days => ${days}) where id = any(${[...ids]}::bigint[])`.execute(
    app.db,
  );
const statusOf = async (id: number) => (await app.send('admin', 'GET', `/posts/${id}`)).status;
const statusesOf = (ids: readonly number[]) => Promise.all(ids.map(statusOf));
const auditOfRetention = async () =>
  (
    await app.send<{ results: { action: string; details: object }[] }>(
      'admin',
      'GET',
      '/audit?subject=retention',
    )
  ).body.results;

async function createPost(survey: TestSurvey, body: object = {}, actor: Actor = 'member'): Promise<number> {
  const created = await app.send<Post>(actor, 'POST', '/posts', {
    form: survey.id,
    title: 'Bridge',
    ...body,
  });
  expect([created.status, created.body]).toMatchObject([200, {}]);
  return created.body.id;
}

/** Receives a text message. @returns the id of its post */
async function receiveText(message: string): Promise<number> {
  const { postId } = await inTransaction(app.db, 'writes', (tx) =>
    receiveMessage(tx, {
      type: 'sms',
      from: '254711222333',
      message,
      survey: flood.id,
      data_source: 'simulated',
      data_source_message_id: 'gateway-1',
    }),
  );
  return postId ?? 0;
}

async function uploadPicture(actor: 'member' | 'admin'): Promise<number> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: `${secret}.jpg`, bytes });
  const authorization = `Bearer ${await app.tokenOf(actor)}`;
  const upload = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  return upload.json<Media>().id;
}

const readFiles = async () =>
  (await readdir(app.storageDir, { recursive: true })).filter((name) => name.endsWith('.jpg')).length;

test('only administrators read, save and preview the rules', async () => {
  for (const actor of ['passer-by', 'visitor', 'member', 'reviewer', 'settings manager'] as const) {
    const refused = actor === 'passer-by' ? 401 : 403;
    const statuses = [
      await app.send(actor, 'GET', '/retention/rules'),
      await saveRules([{ action: 'delete', days: 1 }], actor),
      await app.send(actor, 'POST', '/retention/rules/preview', { rules: [] }),
    ].map(({ status }) => status);
    expect([actor, statuses]).toEqual([actor, [refused, refused, refused]]);
  }
  expect((await app.send('admin', 'GET', '/retention/rules')).body).toMatchObject({ count: 0, results: [] });
});

test('rules are stored in their order, audited, and refused when they are wrong', async () => {
  const rules: Rule[] = [
    { form: flood.id, status: 'archived', action: 'delete', days: 90 },
    { form: 'none', status: null, action: 'anonymize', days: 30 },
    { form: null, status: 'published', action: 'anonymize', days: 365 },
  ];
  const saved = await saveRules(rules);
  expect(saved.body.results).toMatchObject([
    { form: { id: flood.id }, status: 'archived', action: 'delete', days: 90 },
    { form: 'none', status: null, action: 'anonymize', days: 30 },
    { form: null, status: 'published', action: 'anonymize', days: 365 },
  ]);
  const to = [
    { ...rules[0], survey: expect.any(String) },
    { ...rules[1], survey: null },
    { ...rules[2], survey: null },
  ];
  expect(await auditOfRetention()).toMatchObject([
    { action: 'update', details: { changed: ['rules'], rules: { from: [], to } } },
  ]);
  await saveRules(rules);
  expect(await auditOfRetention()).toHaveLength(1);
  const rule = { form: null, status: null, action: 'delete', days: 9 };
  for (const wrong of [
    { ...rule, form: 999_999 },
    { ...rule, form: 'some' },
    { ...rule, form: '' },
    { ...rule, form: { id: null } },
    { ...rule, status: 'open' },
    { ...rule, action: 'hide' },
    { ...rule, days: 0 },
    { ...rule, days: 36_501 },
    { ...rule, days: true },
    { ...rule, days: [5] },
    { ...rule, days: undefined },
    // A misspelled field must not make it a rule for all posts.
    { status: null, action: 'delete', days: 9 },
    { form: null, action: 'delete', days: 9 },
    { ...rule, form_id: 8 },
  ]) {
    const refused = await app.send('admin', 'PUT', '/retention/rules', { rules: [wrong] });
    expect([wrong, refused.status]).toEqual([wrong, 422]);
  }
  const many = Array.from({ length: 101 }, () => rule);
  expect((await app.send('admin', 'PUT', '/retention/rules', { rules: many })).status).toBe(422);
  expect((await app.send('admin', 'PUT', '/retention/rules', {})).status).toBe(422);
  expect((await app.send('admin', 'GET', '/retention/rules')).body).toMatchObject({ count: 3 });
  // A rule of a survey never applies to other posts once the survey is gone.
  expect((await app.send('admin', 'DELETE', `/forms/${flood.id}`)).status).toBe(200);
  expect((await app.send('admin', 'GET', '/retention/rules')).body).toMatchObject({ count: 2 });
});

test('an unknown survey is named in the error of the preview and of the save', async () => {
  const rules = [{ form: 999_999, status: null, action: 'delete', days: 9 }];
  const saved = await app.send('admin', 'PUT', '/retention/rules', { rules });
  expect(errorCodes(saved)).toEqual(['exists']);
});

test('posts of a survey and status are deleted with their pictures, messages and merged posts; others stay', async () => {
  const picture = await uploadPicture('member');
  const withPicture = await createPost(flood, { values: { [flood.keyOf('photo')]: [picture] } });
  const primary = await createPost(flood, { title: 'Quay' });
  const merged = await createPost(flood, { title: 'Quay again' });
  expect((await app.send('admin', 'POST', `/posts/${primary}/merged`, { post_ids: [merged] })).status).toBe(
    200,
  );
  const archived = await createPost(flood);
  await app.send('admin', 'PUT', `/posts/${archived}`, { status: 'archived' });
  const recent = await createPost(flood);
  const elsewhere = await createPost(other);
  const message = await receiveText(`${secret} said`);
  await app.send('admin', 'PUT', `/posts/${message}`, { status: 'published' });
  await makeOld([withPicture, primary, merged, archived, elsewhere, message]);
  expect(await readFiles()).toBeGreaterThan(0);

  const rule: Rule = { form: flood.id, status: 'published', action: 'delete', days: 30 };
  expect(
    await countPosts(rule, { ...rule, days: 41 }, { ...rule, form: null }, { ...rule, form: 'none' }),
  ).toEqual([3, 0, 4, 0]);
  expect((await preview([rule]))[0]?.oldest).toMatch(/^\d{4}-/);
  await saveRules([rule]);
  await runRetention();
  expect(await statusesOf([withPicture, primary, merged, message])).toEqual([404, 404, 404, 404]);
  expect(await statusesOf([archived, recent, elsewhere])).toEqual([200, 200, 200]);
  expect(await readFiles()).toBe(0);
  const { rows } = await sql`select id from messages where message <> ''`.execute(app.db);
  expect(rows).toEqual([]);
  expect(
    (await app.send<{ total_count: number }>('admin', 'GET', '/posts?q=quay&status=all')).body.total_count,
  ).toBe(0);
  expect((await auditOfRetention())[0]).toMatchObject({
    action: 'delete',
    details: { posts_delete: { from: 3, to: 0 } },
  });
});

test('anonymized posts keep what is public and lose everything that names a person, once', async () => {
  const face = await uploadPicture('member');
  const values = {
    [flood.keyOf('words')]: [`${secret} private`],
    [flood.keyOf('open')]: ['Knee-deep'],
    [flood.keyOf('phone')]: ['+254711222333'],
    [flood.keyOf('face')]: [face],
  };
  const byMember = await createPost(flood, { values });
  const ownPicture = await uploadPicture('admin');
  const byVisitor = await createPost(
    flood,
    {
      author_realname: `${secret} Abel`,
      author_email: `${secret}@example.org`,
      values: { [flood.keyOf('photo')]: [ownPicture] },
    },
    'admin',
  );
  await app.send('member', 'PUT', `/posts/${byMember}`, { content: 'Changed by its author' });
  await app.send('admin', 'POST', `/posts/${byMember}/notes`, { content: `Call ${secret}` });
  await app.send('admin', 'PUT', `/posts/${byMember}`, {
    values: { ...values, [flood.keyOf('verdict')]: [`${secret} internal`] },
  });
  await sql`
    insert into post_verifications (post_id, status, sources, evidence, note)
    values (${byMember}, 'verified', 1, ${`${secret} saw it`}, ${`${secret} called`})`.execute(app.db);
  await sql`update media set caption = ${`${secret} in front`} where id = ${ownPicture}`.execute(app.db);
  await sql`insert into receipts (post_id, key_hash) values (${byVisitor}, '\\x01')`.execute(app.db);
  await app.send('admin', 'POST', `/posts/${byVisitor}/reporter-messages`, { message: `Is ${secret} safe?` });
  const byText = await receiveText('Water at the mill');
  const ids = [byMember, byVisitor, byText];
  await makeOld(ids);
  const rule: Rule = { form: null, status: null, action: 'anonymize', days: 30 };
  expect(await countPosts(rule)).toEqual([3]);
  await saveRules([rule]);
  await runRetention();

  const post = (await app.send<Post>('admin', 'GET', `/posts/${byMember}`)).body;
  expect(post).toMatchObject({
    title: 'Bridge',
    content: 'Changed by its author',
    user_id: null,
    values: { [flood.keyOf('open')]: ['Knee-deep'] },
  });
  expect(post.values).not.toHaveProperty(flood.keyOf('words'));
  expect(post.values).not.toHaveProperty(flood.keyOf('phone'));
  expect(await statusesOf(ids)).toEqual([200, 200, 200]);
  // The picture of a public answer stays, with its thumbnail.
  expect(await readFiles()).toBe(1);
  expect((await app.send('admin', 'GET', `/posts/${byMember}/notes`)).body).toMatchObject({ count: 0 });
  const linked = await sql`
    select id from posts where id = any(${ids}::bigint[])
      and (user_id is not null or masked_user_id is not null or contact_id is not null or message_id is not null)
    union all select post_id from post_revisions where user_id = ${await app.idOf('member')}
    union all select id from messages where message <> '' or post_id is not null
    union all select post_id from receipts`.execute(app.db);
  expect(linked.rows).toEqual([]);
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db);
  for (const { name } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.table(name)} as row where row::text ilike ${`%${secret}%`}`.execute(
        app.db,
      );
    expect([name, rows.length]).toEqual([name, 0]);
  }
  expect(await countPosts(rule)).toEqual([0]);
  const entries = (await auditOfRetention()).length;
  await runRetention();
  expect((await auditOfRetention()).length).toBe(entries);
});

test('finished exports are removed when something was deleted, and only then', async () => {
  const id = await createPost(flood);
  const created = await app.send<ExportJob>('admin', 'POST', '/exports/jobs', {
    entity_type: 'post',
    fields: [],
  });
  await app.jobs.runPending();
  const readExport = async () =>
    (await app.send<ExportJob>('admin', 'GET', `/exports/jobs/${created.body.id}`)).body.url;
  await saveRules([{ action: 'delete', days: 30 }]);
  await runRetention();
  expect(await readExport()).not.toBeNull();
  await makeOld([id]);
  await runRetention();
  expect([await statusOf(id), await readExport()]).toEqual([404, null]);
});

test('what was removed before the job ended early is in no export, and in the audit log', async () => {
  const id = await createPost(flood);
  const created = await app.send<ExportJob>('admin', 'POST', '/exports/jobs', {
    entity_type: 'post',
    fields: [],
  });
  await app.jobs.runPending();
  await saveRules([{ action: 'delete', days: 30 }]);
  await makeOld([id]);
  await sql`
    insert into contacts (type, contact, created) values ('phone', '4915112345678', now() - interval '50 days')`.execute(
    app.db,
  );
  await app.send('admin', 'PUT', '/config/retention', { contacts: 30 });
  await sql`
    create function end_process() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
    create trigger end_process before update or delete on contacts for each row execute function end_process()`.execute(
    app.db,
  );
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, applyRetention, {}));
  const results = await app.jobs.runPending();
  expect(results.filter(([name]) => name === applyRetention.name)).toEqual([[applyRetention.name, 'failed']]);
  expect(await statusOf(id)).toBe(404);
  const { body } = await app.send<ExportJob>('admin', 'GET', `/exports/jobs/${created.body.id}`);
  expect(body.url).toBeNull();
  expect((await auditOfRetention())[0]).toMatchObject({
    action: 'delete',
    details: { posts_delete: { from: 1, to: 0 } },
  });
});
