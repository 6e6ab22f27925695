import { screen } from '@testing-library/dom';
import { createCategory, listCategories } from '@waypost/contract/categories/categories';
import { listCollections } from '@waypost/contract/collections/collections';
import { listPosts } from '@waypost/contract/posts/posts';
import { beforeEach, expect, test } from 'vitest';
import { createValidationResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  adminAccount,
  createTestCategory,
  createTestPage,
  createTestPost,
} from '../../../testing/test-entities.ts';

beforeEach(() => {
  apiServer.on(listCollections, () => createTestPage([]));
  apiServer.on(listCategories, () => createTestPage([createTestCategory()]));
});

test('in Arabic the page has right-to-left direction and the language attribute', async () => {
  await renderScreen('/collections', { language: 'ar', width: 390 });
  await screen.findByText('لا مجموعات بعد');
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  expect(document.documentElement).toHaveAttribute('lang', 'ar');
  await renderScreen('/collections', { width: 390 });
  await screen.findByText('No collections yet');
  expect(document.documentElement).toHaveAttribute('dir', 'ltr');
});

test('shows a server error in the language of the user', async () => {
  apiServer.on(createCategory, () => createValidationResponse({ field: 'slug', rule: 'taken' }));
  const person = await renderScreen('/settings/categories/create', { account: adminAccount, language: 'ar' });
  const [name] = await screen.findAllByRole('textbox');
  await person.click(name!);
  await person.paste('جسور');
  await person.keyboard('{Enter}');
  await expect.poll(() => document.querySelector('[aria-invalid=true]')).not.toBeNull();
  expect(document.querySelector('[aria-invalid=true]')).toHaveAccessibleDescription(/[\u0600-\u06ff]/);
});

test('user content has its own text direction', async () => {
  apiServer.on(listPosts, () => createTestPage([createTestPost({ title: 'Lamp is out' })]));
  await renderScreen('/views/data', { language: 'ar', width: 390 });
  const link = await screen.findByRole('link', { name: /Lamp is out/ });
  expect(link.closest('[dir=auto]') ?? link.querySelector('[dir=auto]')).not.toBeNull();
});
