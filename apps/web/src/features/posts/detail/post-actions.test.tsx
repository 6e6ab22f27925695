import { screen, waitFor, within } from '@testing-library/dom';
import { acquireLock, releaseLock } from '@waypost/contract/posts/post-locks';
import { listPosts, readPost, updatePost } from '@waypost/contract/posts/posts';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { answerPostPage } from '../../../testing/post-page.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog } from '../../../testing/screen-user.ts';
import {
  adminAccount,
  createTestPage,
  createTestPost,
  createTestSurvey,
  memberAccount,
} from '../../../testing/test-entities.ts';

const editable = createTestPost({ allowed_privileges: ['read', 'update', 'change_status', 'delete'] });

beforeEach(() => {
  answerPostPage();
  apiServer.on(acquireLock, () => createProblemResponse('server.failed'));
});

describe('the main action of a post', () => {
  test('"Edit" of a post that was opened from the list keeps the list', async () => {
    apiServer.on(listPosts, () => createTestPage([editable]));
    apiServer.on(readPost, () => editable);
    const person = await renderScreen('/posts/1', { account: adminAccount });
    await screen.findByRole('link', { name: 'Back to the map' });
    // As a card of the list does.
    await person.router.navigate({
      to: '/posts/$postId',
      params: { postId: '1' },
      state: { withList: true },
    });
    await screen.findByRole('link', { name: 'Back to the list' });
    await person.click(await screen.findByRole('link', { name: 'Edit' }));
    await expect.poll(() => person.router.state.location.pathname).toBe('/posts/1/edit');
    expect(person.router.state.location.state.withList).toBe(true);
  });

  test('of a post without a survey is to choose one; publishing is not offered', async () => {
    const post = { ...editable, form: null, status: 'draft' as const };
    apiServer.on(readPost, () => post);
    const person = await renderScreen('/posts/1', { account: adminAccount });
    expect(await screen.findByRole('link', { name: 'Choose survey' })).toHaveAttribute(
      'href',
      expect.stringContaining('/posts/1/edit'),
    );
    expect(screen.getByText(/Choose one before you publish it/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
    await person.press('button', 'More actions');
    expect(await screen.findByRole('menuitem', { name: 'Archive' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Publish' })).toBeNull();
  });

  test('choosing a survey can be canceled, and leads back to the post beside the list', async () => {
    apiServer.on(readPost, () => ({ ...editable, form: null, status: 'draft' as const }));
    apiServer.on(listPosts, () => createTestPage([editable]));
    apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
    const lock = {
      id: 1,
      url: '',
      user: { id: 1, url: '' },
      post_id: 1,
      expires: 1_900_000_000,
      allowed_privileges: [],
    };
    apiServer.on(acquireLock, () => lock);
    apiServer.on(releaseLock, () => lock);
    const person = await renderScreen('/posts/1', { account: adminAccount });
    await person.router.navigate({
      to: '/posts/$postId/edit',
      params: { postId: '1' },
      state: { withList: true },
    });
    await screen.findByRole('heading', { name: 'Which survey does this report belong to?' });
    await person.press('link', 'Cancel');
    await expect.poll(() => person.router.state.location.pathname).toBe('/posts/1');
    expect(person.router.state.location.state.withList).toBe(true);
  });
});

test('the message about a published post offers to undo it', async () => {
  let post = { ...editable, user: { id: 1, url: '' }, status: 'draft' as 'draft' | 'published' };
  apiServer.on(readPost, () => post);
  apiServer.on(updatePost, ({ body }) => {
    post = { ...post, status: body.status === 'published' ? 'published' : 'draft' };
    return post;
  });
  const person = await renderScreen('/posts/1', { account: adminAccount });
  await person.press('button', 'Publish');
  await person.press('button', 'Undo');
  await expect.poll(() => apiServer.requests(updatePost).length).toBe(2);
  expect(post.status).toBe('draft');
  expect(await screen.findByText('Change undone.')).toBeVisible();
  expect(screen.queryByText(/is published/)).toBeNull();
});

test('publishing a phone number is asked about once', async () => {
  const draft = { ...editable, status: 'draft' as const, content: 'Call +254 722 000111' };
  apiServer.on(readPost, () => createTestPost(draft));
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(updatePost, () => createTestPost({ ...draft, status: 'published' }));
  const person = await renderScreen('/posts/1', { account: adminAccount });
  await person.press('button', 'Publish');
  const dialog = await findDialog('Publish with personal data?');
  expect(dialog.getByText('+254 722 000111')).toBeVisible();
  expect(apiServer.requests(updatePost)).toEqual([]);
  await person.press('button', 'Publish anyway');
  await waitFor(() => expect(apiServer.requests(updatePost)).toHaveLength(1));
});

test('a report under review can be taken for review by those who review', async () => {
  apiServer.on(readPost, () => ({ ...editable, status: 'draft' as const }));
  await renderScreen('/posts/1', { account: adminAccount });
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('link', { name: 'Review' })).toHaveAttribute('href', '/review?post=1');
});

test('an author without the right to review does not get to the review', async () => {
  apiServer.on(readPost, () => ({ ...editable, status: 'draft' as const }));
  await renderScreen('/posts/1', { account: memberAccount });
  await screen.findByRole('button', { name: 'More actions' });
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Review' })).toBeNull();
});
