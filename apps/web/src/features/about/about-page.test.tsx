import { screen } from '@testing-library/dom';
import { listPosts } from '@waypost/contract/posts/posts';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { createTestPage, createTestSurvey, memberAccount } from '../../testing/test-entities.ts';

const site = {
  name: 'River watch',
  description: 'Floods along the river',
  email: 'team@example.org',
  data_license: 'CC BY 4.0',
};

beforeEach(() => {
  apiServer.on(listPosts, () => createTestPage([]));
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
});

test('visitors read what the map is for, who sees what, whom to ask and how to use the data', async () => {
  await renderScreen('/about', { config: { site } });
  expect(await screen.findByRole('heading', { level: 1, name: 'About River watch' })).toBeVisible();
  expect(screen.getByText('Floods along the river')).toBeVisible();
  expect(
    screen.getByText(
      /^Everyone can see published reports\. Reports under review can be seen only by the team and their author/,
    ),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'team@example.org' })).toHaveAttribute(
    'href',
    'mailto:team@example.org',
  );
  expect(screen.getByText('CC BY 4.0')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Report something' })).toHaveAttribute('href', '/posts/create');
});

test('the first visit explains the map once; members do not see the note', async () => {
  const person = await renderScreen('/views/data', { config: { site } });
  expect(await screen.findByRole('link', { name: 'River watch' })).toHaveAttribute('href', '/about');
  expect(await screen.findByText(/choose “Report” to add your own/)).toBeVisible();
  await person.press('button', 'Hide this message');
  expect(screen.queryByText('Floods along the river')).toBeNull();
  await renderScreen('/views/data', { config: { site } });
  await screen.findByRole('link', { name: 'About' });
  expect(screen.queryByText('Floods along the river')).toBeNull();
  localStorage.clear();
  await renderScreen('/views/data', { config: { site }, account: memberAccount });
  await screen.findByRole('link', { name: 'About' });
  expect(screen.queryByText('Floods along the river')).toBeNull();
});

test('the first visit offers no report where the server takes none', async () => {
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey({ may_post: false })]));
  await renderScreen('/views/data', { config: { site } });
  expect(await screen.findByRole('link', { name: 'More about this map' })).toBeVisible();
  await expect.poll(() => screen.queryByText(/choose “Report” to add your own/)).toBeNull();
});
