/** Bulk actions in the list: selection, start without a question, progress, stop, undo, failures. */
import { screen, waitFor, within } from '@testing-library/dom';
import { readPostStats } from '@waypost/contract/browse/stats';
import {
  type BulkChange,
  createBulkChange,
  listBulkChanges,
  listBulkFailures,
  readBulkChange,
  stopBulkChange,
  undoBulkChange,
} from '@waypost/contract/bulk-changes/bulk-changes';
import { listCategories } from '@waypost/contract/categories/categories';
import { listCollections } from '@waypost/contract/collections/collections';
import { mergePosts } from '@waypost/contract/posts/merged-posts';
import { listPosts, type Post, readPost } from '@waypost/contract/posts/posts';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog } from '../../../testing/screen-user.ts';
import { adminAccount, createTestPage, createTestPost } from '../../../testing/test-entities.ts';
import { showBulkChange } from './shown-bulk-change.ts';

const allowed: Post['allowed_privileges'] = ['read', 'update', 'delete', 'change_status'];
const createChange = (fields: Partial<BulkChange> = {}): BulkChange => ({
  id: 7,
  url: '',
  user: null,
  action: 'set-status',
  status: 'published',
  collection: null,
  form: null,
  state: 'done',
  failure: null,
  total: 5,
  changed: 5,
  unchanged: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  can_stop: false,
  can_undo: true,
  created: '2026-03-01T10:00:00+00:00',
  finished: null,
  allowed_privileges: ['read', 'update', 'search'],
  ...fields,
});

let current: BulkChange;
beforeEach(() => {
  showBulkChange(null);
  current = createChange();
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(listTasks, () => createTestPage([]));
  apiServer.on(readPostStats, () => ({
    totals: [],
    group_by: 'form',
    group_by_attribute_key: null,
    timeline_attribute: 'created',
  }));
  apiServer.on(listBulkChanges, () => createTestPage([]));
  apiServer.on(createBulkChange, () => current);
  apiServer.on(readBulkChange, () => current);
});

/** Opens a list with five reports of `total`. */
async function openList(total = 5, search = '') {
  const posts = [1, 2, 3, 4, 5].map((id) =>
    createTestPost({
      id,
      title: `Report ${id}`,
      allowed_privileges: allowed,
      form: id === 5 ? null : { id: 1, url: '' },
    }),
  );
  apiServer.on(listPosts, ({ query }) => createTestPage((query.offset ?? 0) > 0 ? [] : posts, total));
  const person = await renderScreen(`/views/data${search}`, { width: 390, account: adminAccount });
  await person.press('button', 'Bulk actions');
  await screen.findByRole('button', { name: 'Mark as' });
  return person;
}
const box = (id: number) => screen.findByRole('checkbox', { name: `Select Report ${id}` });
const markAs = async (person: Awaited<ReturnType<typeof openList>>, status: string) => {
  await person.press('button', 'Mark as');
  await person.click(await findItem(status));
};
/** Without a layout the menu counts as hidden. */
const findItem = (name: string) => screen.findByRole('menuitem', { name, hidden: true });
const lastBody = () => apiServer.requests(createBulkChange).at(-1)?.body;

test('a status is changed without a question; the result can be undone', async () => {
  const person = await openList();
  await person.click(await box(1));
  await markAs(person, 'Published');
  expect(await screen.findByText('Done · Changed: 5')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(lastBody()).toEqual({ action: 'set-status', status: 'published', post_ids: [1] });
  apiServer.on(
    undoBulkChange,
    () => (current = createChange({ state: 'undone', undone: 5, can_undo: false })),
  );
  await person.press('button', 'Undo');
  expect(await screen.findByText('Undone · Restored: 5')).toBeVisible();
  expect(apiServer.requests(undoBulkChange)[0]?.params).toEqual({ id: 7 });
});

test('selected reports are merged into one of them, from two on', async () => {
  apiServer.on(readPost, ({ params }) => createTestPost({ id: params.id, title: `Report ${params.id}` }));
  apiServer.on(mergePosts, ({ params }) => createTestPost({ id: params.id, title: `Report ${params.id}` }));
  const person = await openList();
  await person.click(await box(1));
  await person.press('button', 'More actions');
  expect(await findItem('Merge reports')).toBeDisabled();
  await person.keyboard('{Escape}');
  await person.press('checkbox', '1 selected');
  await person.press('button', 'More actions');
  await person.click(await findItem('Merge reports'));
  const choice = within(await screen.findByRole('radiogroup', { name: 'Which report stays?' }));
  await person.click(choice.getByRole('radio', { name: /^Report 2/ }));
  await person.click(screen.getByRole('button', { name: 'Merge reports' }));
  expect(await screen.findByText('Merged into: Report 2')).toBeVisible();
  expect(apiServer.requests(mergePosts).map(({ params, body }) => [params.id, body.post_ids])).toEqual([
    [2, [1, 3, 4, 5]],
  ]);
});

test('an undo that left reports can be repeated', async () => {
  const person = await openList();
  await person.click(await box(1));
  await markAs(person, 'Published');
  apiServer.on(
    undoBulkChange,
    () => (current = createChange({ state: 'undone', undone: 4, kept: 1, can_undo: true })),
  );
  await person.press('button', 'Undo');
  expect(await screen.findByText('Partly undone · Restored: 4 · Not restored: 1')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled());
  apiServer.on(
    undoBulkChange,
    () => (current = createChange({ state: 'undone', undone: 5, can_undo: false })),
  );
  await person.press('button', 'Undo');
  expect(await screen.findByText('Undone · Restored: 5')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('all that match are sent as filters, and a single deselection leaves the other loaded ones', async () => {
  const person = await openList(12_345, '?q=bridge&status=draft');
  await person.press('checkbox', 'Select all 5 loaded');
  await person.press('button', 'Select all 12,345 that match');
  await screen.findByText('All 12,345 matching reports are selected.');
  expect(await screen.findByRole('checkbox', { name: '12,345 selected' })).toBeChecked();
  await markAs(person, 'Archived');
  await waitFor(() => expect(lastBody()).toBeDefined());
  expect(lastBody()).toMatchObject({
    action: 'set-status',
    status: 'archived',
    filters: { q: 'bridge', status: ['draft'] },
  });
  await person.press('checkbox', 'Select all 5 loaded');
  await person.press('button', 'Select all 12,345 that match');
  // The first report: the others are below the fold, which a page without a layout does not render.
  await person.click(await box(1));
  expect(await screen.findByRole('checkbox', { name: '4 selected' })).toBeVisible();
});

test('shows the progress of a change that is still running, which can be stopped', async () => {
  const running = createChange({
    state: 'running',
    total: 10_000,
    changed: 2500,
    can_stop: true,
    can_undo: true,
  });
  current = running;
  apiServer.on(listBulkChanges, () => createTestPage([running]));
  const person = await openList();
  expect(await screen.findByText('In progress · 2,500 of 10,000')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  apiServer.on(
    stopBulkChange,
    () => (current = createChange({ state: 'stopped', total: 10_000, changed: 2600 })),
  );
  await person.press('button', 'Stop');
  expect(await screen.findByText('Stopped · Changed: 2,600')).toBeVisible();
});

test.each([
  [{ changed: 3, failed: 2 }, 'Partly done · Changed: 3 · Not changed: 2'],
  [{ changed: 0, failed: 5 }, 'Failed · Changed: 0 · Not changed: 5'],
] as const)('a change that failed for some reports (%j) is not called done', async (counts, text) => {
  current = createChange(counts);
  const person = await openList();
  await person.click(await box(1));
  await markAs(person, 'Published');
  expect(await screen.findByText(text)).toBeVisible();
});

test('the reports that failed are listed with their reasons and lead to them', async () => {
  current = createChange({ changed: 3, failed: 2 });
  apiServer.on(readPost, ({ params }) => createTestPost({ id: params.id, title: 'Report 4' }));
  apiServer.on(listBulkFailures, () =>
    createTestPage([
      {
        post_id: 4,
        title: null,
        content: 'The bridge is closed since this morning.',
        is_readable: true,
        errors: [{ status: 422, code: 'bulk-change.post-locked', params: { user: 'Amal' } }],
      },
      {
        post_id: 9,
        title: null,
        content: null,
        is_readable: false,
        errors: [{ status: 404, code: 'entity.not-found' }],
      },
      {
        post_id: 10,
        title: 'No bus',
        content: null,
        is_readable: true,
        errors: [{ status: 422, code: 'required', source: { pointer: '/form' }, params: {} }],
      },
    ]),
  );
  const person = await openList();
  await person.click(await box(1));
  await markAs(person, 'Published');
  await person.press('button', 'Show reports');
  const dialog = await findDialog("Reports that weren't changed");
  expect(await dialog.findByText('Amal is working on this report.')).toBeVisible();
  expect(dialog.getByText('Report 9')).toBeVisible();
  expect(dialog.getByText('This report has no survey. Choose one before you publish it.')).toBeVisible();
  await person.click(dialog.getByRole('link', { name: /^The bridge is closed/ }));
  await waitFor(() => expect(person.router.state.location.pathname).toBe('/posts/4'));
});

test('deletion asks first; a refused request is shown in the question', async () => {
  apiServer.on(createBulkChange, () => createProblemResponse('bulk-change.too-many', { max: 100_000 }));
  const person = await openList();
  await person.press('checkbox', 'Select all 5 loaded');
  await person.press('button', 'More actions');
  await person.click(await findItem('Delete'));
  const dialog = await findDialog('Delete 5 reports?');
  expect(apiServer.requests(createBulkChange)).toHaveLength(0);
  await person.click(dialog.getByRole('button', { name: 'Delete 5 reports' }));
  expect(await dialog.findByText(/At most 100000 reports/)).toBeVisible();
});

test('reports are added to a collection that the user may edit', async () => {
  apiServer.on(listCollections, () =>
    createTestPage([
      {
        id: 3,
        url: null,
        name: 'Roads',
        description: null,
        view: 'map',
        view_options: null,
        role: null,
        featured: false,
        created: '2026-03-01T10:00:00+00:00',
        updated: null,
        allowed_privileges: ['read', 'update'],
      },
    ]),
  );
  const person = await openList();
  await person.click(await box(1));
  await person.press('button', 'More actions');
  await person.click(await findItem('Add to collection'));
  await person.press('button', /Roads/);
  await waitFor(() =>
    expect(lastBody()).toEqual({ action: 'add-to-collection', collection: 3, post_ids: [1] }),
  );
});

test('a survey can be assigned when a selected report has none', async () => {
  const person = await openList();
  await person.click(await box(1));
  await person.press('button', 'More actions');
  expect(await findItem('Assign survey')).toBeDisabled();
  await person.keyboard('{Escape}');
  await person.press('checkbox', '1 selected');
  await person.press('button', 'More actions');
  expect(await findItem('Assign survey')).toBeEnabled();
});

const openRecent = async (person: Awaited<ReturnType<typeof openList>>) => {
  await person.press('button', 'More actions');
  await person.click(await findItem('Recent bulk changes'));
  return findDialog('Recent bulk changes');
};

test('recent changes can be undone later, and are fetched again after an error', async () => {
  const person = await openList();
  apiServer.on(listBulkChanges, () => createProblemResponse('server.failed'));
  const dialog = await openRecent(person);
  expect(await dialog.findByText(/Something went wrong on the server/)).toBeVisible();
  apiServer.on(listBulkChanges, () => createTestPage([createChange({ id: 8 })]));
  apiServer.on(
    undoBulkChange,
    () => (current = createChange({ id: 8, state: 'undone', undone: 5, can_undo: false })),
  );
  await person.press('button', 'Try again');
  await person.press('button', 'Undo');
  expect(await screen.findByText('Undone · Restored: 5')).toBeVisible();
  expect(apiServer.requests(undoBulkChange)[0]?.params).toEqual({ id: 8 });
});

test('the list of recent changes says when there are none', async () => {
  const dialog = await openRecent(await openList());
  expect(await dialog.findByText('No bulk changes yet')).toBeVisible();
});
