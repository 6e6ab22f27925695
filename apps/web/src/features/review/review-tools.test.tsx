import { screen, waitFor, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { renewClaims } from '@waypost/contract/review/claims';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog, waitForFocus } from '../../testing/screen-user.ts';
import {
  adminAccount,
  createTestAttribute,
  createTestCategory,
  createTestPage,
  createTestTask,
} from '../../testing/test-entities.ts';
import { answerReview, waitingPost } from './review-server.fixture.ts';

let post: Post;

beforeEach(() => {
  post = waitingPost(1, { title: 'Mafuriko', content: 'Barabara imefungwa', values: { kind: [1] } });
  answerReview(apiServer, { read: () => [post], remove: () => undefined });
  apiServer.on(updatePost, ({ body }) => {
    post = {
      ...post,
      values: (body.values ?? post.values) as Post['values'],
      revision: (post.revision ?? 0) + 1,
    };
    return post;
  });
  apiServer.on(listCategories, () =>
    createTestPage([createTestCategory(), createTestCategory({ id: 2, tag: 'Water', slug: 'water' })]),
  );
  apiServer.on(listAttributes, () =>
    createTestPage([createTestAttribute({ key: 'kind', label: 'Kind', type: 'tags', options: null })]),
  );
});

afterEach(() => {
  globalThis.Translator = undefined;
  globalThis.LanguageDetector = undefined;
});

const open = async () => {
  const person = await renderScreen('/review', { account: adminAccount });
  await screen.findByRole('heading', { level: 2, name: 'Mafuriko' });
  return person;
};
const savedValues = () => apiServer.requests(updatePost).map(({ body }) => body.values);

test('categories are found by typing, saved at once by Enter, and undone', async () => {
  const person = await open();
  await screen.findByText('Roads');
  await person.keyboard('k');
  const dialog = await findDialog('Choose categories');
  await waitForFocus(dialog.getByLabelText('Find a category'));
  expect(dialog.getByRole('checkbox', { name: 'Roads' })).toBeChecked();
  await person.keyboard('wat');
  expect(dialog.queryByRole('checkbox', { name: 'Roads' })).toBeNull();
  await person.tab();
  await person.keyboard(' ');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(savedValues()).toEqual([{ kind: [1, 2] }]);
  expect(await screen.findByText('Water')).toBeVisible();
  await person.keyboard('u');
  await waitFor(() => expect(savedValues().at(-1)).toEqual({ kind: [1] }));
  expect(screen.getByRole('heading', { level: 2, name: 'Mafuriko' })).toBeVisible();
});

test('Enter takes the only category that the search finds, and the report has the focus again', async () => {
  const person = await open();
  await screen.findByText('Roads');
  await person.keyboard('k');
  const dialog = await findDialog('Choose categories');
  await waitForFocus(dialog.getByLabelText('Find a category'));
  await person.keyboard('wat{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(savedValues()).toEqual([{ kind: [1, 2] }]);
  await waitForFocus(screen.getByRole('region', { name: 'Mafuriko' }));
});

test('letters that are typed before the dialog is on the screen decide nothing', async () => {
  const person = await open();
  await screen.findByText('Roads');
  await person.keyboard('kap');
  await findDialog('Choose categories');
  expect(apiServer.requests(updatePost)).toEqual([]);
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.keyboard('a');
  await waitFor(() =>
    expect(apiServer.requests(updatePost).map(({ body }) => body.status)).toEqual(['archived']),
  );
});

test.each(['', 'a', 'road'])('Enter that changes no category says so, with the search “%s”', async (text) => {
  const person = await open();
  await screen.findByText('Roads');
  await person.keyboard('k');
  const dialog = await findDialog('Choose categories');
  await waitForFocus(dialog.getByLabelText('Find a category'));
  await person.keyboard(`${text}{Enter}`);
  expect(await dialog.findByText('No category was changed. Choose one, or cancel.')).toBeVisible();
  expect(savedValues()).toEqual([]);
  await person.keyboard('{Escape}');
  await waitForFocus(screen.getByRole('region', { name: 'Mafuriko' }));
});

test('categories that the tasks ask for are saved with the decision', async () => {
  apiServer.on(listTasks, () =>
    createTestPage([createTestTask(), createTestTask({ id: 2, label: 'Check', type: 'task' })]),
  );
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ key: 'check', label: 'Sector', type: 'tags', options: null, form_stage_id: 2 }),
    ]),
  );
  const person = await open();
  await screen.findByRole('region', { name: 'Tasks' });
  await person.keyboard('k');
  const dialog = await findDialog('Choose categories');
  await person.click(dialog.getByRole('checkbox', { name: 'Water' }));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(savedValues()).toEqual([]);
  await person.keyboard('p');
  await waitFor(() => expect(savedValues()).toMatchObject([{ check: ['2'] }]));
});

test('the report in front is claimed for longer, and the next one after a pause', async () => {
  const person = await open();
  await person.keyboard('i');
  expect(await screen.findByText(/You have this report until/)).toBeVisible();
  expect(apiServer.requests(renewClaims).at(-1)?.body).toEqual({ claimed_posts: [1] });
  await person.keyboard('r');
  await screen.findByText('Review paused');
  await person.keyboard('i');
  expect(await screen.findByRole('heading', { level: 2, name: 'Mafuriko' })).toBeVisible();
});

test('a report that somebody else has taken cannot be claimed again', async () => {
  apiServer.on(renewClaims, () => ({ count: 0, results: [] }));
  const person = await open();
  await person.keyboard('i');
  expect(await screen.findByText('Someone else is working on “Mafuriko”.')).toBeVisible();
});

/** A browser with a translator of its own. */
function installTranslator(language: string): void {
  const available = async () => 'available' as const;
  const destroy = () => undefined;
  globalThis.LanguageDetector = {
    availability: available,
    create: async () => ({
      detect: async () => [{ detectedLanguage: language, confidence: 0.9 }],
      destroy,
    }),
  };
  globalThis.Translator = {
    availability: async ({ sourceLanguage }) => (sourceLanguage === 'xx' ? 'unavailable' : 'available'),
    create: async ({ sourceLanguage, targetLanguage }) => ({
      translate: async (text) => `${sourceLanguage}-${targetLanguage} ${text}`,
      destroy,
    }),
  };
}

test('the browser translates a report, which stays as it is', async () => {
  installTranslator('sw');
  const person = await open();
  await person.keyboard('l');
  const panel = within(await screen.findByRole('region', { name: 'Translation' }));
  expect(await panel.findByText('sw-en Mafuriko')).toBeVisible();
  expect(panel.getByText('sw-en Barabara imefungwa')).toBeVisible();
  expect(panel.getByText('Translated from Swahili by your browser, on this device.')).toBeVisible();
  await person.keyboard('l');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Translation' })).toBeNull());
});

test.each([
  [undefined, /Use “Translate” in the browser menu/],
  ['und', /could not recognize the language/],
  ['en', 'This report is already in English.'],
  ['xx', /cannot translate from xx/],
])('a browser that detects %s says why it translates nothing', async (language, text) => {
  if (language) installTranslator(language);
  const person = await open();
  await person.keyboard('l');
  const panel = within(await screen.findByRole('region', { name: 'Translation' }));
  expect(await panel.findByText(text)).toBeVisible();
  expect(screen.getByText('Barabara imefungwa')).toHaveAttribute('translate', 'yes');
});
