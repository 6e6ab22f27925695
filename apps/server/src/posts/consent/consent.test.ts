/** What reporters agree to: how it is asked, stored, enforced and changed, for every way by which reports arrive. */
import type { BulkChange } from '@waypost/contract/bulk-changes/bulk-changes';
import type { PostConsent } from '@waypost/contract/posts/post-consent';
import type { DetailedPostRevision, PostRevision } from '@waypost/contract/posts/post-revisions';
import type { Post } from '@waypost/contract/posts/posts';
import type { SurveyConsentInput } from '@waypost/contract/surveys/survey-consent-input';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startAppWithMail } from '../../messages/app-with-mail.fixture.ts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, errorCodes, errorPointers } from '../../testing/app/test-app.ts';

const ask = {
  text: 'We publish reports and keep your name to ourselves.',
  translations: { sw: 'Tunachapisha ripoti.' },
  uses: ['publish', 'share', 'contact'],
  confirmation: true,
  unanswered_is_no: true,
} satisfies SurveyConsentInput;

let app: Awaited<ReturnType<typeof startAppWithMail>>;
/** Publishes at once. */
let survey: TestSurvey;
beforeAll(async () => {
  app = await startAppWithMail();
});
afterAll(() => app.close());
beforeEach(async () => {
  survey = await createTestSurvey(app.db, { words: { type: 'varchar' } }, { hide_author: false });
  await configure(ask);
});

const configure = async (consent: SurveyConsentInput | null, id = survey.id) =>
  (await app.send<Survey>('admin', 'PUT', `/forms/${id}`, { consent })).body.consent;
const report = (consent?: object, more: object = {}, actor: Actor = 'member') =>
  app.send<Post>(actor, 'POST', '/posts', { form: survey.id, title: 'A wall fell', consent, ...more });
const answer = (...agreed: string[]) => ({ version: 1, language: 'en', agreed, confirmed: true });
const consentOf = (id: number, actor: Actor = 'reviewer') =>
  app.send<PostConsent>(actor, 'GET', `/posts/${id}/consent`);
const change = (id: number, actor: Actor, body: object) =>
  app.send<PostConsent>(actor, 'PUT', `/posts/${id}/consent`, body);
const statusOf = async (id: number) => (await app.send<Post>('reviewer', 'GET', `/posts/${id}`)).body.status;
const publish = (id: number) => app.send<Post>('reviewer', 'PUT', `/posts/${id}`, { status: 'published' });
const isPublic = async (id: number) => (await app.send('passer-by', 'GET', `/posts/${id}`)).status === 200;

describe('what a survey asks', () => {
  test('has a version that rises with each change, and stays when nothing changes', async () => {
    expect((await app.send<Survey>('passer-by', 'GET', `/forms/${survey.id}`)).body.consent).toEqual({
      version: 1,
      ...ask,
    });
    expect(await configure(ask)).toMatchObject({ version: 1 });
    // Clients send the whole survey back as they read it.
    const { body } = await app.send<Survey>('admin', 'GET', `/forms/${survey.id}`);
    expect((await app.send<Survey>('admin', 'PUT', `/forms/${survey.id}`, body)).body.consent).toMatchObject({
      version: 1,
    });
    expect(await configure({ ...ask, uses: ['publish'] })).toMatchObject({ version: 2, uses: ['publish'] });
    expect(await configure(null)).toBeNull();
    expect(await configure(ask)).toMatchObject({ version: 3 });
    // Another field of the survey does not change it.
    await app.send('admin', 'PUT', `/forms/${survey.id}`, { quick_exit: true });
    expect((await app.send<Survey>('admin', 'GET', `/forms/${survey.id}`)).body.consent).toMatchObject({
      version: 3,
    });
  });

  test('is refused with the field where it is wrong, and needs the right to change surveys', async () => {
    const put = (actor: Actor, consent: object) => app.send(actor, 'PUT', `/forms/${survey.id}`, { consent });
    expect(errorPointers(await put('admin', { text: ' ' }))).toEqual(['/consent']);
    expect(errorPointers(await put('admin', { ...ask, uses: ['sell'] }))).toEqual(['/consent']);
    expect(errorPointers(await put('admin', { ...ask, translations: { 'no language': 'x' } }))).toEqual([
      '/consent',
    ]);
    expect((await put('reviewer', ask)).status).toBe(403);
  });

  test('can be part of a new survey', async () => {
    const { body } = await app.send<Survey>('admin', 'POST', '/forms', { name: 'New', consent: ask });
    expect(body.consent).toMatchObject({ version: 1, text: ask.text });
    expect((await app.send<Survey>('admin', 'POST', '/forms', { name: 'Old' })).body.consent).toBeNull();
  });
});

describe('a new report', () => {
  test('keeps the answer with its version, language and text', async () => {
    const { body: post } = await report({ ...answer('publish', 'contact'), language: 'sw' });
    expect(post.status).toBe('published');
    await configure({ ...ask, text: 'Another text', translations: {} });
    const { body } = await consentOf(post.id);
    expect(body).toMatchObject({
      asked: { version: 2, text: 'Another text' },
      current: {
        version: 1,
        language: 'sw',
        text: 'Tunachapisha ripoti.',
        confirmed: true,
        agreed: ['publish', 'contact'],
        declined: ['share'],
        source: 'report',
        user: null,
      },
      refused: [{ use: 'share', reason: 'declined' }],
      choices: ['publish', 'share', 'contact'],
      can_change: 'team',
    });
  });

  test('is kept for the team and not published when the reporter says no', async () => {
    const { body } = await report({ version: 1, agreed: [], confirmed: true }, { status: 'published' });
    expect(body.status).toBe('draft');
    const refused = await publish(body.id);
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      422,
      ['/status'],
      ['postNeedsConsent'],
    ]);
    expect(await isPublic(body.id)).toBe(false);
  });

  test('without an answer, as other clients send it, arrives and waits for the team', async () => {
    const { status, body } = await report(undefined, { status: 'published' });
    expect([status, body.status]).toEqual([200, 'draft']);
    expect((await consentOf(body.id)).body).toMatchObject({
      current: null,
      refused: [
        { use: 'publish', reason: 'unanswered' },
        { use: 'share', reason: 'unanswered' },
        { use: 'contact', reason: 'unanswered' },
      ],
    });
    expect(errorCodes(await publish(body.id))).toEqual(['postNeedsConsent']);
  });

  test('without an answer is published where the survey does not take that for a no', async () => {
    await configure({ ...ask, unanswered_is_no: false });
    expect((await report()).body.status).toBe('published');
    expect((await report({ version: 2, agreed: [], confirmed: true })).body.status).toBe('draft');
  });

  test('is refused with the field when the text is not confirmed, unknown, or did not ask', async () => {
    const unconfirmed = await report({ version: 1, agreed: ['publish'] });
    expect([errorPointers(unconfirmed), errorCodes(unconfirmed)]).toEqual([
      ['/consent'],
      ['consentNotConfirmed'],
    ]);
    expect(errorCodes(await report({ version: 9, agreed: [], confirmed: true }))).toEqual(['exists']);
    await configure({ ...ask, uses: ['publish'] });
    expect(errorCodes(await report({ version: 2, agreed: ['share'], confirmed: true }))).toEqual([
      'consentNotAsked',
    ]);
    // A report that waited on the device was asked by the earlier version.
    expect((await report(answer('publish', 'share'))).status).toBe(200);
  });

  test('of another survey cannot name this version', async () => {
    const other = await createTestSurvey(app.db, {});
    expect(errorCodes(await report(answer('publish'), { form: other.id }))).toEqual(['exists']);
  });

  test('sent many at once keeps each answer', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        report(at % 2 === 0 ? answer('publish') : answer(), { title: `Many ${at}` }, 'visitor'),
      ),
    );
    expect(replies.every(({ status }) => status === 200 || status === 204)).toBe(true);
    const { rows } = await app.db.executeQuery<{ status: string; source: string }>(
      app.db
        .selectFrom('posts')
        .innerJoin('post_consents', 'post_consents.post_id', 'posts.id')
        .select(['posts.status', 'post_consents.source'])
        .where('survey_id', '=', survey.id)
        .orderBy('title')
        .compile(),
    );
    expect(rows.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...Array.from({ length: 6 }, () => 'draft'),
      ...Array.from({ length: 6 }, () => 'published'),
    ]);
  });

  test('by text message of a trusted sender has no answer, and waits', async () => {
    const first = await app.receive({ type: 'sms', from: '+15550177', message: 'Water', survey: survey.id });
    await app.send('reviewer', 'PUT', `/posts/${first.postId}/sender`, { trusted: true });
    const second = await app.receive({ type: 'sms', from: '+15550177', message: 'More', survey: survey.id });
    expect(await statusOf(second.postId ?? 0)).toBe('draft');
    await configure({ ...ask, unanswered_is_no: false });
    const third = await app.receive({ type: 'sms', from: '+15550177', message: 'Less', survey: survey.id });
    expect(await statusOf(third.postId ?? 0)).toBe('published');
  });
});

describe('publishing without agreement', () => {
  test('is refused in a bulk change with the reason, as is restoring a published state', async () => {
    const { id } = (await report(answer())).body;
    const { body } = await app.send<BulkChange>('reviewer', 'POST', '/bulk-changes', {
      action: 'set-status',
      status: 'published',
      post_ids: [id],
    });
    await app.jobs.runPending();
    const failures = await app.send<{ results: object[] }>(
      'reviewer',
      'GET',
      `/bulk-changes/${body.id}/failures`,
    );
    expect(JSON.stringify(failures.body.results)).toContain('postNeedsConsent');
    expect(await statusOf(id)).toBe('draft');

    const agreed = (await report(answer('publish'))).body.id;
    await change(agreed, 'member', { agreed: [] });
    const restored = await app.send('reviewer', 'POST', `/posts/${agreed}/revisions/1/restore`);
    expect(errorCodes(restored)).toEqual(['postNeedsConsent']);
  });

  test('does not come back when a clean-up is undone or a merged report is split', async () => {
    const { id } = (await report(answer('publish'))).body;
    const cleanup = await app.send<{ id: number }>('reviewer', 'POST', `/posts/${id}/sender`);
    await change(id, 'member', { agreed: [] });
    await app.send('reviewer', 'DELETE', `/cleanups/${cleanup.body.id}`);
    expect(await statusOf(id)).toBe('draft');

    const primary = (await report(answer('publish', 'share'))).body.id;
    const merged = (await report(answer('publish', 'share'))).body.id;
    await app.send('reviewer', 'POST', `/posts/${primary}/merged`, { post_ids: [merged] });
    const readMerged = async () =>
      (await app.send<{ results: object[] }>('passer-by', 'GET', `/posts/${primary}/merged`)).body.results;
    expect(await readMerged()).toHaveLength(1);
    await change(merged, 'member', { agreed: [] });
    // The public sees nothing of it, and the other report as its own reporter wants.
    expect([await readMerged(), await isPublic(primary)]).toEqual([[], true]);
    await app.send('reviewer', 'POST', `/posts/${primary}/split`, { post_ids: [merged] });
    expect(await statusOf(merged)).toBe('draft');
  });
});

describe('a later answer', () => {
  test('of the author takes the report back at once, with an entry in its history', async () => {
    const { id } = (await report(answer('publish', 'share'))).body;
    expect(await isPublic(id)).toBe(true);
    const { body } = await change(id, 'member', { agreed: ['share'], version: 1, language: 'en' });
    expect(body).toMatchObject({
      current: { agreed: ['share'], declined: ['publish', 'contact'], source: 'author', user: null },
      earlier: [],
      can_change: 'author',
    });
    expect([await statusOf(id), await isPublic(id)]).toEqual(['draft', false]);
    const { body: list } = await app.send<{ results: PostRevision[] }>(
      'reviewer',
      'GET',
      `/posts/${id}/revisions`,
    );
    expect(list.results[0]?.changes).toEqual([{ field: 'status', status: 'draft' }, { field: 'consent' }]);
    const detailed = await app.send<DetailedPostRevision>('reviewer', 'GET', `/posts/${id}/revisions/2`);
    expect(detailed.body.changes.at(-1)).toEqual({
      field: 'consent',
      before: ['publish:yes', 'share:yes', 'contact:no'],
      after: ['publish:no', 'share:yes', 'contact:no'],
    });
    // A yes does not publish: the team does.
    await change(id, 'member', { agreed: ['publish'], confirmed: true });
    expect(await statusOf(id)).toBe('draft');
    expect((await publish(id)).status).toBe(200);
  });

  test('counts also when the survey no longer asks', async () => {
    const { id } = (await report(answer())).body;
    await configure(null);
    expect((await consentOf(id)).body).toMatchObject({ asked: null, refused: [{}, {}, {}] });
    expect(errorCodes(await publish(id))).toEqual(['postNeedsConsent']);
    const again = await change(id, 'member', { version: 1, agreed: ['publish'], confirmed: true });
    expect(again.body.refused).toHaveLength(2);
    expect((await publish(id)).status).toBe(200);
  });

  test('is recorded by the team with a note, and audited', async () => {
    const { id } = (await report()).body;
    expect(errorPointers(await change(id, 'reviewer', { agreed: ['publish'] }))).toEqual(['/note']);
    const { body } = await change(id, 'reviewer', { agreed: ['publish'], note: 'By phone, 3 May' });
    expect(body).toMatchObject({
      current: {
        version: 1,
        agreed: ['publish'],
        declined: ['share', 'contact'],
        source: 'team',
        note: 'By phone, 3 May',
        user: { id: await app.idOf('reviewer') },
      },
      refused: [
        { use: 'share', reason: 'declined' },
        { use: 'contact', reason: 'declined' },
      ],
    });
    expect((await publish(id)).status).toBe(200);
    const audit = await app.send<{ results: object[] }>(
      'admin',
      'GET',
      `/audit?subject=posts&subject_id=${id}`,
    );
    expect(audit.body.results).toContainEqual(
      expect.objectContaining({ action: 'update', details: { changed: ['consent'] } }),
    );
    // The author sees the answer, and neither the note nor who recorded it.
    expect((await consentOf(id, 'member')).body.current).toMatchObject({
      source: 'team',
      note: null,
      user: null,
    });
  });

  test('can be recorded where the survey asks nothing', async () => {
    await configure(null);
    const { id } = (await report()).body;
    const { body } = await change(id, 'reviewer', { agreed: ['publish', 'contact'], note: 'On paper' });
    expect(body).toMatchObject({ current: { version: null, text: null, declined: ['share'] } });
  });

  test('is for the author and the team alone', async () => {
    const { id } = (await report(answer('publish'))).body;
    for (const [actor, status] of [
      ['passer-by', 401],
      ['visitor', 403],
      ['settings manager', 403],
    ] as const) {
      expect((await consentOf(id, actor)).status).toBe(status);
      expect((await change(id, actor, { agreed: [] })).status).toBe(status);
    }
    await change(id, 'member', { agreed: [] });
    expect((await consentOf(id, 'settings manager')).status).toBe(404);
    expect(errorPointers(await change(id, 'member', { agreed: ['sell'] }))).toEqual(['/agreed']);
    expect(errorPointers(await change(id, 'member', { agreed: [], version: 7 }))).toEqual(['/version']);
  });

  test('agrees only to what the named text asked, with a confirmation where it is asked for', async () => {
    const { id } = (await report(answer())).body;
    await configure({ ...ask, uses: ['share'], confirmation: false });
    const unasked = await change(id, 'member', { version: 2, agreed: ['publish', 'share'] });
    expect([errorPointers(unasked), errorCodes(unasked)]).toEqual([['/agreed'], ['consentNotAsked']]);
    const unconfirmed = await change(id, 'member', { version: 1, agreed: ['publish'] });
    expect([errorPointers(unconfirmed), errorCodes(unconfirmed)]).toEqual([
      ['/confirmed'],
      ['consentNotConfirmed'],
    ]);
    const { body } = await change(id, 'member', { version: 1, agreed: ['publish'], confirmed: true });
    expect(body).toMatchObject({ current: { version: 1, agreed: ['publish'], confirmed: true } });
    // Taking it back needs no confirmation, and a text that did not ask keeps what was agreed to before.
    expect(
      (await change(id, 'member', { version: 2, agreed: ['publish', 'share'] })).body.current,
    ).toMatchObject({
      version: 2,
      agreed: ['publish', 'share'],
      declined: ['contact'],
    });
    expect((await change(id, 'member', { agreed: [] })).body.current).toMatchObject({ agreed: [] });
  });
});

describe('a published report without a survey', () => {
  const publishWithoutSurvey = async () =>
    (await app.send<Post>('reviewer', 'POST', '/posts', { title: 'Loose', status: 'published' })).body.id;

  test('is under review once it gets into a survey that asks, alone or with others', async () => {
    const single = await publishWithoutSurvey();
    const put = await app.send<Post>('reviewer', 'PUT', `/posts/${single}`, {
      form: { id: survey.id },
      status: 'published',
      values: {},
    });
    expect([put.status, put.body.status, await isPublic(single)]).toEqual([200, 'draft', false]);
    const many = await publishWithoutSurvey();
    await app.send('reviewer', 'POST', '/bulk-changes', {
      action: 'assign-survey',
      form: survey.id,
      post_ids: [many],
    });
    await app.jobs.runPending();
    expect([await statusOf(many), await isPublic(many)]).toEqual(['draft', false]);
    const { body } = await app.send<{ results: PostRevision[] }>(
      'reviewer',
      'GET',
      `/posts/${many}/revisions`,
    );
    expect(body.results[0]?.changes).toEqual([{ field: 'status', status: 'draft' }, { field: 'form' }]);
  });

  test('stays published in a survey that does not ask', async () => {
    await configure(null);
    const id = await publishWithoutSurvey();
    await app.send('reviewer', 'PUT', `/posts/${id}`, { form: { id: survey.id }, values: {} });
    expect(await isPublic(id)).toBe(true);
  });
});
