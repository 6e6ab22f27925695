/** What a reporter reads about who will see the report, before and after it is sent. */
import { screen, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { createPost, listPosts } from '@waypost/contract/posts/posts';
import { type PublicView, previewPost } from '@waypost/contract/posts/public-view';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import type { SurveyConsent } from '@waypost/contract/surveys/survey-consent';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { fillRequiredFields, openForm } from '../../../testing/report-form-screen.ts';
import {
  createTestAttribute,
  createTestPage,
  createTestPost,
  createTestSurvey,
} from '../../../testing/test-entities.ts';

const consent: SurveyConsent = {
  version: 1,
  text: 'The team reads your report.',
  translations: {},
  uses: ['publish'],
  confirmation: false,
  unanswered_is_no: true,
};

const publicView: PublicView = {
  post: { ...createTestPost(), id: 0 },
  withheld: [],
  withheld_answers: [],
  place_radius: null,
  place_masking: null,
  public_from: null,
};

test('a reporter who does not agree to publishing is not told that everyone will see the report', async () => {
  apiServer.on(createPost, () => null);
  apiServer.on(previewPost, () => publicView);
  const person = await openForm([], { consent });
  expect(
    screen.getByText('Only the team reads your report, unless you agree that it may be published.'),
  ).toBeVisible();
  await fillRequiredFields(person);
  await person.press('button', 'Preview what the public will see');
  expect(await screen.findByText(/^You didn't agree to publishing\./)).toBeVisible();
  expect(screen.getByText('If you agree to publishing, visitors will see this.')).toBeVisible();
  await person.press('button', 'Close');
  await person.press('button', 'Send report');
  await screen.findByText('Thank you. Your report is with the team.');
  expect(screen.getByText(/^You didn't agree to publishing\./)).toBeVisible();
  expect(screen.queryByText(/everyone can see it/)).toBeNull();
});

test('the preview marks what may identify somebody in each text, and lists it', async () => {
  const words = createTestAttribute({ type: 'varchar', input: 'text', key: 'words', label: 'Words' });
  const post = createTestPost({
    title: 'Dr. Amina Otieno is missing',
    content: 'Call +254 722 000111 for the boat',
    values: { words: ['Write to a@example.org'] },
  });
  apiServer.on(previewPost, () => ({ ...publicView, post: { ...post, id: 0 } }));
  const person = await openForm([words]);
  await fillRequiredFields(person);
  await person.press('button', 'Preview what the public will see');
  const dialog = within(await screen.findByRole('dialog', { name: 'What the public will see' }));
  expect(await dialog.findByText('+254 722 000111', { selector: 'mark' })).toBeVisible();
  expect(dialog.getByText('a@example.org', { selector: 'mark' })).toBeVisible();
  expect(dialog.getByText(/Amina Otieno/, { selector: 'mark' })).toBeVisible();
  expect(dialog.getByText('Everyone may see this once the report is published:')).toBeVisible();
});

test('the preview marks what may identify somebody in a web address, which is a link', async () => {
  const post = createTestPost({ title: 'Boat', content: 'See https://example.org/?write=a@example.org.' });
  apiServer.on(previewPost, () => ({ ...publicView, post: { ...post, id: 0 } }));
  const person = await openForm();
  await fillRequiredFields(person);
  await person.press('button', 'Preview what the public will see');
  const dialog = within(await screen.findByRole('dialog', { name: 'What the public will see' }));
  const link = await dialog.findByRole('link', { name: 'https://example.org/?write=a@example.org' });
  expect(within(link).getByText('a@example.org', { selector: 'mark' })).toBeVisible();
});

test('a time of publication is that of the site, with its time zone', async () => {
  apiServer.on(previewPost, () => ({ ...publicView, public_from: '2030-03-01T00:00:00+00:00' }));
  const person = await openForm([], {}, { config: { site: { timezone: 'Africa/Nairobi' } } });
  await fillRequiredFields(person);
  await person.press('button', 'Preview what the public will see');
  expect(await screen.findByText(/from Mar 1, 2030, 3:00\sAM GMT\+3 at the earliest/)).toBeVisible();
});

test('the form and the page after sending say the same about a delay, and the form says that others see the day', async () => {
  apiServer.on(createPost, () => null);
  const person = await openForm([], { publication_delay_hours: 6, hide_time: true });
  const publicFrom = /^Others can see the report from .+ at the earliest\.$/;
  const text = screen.getByText(publicFrom).textContent;
  expect(screen.getByText('Only the team sees the exact time. Others see the day.')).toBeVisible();
  await fillRequiredFields(person);
  await person.press('button', 'Send report');
  await screen.findByText('Thank you. Your report is with the team.');
  expect(screen.getByText(publicFrom)).toHaveTextContent(text);
});

test('after the end of a trial the form says so, and does not ask to log in', async () => {
  apiServer.on(readSurvey, () => createTestSurvey({ may_post: false }));
  apiServer.on(listTasks, () => createTestPage([]));
  apiServer.on(listAttributes, () => createTestPage([]));
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(listPosts, () => createTestPage([]));
  const site = { tier: 'demo_1', expiration_date: '2020-01-01T00:00:00+00:00' };
  await renderScreen('/posts/create/1/noui', { config: { site } });
  expect(
    await screen.findByText(/^The trial of this site has ended\. You can read everything/),
  ).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});
