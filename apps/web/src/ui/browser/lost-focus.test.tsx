import { screen } from '@testing-library/dom';
import { listPosts } from '@waypost/contract/posts/posts';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { waitForFocus } from '../../testing/screen-user.ts';
import { createTestPage, createTestPost } from '../../testing/test-entities.ts';
import { notify } from '../feedback/toast.tsx';

async function openList() {
  apiServer.on(listPosts, () => createTestPage([createTestPost()]));
  const person = await renderScreen('/views/data', { width: 390 });
  await screen.findByRole('article');
  return person;
}

test('when the button that has the focus disappears, the title of the screen gets it', async () => {
  const person = await openList();
  notify('info', 'Something happened.');
  await person.press('button', 'Close');
  await waitForFocus(screen.getByRole('heading', { level: 1, name: 'Reports' }));
});

test('a focus that was given away on purpose stays away', async () => {
  await openList();
  const link = screen.getByRole('link', { name: /Lamp is out/ });
  link.focus();
  link.blur();
  notify('info', 'Something happened.');
  await screen.findByText('Something happened.');
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  expect(document.body).toHaveFocus();
});

test('a disabled button gets the focus back when it is enabled again', async () => {
  await openList();
  const button = screen.getByRole('button', { name: /^Sort and filter/ }) as HTMLButtonElement;
  button.focus();
  // Browsers take the focus from a disabled button; jsdom does not.
  button.blur();
  button.disabled = true;
  await Promise.resolve();
  expect(document.body).toHaveFocus();
  button.disabled = false;
  await waitForFocus(button);
});
