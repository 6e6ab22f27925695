import { screen, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { listRevisions, type PostRevision, readRevision } from '@waypost/contract/posts/post-revisions';
import { readPost } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { adminAccount, createTestPage, createTestPost } from '../../../testing/test-entities.ts';

const revision = { id: 2, url: '', post_id: 7, created: '2026-03-01T10:00:00+00:00' } as const;
const unrestored = { restored: null, suggestion: null, allowed_privileges: ['read' as const] };

async function openHistory(changes: PostRevision['changes']): Promise<void> {
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(readPost, () => createTestPost({ id: 7, revision: 2, form: null }));
  apiServer.on(readRevision, () => createProblemResponse('server.failed'));
  apiServer.on(listRevisions, () => createTestPage([{ ...revision, ...unrestored, changes }]));
  await renderScreen('/posts/7/history', { account: adminAccount });
}

test('a field with a name in another script keeps its own order among the changed ones', async () => {
  await openHistory([{ field: 'title' }, { field: 'values', label: 'هل الطريق مفتوح؟' }]);
  expect(await screen.findByText(/\u2068هل الطريق مفتوح؟\u2069/)).toBeVisible();
});

test('a decision says what it was without being unfolded', async () => {
  await openHistory([{ field: 'status', status: 'archived' }]);
  expect(await screen.findByRole('button', { name: /Archived/ })).toBeVisible();
});

test('a version from before personal data was removed says so, and cannot be restored', async () => {
  await openHistory([]);
  const entry = await screen.findByRole('listitem');
  expect(within(entry).getByText('What changed was removed with personal data')).toBeVisible();
  expect(within(entry).queryByRole('button')).toBeNull();
});
