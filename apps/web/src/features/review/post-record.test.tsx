/** Notes and assignment on the review screen. */
import { screen, waitFor, within } from '@testing-library/dom';
import type { Post } from '@waypost/contract/posts/posts';
import { readSender, trustSender } from '@waypost/contract/posts/senders';
import { assignPost, type PostAssignment, readPostAssignment } from '@waypost/contract/review/assignments';
import { claimPosts, releaseClaims } from '@waypost/contract/review/claims';
import {
  createPostNote,
  deletePostNote,
  listPostNotes,
  type PostNote,
  restorePostNote,
  updatePostNote,
} from '@waypost/contract/review/post-notes';
import { listReviewers } from '@waypost/contract/review/reviewers';
import {
  readVerifications,
  type Verification,
  type VerificationRecord,
  verifyPost,
  withdrawVerification,
} from '@waypost/contract/review/verifications';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount } from '../../testing/test-entities.ts';
import { answerReview, waitingPost } from './review-server.fixture.ts';

const member = (id: number, realname: string) => ({ id, url: '', realname });
const me = member(adminAccount.id, 'Admin');
const zoya = member(71, 'Zoya Lind');
const zoran = member(72, 'Zoran');
const created = '2026-03-01T10:00:00+00:00';

const createNote = (overrides: Partial<PostNote> = {}): PostNote => ({
  id: 5,
  url: '',
  post_id: 1,
  user: me,
  content: 'Call the clinic.',
  mentions: [],
  created,
  updated: null,
  allowed_privileges: ['read', 'update', 'delete'],
  ...overrides,
});

let queue: Post[] = [];
let notes: PostNote[] = [];
let assignment: PostAssignment;

beforeEach(() => {
  queue = [1, 2, 3, 4].map((id) => waitingPost(id));
  notes = [];
  assignment = { post_id: 1, user: null, history: [] };
  answerReview(apiServer, {
    read: () => queue,
    remove: (id) => {
      queue = queue.filter((post) => post.id !== id);
    },
  });
  apiServer.on(listReviewers, () => ({ count: 3, results: [me, zoran, zoya] }));
  apiServer.on(listPostNotes, () => ({ count: notes.length, results: notes }));
  apiServer.on(readPostAssignment, () => assignment);
  apiServer.on(assignPost, ({ body }) => {
    const user = [me, zoya, zoran].find(({ id }) => id === body.user) ?? null;
    const change = { id: assignment.history.length + 1, user, assigned_by: me, created };
    assignment = { post_id: 1, user, history: [change, ...assignment.history] };
    return assignment;
  });
});

const open = () => renderScreen('/review', { account: adminAccount });
const findReport = (title: string) => screen.findByRole('heading', { level: 2, name: title });
const findSection = (name: string) => screen.findByRole('region', { name });

test('a report is assigned to somebody by key, leaves the queue, and the assignment can be undone', async () => {
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('s');
  const dialog = await findDialog('Assign this report');
  const search = await dialog.findByRole('textbox', { name: 'Search by name' });
  await waitFor(() => expect(search).toHaveFocus());
  // The current user comes first.
  expect((await dialog.findAllByRole('option')).map((it) => it.textContent)).toEqual([
    'Assign to me',
    'Zoran',
    'Zoya Lind',
  ]);
  await person.keyboard('lin');
  await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(1));
  await person.keyboard('{Enter}');
  await findReport('Report 2');
  expect(apiServer.requests(assignPost).map(({ params, body }) => [params.id, body.user])).toEqual([[1, 71]]);
  const notice = await screen.findByText('Report assigned to Zoya Lind.', { exact: false });
  await waitFor(() => expect(apiServer.requests(releaseClaims).length).toBeGreaterThan(0));
  await person.click(within(notice).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(apiServer.requests(assignPost).at(-1)?.body).toEqual({ user: null }));
});

test('the key that undoes decisions undoes an assignment, and the report comes back', async () => {
  const person = await open();
  await findReport('Report 1');
  await person.keyboard('s');
  const dialog = await findDialog('Assign this report');
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Search by name' })).toHaveFocus());
  await dialog.findAllByRole('option');
  await person.keyboard('lin');
  await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(1));
  await person.keyboard('{Enter}');
  await findReport('Report 2');
  await screen.findByText('Report assigned to Zoya Lind.', { exact: false });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.keyboard('u');
  await waitFor(() => expect(apiServer.requests(assignPost).at(-1)?.body).toEqual({ user: null }));
  await findReport('Report 1');
});

test('a report that is assigned to oneself stays, with its history', async () => {
  const person = await open();
  await findReport('Report 1');
  await person.press('button', 'Assign to me');
  const section = await findSection('Assigned to');
  expect(await within(section).findByText('Admin')).toBeVisible();
  expect(await findReport('Report 1')).toBeVisible();
  await person.press('button', 'Unassign');
  expect(await within(section).findByText('Assignment history')).toBeVisible();
  expect(within(section).getAllByText('Nobody', { ignore: 'li *' })).toHaveLength(1);
});

test('the queue shows only reports that are assigned to the current user', async () => {
  const person = await open();
  await findReport('Report 1');
  await person.selectOptions(await screen.findByLabelText('Assigned to', { selector: 'select' }), 'me');
  await waitFor(() =>
    expect(apiServer.requests(claimPosts).at(-1)?.body).toMatchObject({ assignee: ['me'] }),
  );
  expect(person.router.state.location.search).toMatchObject({ assignee: 'me' });
});

test('a note is written by key, with a mention that is chosen by key', async () => {
  apiServer.on(createPostNote, ({ body }) => {
    const note = createNote({ content: body.content, mentions: [zoya] });
    notes = [note];
    return note;
  });
  const person = await open();
  await findReport('Report 1');
  const section = await findSection('Team notes');
  expect(await within(section).findByText('No notes yet. Only the team can see them.')).toBeVisible();
  await person.keyboard('o');
  const field = await within(section).findByLabelText('Add a note');
  expect(field).toHaveFocus();
  await person.keyboard('Ask @zo');
  const options = await within(section).findAllByRole('option', { hidden: true });
  expect(options.map((it) => it.textContent)).toEqual(['Zoran', 'Zoya Lind']);
  await person.keyboard('{ArrowDown}{Enter}');
  expect(field).toHaveValue('Ask @Zoya Lind ');
  await person.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(apiServer.requests(createPostNote)[0]?.body).toEqual({
      content: 'Ask @Zoya Lind',
      mentions: [71],
    }),
  );
  expect(await within(section).findByText('@Zoya Lind')).toBeVisible();
  expect(field).toHaveValue('');
});

test('a refused note names its field, and the text stays', async () => {
  apiServer.on(createPostNote, () =>
    createValidationResponse({ field: 'content', rule: 'tooManyNotes', params: { max: 200 } }),
  );
  const person = await open();
  const section = await findSection('Team notes');
  const field = await within(section).findByLabelText('Add a note');
  await person.press('button', 'Save note');
  expect(await within(section).findByText('Note is required.')).toBeVisible();
  await person.fill('Add a note', 'One more');
  await person.press('button', 'Save note');
  expect(await within(section).findByText(/at most 200 notes/)).toBeVisible();
  expect(field).toHaveValue('One more');
  // The next report has its own field; the text comes back with the first one.
  await person.keyboard('{Escape}n');
  await findReport('Report 2');
  expect(await screen.findByLabelText('Add a note')).toHaveValue('');
});

test('own notes are changed and deleted, and a deleted one is restored', async () => {
  notes = [createNote(), createNote({ id: 6, user: zoya, content: 'Done.', allowed_privileges: ['read'] })];
  apiServer.on(updatePostNote, ({ body }) => createNote({ content: body.content }));
  apiServer.on(deletePostNote, () => createNote());
  apiServer.on(restorePostNote, () => createNote());
  const person = await open();
  const section = await findSection('Team notes');
  await within(section).findByText('Done.');
  expect(within(section).getAllByRole('button', { name: 'Edit note' })).toHaveLength(1);
  await person.press('button', 'Edit note');
  const field = await within(section).findByLabelText('Edit note');
  expect(field).toHaveFocus();
  await person.keyboard(' Now.{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(apiServer.requests(updatePostNote)[0]?.body).toEqual({
      content: 'Call the clinic. Now.',
      mentions: [],
    }),
  );
  await person.press('button', 'Delete note');
  const notice = await screen.findByText('Note deleted.', { exact: false });
  await person.click(within(notice).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(apiServer.requests(restorePostNote)[0]?.params).toEqual({ id: 1, noteId: 5 }));
});

test('notes that cannot be read are tried again', async () => {
  apiServer.on(listPostNotes, () => createProblemResponse('server.failed'));
  const person = await open();
  const section = await findSection('Team notes');
  const retry = await within(section).findByRole('button', { name: 'Try again' });
  apiServer.on(listPostNotes, () => ({ count: 1, results: [createNote()] }));
  await person.click(retry);
  expect(await within(section).findByText('Call the clinic.')).toBeVisible();
});

test('a verification is recorded by key, and withdrawn again', async () => {
  const entry: Verification = {
    id: 9,
    user: me,
    status: 'verified',
    sources: 2,
    evidence: 'https://example.org/photo',
    note: null,
    created,
    withdrawn: null,
    withdrawn_by: null,
  };
  let record: VerificationRecord = { post_id: 1, status: 'unverified', sources: null, history: [] };
  apiServer.on(readVerifications, () => record);
  apiServer.on(verifyPost, () => {
    record = { post_id: 1, status: 'verified', sources: 2, history: [entry] };
    return record;
  });
  apiServer.on(withdrawVerification, () => record);
  const person = await open();
  const section = await findSection('Verification');
  expect(await within(section).findByText('Unverified')).toBeVisible();
  await person.keyboard('v');
  const dialog = await findDialog('Record a result');
  await person.write(await dialog.findByLabelText('Number of sources'), '100');
  await person.click(dialog.getByRole('button', { name: 'Save result' }));
  expect(await dialog.findByText(/Number of sources must be 99 or less/)).toBeVisible();
  await person.write(dialog.getByLabelText('Number of sources'), '2');
  await person.write(dialog.getByLabelText('Evidence'), 'https://example.org/photo');
  await person.click(dialog.getByRole('button', { name: 'Save result' }));
  await waitFor(() =>
    expect(apiServer.requests(verifyPost)[0]?.body).toMatchObject({
      status: 'verified',
      sources: 2,
      evidence: 'https://example.org/photo',
    }),
  );
  expect((await within(section).findAllByText('Verified by 2 sources'))[0]).toBeVisible();
  expect(await within(section).findByRole('link', { name: 'https://example.org/photo' })).toHaveAttribute(
    'rel',
    expect.stringContaining('noopener'),
  );
  const notice = await screen.findByText('Result saved.', { exact: false });
  await person.click(within(notice).getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(apiServer.requests(withdrawVerification).map(({ params, body }) => [params, body])).toEqual([
      [{ id: 1, verificationId: 9 }, { withdrawn: true }],
    ]),
  );
});

test('the sender of a message is trusted, and no longer', async () => {
  let trusted = false;
  const sender = () => ({
    kind: 'contact' as const,
    name: '+15550100',
    trusted,
    held: null,
    total: 1,
    open: 1,
    posts: [],
    cleanups: [],
  });
  apiServer.on(readSender, sender);
  apiServer.on(trustSender, ({ body }) => {
    ({ trusted } = body);
    return sender();
  });
  const person = await open();
  await findReport('Report 1');
  await person.press('switch', /^Trusted sender/);
  const notice = await screen.findByText('Sender trusted.', { exact: false });
  await waitFor(() => expect(screen.getByRole('switch', { name: /^Trusted sender/ })).toBeChecked());
  await person.click(within(notice).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Sender no longer trusted.')).toBeVisible();
  expect(apiServer.requests(trustSender).map(({ body }) => body.trusted)).toEqual([true, false]);
});
