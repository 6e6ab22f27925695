/** The quick exit of the form. */
import { screen, within } from '@testing-library/dom';
import { previewPost } from '@waypost/contract/posts/public-view';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer } from '../../../testing/render-screen.tsx';
import { openForm } from '../../../testing/report-form-screen.ts';

test('a dialog of the form has the quick exit as well, since it covers the page', async () => {
  apiServer.on(previewPost, () => createProblemResponse('server.busy'));
  const person = await openForm([], { quick_exit: true });
  await screen.findByRole('button', { name: 'Leave now' });
  await person.press('button', 'Preview what the public will see');
  const dialog = await screen.findByRole('dialog', { name: 'What the public will see' });
  expect(within(dialog).getByRole('button', { name: 'Leave now' })).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Close' })).toBeVisible();
});

test('a dialog of a form without quick exit has none', async () => {
  apiServer.on(previewPost, () => createProblemResponse('server.busy'));
  const person = await openForm([], { quick_exit: false });
  await person.press('button', 'Preview what the public will see');
  await screen.findByRole('dialog', { name: 'What the public will see' });
  expect(screen.queryByRole('button', { name: 'Leave now' })).toBeNull();
});
