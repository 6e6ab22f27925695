/** What the page of a report says about what the public does not see, or not yet. */
import { screen, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { findPlaces } from '@waypost/contract/places/places';
import { readPostConsent } from '@waypost/contract/posts/post-consent';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { readPublicView } from '@waypost/contract/posts/public-view';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { answerPostPage } from '../../../testing/post-page.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog } from '../../../testing/screen-user.ts';
import {
  adminAccount,
  createTestAccount,
  createTestAttribute,
  createTestPage,
  createTestPost,
  createTestSurvey,
  createTestTask,
} from '../../../testing/test-entities.ts';

beforeEach(() => {
  answerPostPage();
  apiServer.on(readSurvey, () => createTestSurvey({ hide_location: true }));
  apiServer.on(listTasks, () => createTestPage([createTestTask({ id: 1, type: 'post' })]));
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ id: 1, key: 'depth', label: 'Depth', form_stage_id: 1 }),
      createTestAttribute({ id: 2, key: 'phone', label: 'Phone', form_stage_id: 1, response_private: true }),
    ]),
  );
});

const member = createTestAccount({ role: 'user', permissions: [] });

const open = (overrides: Partial<Post> = {}, account = adminAccount) => {
  apiServer.on(readPost, () => createTestPost({ id: 7, form: { id: 1, url: '' }, ...overrides }));
  return renderScreen('/posts/7', { account });
};

test('a published report that is public only later is not labelled as published', async () => {
  await open({ status: 'published', public_from: '2030-03-01T10:00:00+00:00' });
  expect(await screen.findByText(/^Public from .*2030/)).toBeVisible();
  expect(screen.queryByText('Published')).toBeNull();
  expect(screen.queryByText('Visible to everyone')).toBeNull();
});

test('only answers that the team alone sees are marked', async () => {
  await open({ values: { depth: ['Knees'], phone: ['+254700111222'] } });
  const label = await screen.findByText('Phone');
  expect(await within(label.closest('dt') ?? label).findByText('Only the team sees this')).toBeVisible();
  expect(screen.getAllByText('Only the team sees this')).toHaveLength(1);
});

test('an exact time is marked where the survey hides times', async () => {
  apiServer.on(readSurvey, () => createTestSurvey({ hide_time: true }));
  await open({ allowed_privileges: ['read', 'update'] }, member);
  expect(await screen.findByText('Only the team sees the exact time')).toBeVisible();
});

test('a day has no mark, since everyone sees it', async () => {
  apiServer.on(readSurvey, () => createTestSurvey({ hide_time: true }));
  const values = { phone: ['+254700111222'] };
  await open({ date_precision: 'day', values, allowed_privileges: ['read', 'update'] }, member);
  expect(await screen.findByText('Only the team sees this')).toBeVisible();
  expect(screen.queryByText('Only the team sees the exact time')).toBeNull();
});

test('the team reads that personal data was removed, and no longer that it sees exact places and times', async () => {
  apiServer.on(readSurvey, () => createTestSurvey({ hide_location: true, hide_time: true }));
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ id: 1, key: 'place', type: 'point', input: 'location', form_stage_id: 1 }),
    ]),
  );
  apiServer.on(findPlaces, () => ({ count: 0, results: [] }));
  await open({
    anonymized: true,
    date_precision: 'day',
    place_precision: { kind: 'rounded', radius: 790, min_radius: 0 },
    values: { place: [{ lat: -1.29, lon: 36.82 }] },
  });
  expect(await screen.findByText('Personal data was removed from this report')).toBeVisible();
  expect(screen.queryByText(/Only the team sees the exact/)).toBeNull();
});

test('the public view of a report whose reporter refused publishing says so', async () => {
  apiServer.on(readPostConsent, () => ({
    asked: null,
    current: null,
    earlier: [],
    refused: [{ use: 'publish' as const, reason: 'declined' as const }],
    choices: [],
    can_change: 'team' as const,
  }));
  const post = createTestPost({ id: 7, form: { id: 1, url: '' } });
  apiServer.on(readPublicView, () => ({
    post,
    withheld: [],
    withheld_answers: [],
    place_radius: null,
    place_masking: null,
    public_from: null,
  }));
  const person = await open({ status: 'draft', allowed_privileges: ['read', 'update'] }, member);
  await person.click(await screen.findByRole('button', { name: 'More actions' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Public view' }));
  const dialog = await findDialog('What the public will see');
  expect(await dialog.findByText(/The reporter didn't agree to publishing\./)).toBeVisible();
  expect(dialog.getByText('If they agree to publishing, visitors will see this.')).toBeVisible();
});

test('a removed part of a text is announced as removed, not as published', async () => {
  const draft = { id: 7, form: { id: 1, url: '' }, status: 'draft', revision: 1 } as const;
  const allowed_privileges: Post['allowed_privileges'] = ['read', 'update', 'change_status'];
  apiServer.on(updatePost, () => createTestPost({ ...draft, revision: 2, content: 'Call […]' }));
  const content = 'Call +254 722 000111';
  const person = await open({ ...draft, content, allowed_privileges }, member);
  await person.press('button', 'Remove “+254 722 000111”');
  expect(await screen.findByText('Removed from the report.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});
