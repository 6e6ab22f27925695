import { screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { findPlaces } from '@waypost/contract/places/places';
import { readPost } from '@waypost/contract/posts/posts';
import { type Attribute, listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  createTestAttribute,
  createTestPage,
  createTestPost,
  createTestSurvey,
  createTestTask,
} from '../../../testing/test-entities.ts';

let sendPost: () => void;
beforeEach(() => {
  const isSent = new Promise<void>((resolve) => {
    sendPost = resolve;
  });
  apiServer.on(readPost, async () => {
    await isSent;
    return createTestPost({ id: 7, title: 'Bridge closed' });
  });
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listTasks, () => createTestPage([]));
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(listAttributes, () => createTestPage([]));
});
afterEach(() => {
  for (const tag of document.head.querySelectorAll('meta[property^="og:"]')) tag.remove();
});

/** The tags that the server writes into the page. */
function addPreview(tags: { title: string; url: string }): void {
  for (const [name, content] of Object.entries({ ...tags, site_name: 'River watch' })) {
    const tag = document.createElement('meta');
    tag.setAttribute('property', `og:${name}`);
    tag.content = content;
    document.head.append(tag);
  }
}

test('a page that was loaded for a report has its title before the report is loaded', async () => {
  addPreview({ title: 'Bridge closed since Monday', url: 'https://example.org/posts/7?lang=en' });
  await renderScreen('/posts/7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Bridge closed since Monday' })).toBeVisible();
  sendPost();
  expect(await screen.findByRole('heading', { level: 1, name: 'Bridge closed' })).toBeVisible();
});

test.each([
  ['another report', { title: 'Bridge closed', url: 'https://example.org/posts/70' }],
  ['a report whose title is not public', { title: 'River watch', url: 'https://example.org/posts/7' }],
])('a page that was loaded for %s does not name it', async (_, tags) => {
  addPreview(tags);
  await renderScreen('/posts/7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Report' })).toBeVisible();
  sendPost();
  expect(await screen.findByRole('heading', { level: 1, name: 'Bridge closed' })).toBeVisible();
});

test('web addresses in the description and in answers are links', async () => {
  const task = createTestTask();
  const answer = (key: string, overrides: Partial<Attribute>) =>
    createTestAttribute({ key, label: key, form_stage_id: task.id, ...overrides });
  apiServer.on(readPost, () =>
    createTestPost({
      id: 7,
      form: { id: 1, url: '' },
      content: 'The bridge: https://example.org/description.',
      values: {
        line: ['(https://example.org/line)'],
        words: ['One\nhttps://example.org/words'],
        source: ['https://example.org/source'],
        film: ['https://vimeo.com/event/1'],
      },
    }),
  );
  apiServer.on(listTasks, () => createTestPage([task]));
  apiServer.on(listAttributes, () =>
    createTestPage([
      answer('line', { type: 'varchar', input: 'text' }),
      answer('words', { id: 2, type: 'text', input: 'textarea' }),
      answer('source', { id: 3, type: 'link', input: 'text' }),
      answer('film', { id: 4, type: 'varchar', input: 'video' }),
    ]),
  );
  await renderScreen('/posts/7');
  for (const address of [
    'https://example.org/description',
    'https://example.org/line',
    'https://example.org/words',
    'https://example.org/source',
    // No video that can be played.
    'https://vimeo.com/event/1',
  ]) {
    const link = await screen.findByRole('link', { name: address });
    expect(link).toHaveAttribute('href', address);
    expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc');
  }
});

test('a phone number is written as abroad, and calls', async () => {
  const phone = createTestAttribute({ key: 'call', label: 'Phone', type: 'phone', input: 'phone' });
  apiServer.on(readPost, () =>
    createTestPost({ form: { id: 1, url: '' }, values: { call: ['+4232345678'] } }),
  );
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () => createTestPage([phone]));
  await renderScreen('/posts/7');
  const link = await screen.findByRole('link', { name: '+423 234 56 78' });
  expect(link).toHaveAttribute('href', 'tel:+4232345678');
  expect(link).toHaveAttribute('dir', 'ltr');
});

test('an answer of a type that this version does not know is shown as text, and so are the others', async () => {
  const later = { type: 'signature', input: 'pen' } as object as Pick<Attribute, 'type' | 'input'>;
  apiServer.on(readPost, () =>
    createTestPost({ form: { id: 1, url: '' }, values: { signed: ['A. Moraa'], lamp: ['Lamp 17'] } }),
  );
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ key: 'signed', label: 'Signature', ...later }),
      createTestAttribute({ key: 'lamp', label: 'Lamp' }),
    ]),
  );
  await renderScreen('/posts/7');
  sendPost();
  expect(await screen.findByText('A. Moraa')).toBeVisible();
  expect(screen.getByText('Lamp 17')).toBeVisible();
});

test('the service of a video is named by the host of its player, not by its id', async () => {
  const task = createTestTask();
  const film = createTestAttribute({ key: 'film', type: 'varchar', input: 'video', form_stage_id: task.id });
  apiServer.on(readPost, () =>
    createTestPost({ id: 7, form: { id: 1, url: '' }, values: { film: ['https://youtu.be/my-vimeo-01'] } }),
  );
  apiServer.on(listTasks, () => createTestPage([task]));
  apiServer.on(listAttributes, () => createTestPage([film]));
  await renderScreen('/posts/7');
  expect(await screen.findByText(/loaded from YouTube/)).toBeVisible();
});

test('an approximate place is named so, and its coordinates are not more exact', async () => {
  const task = createTestTask();
  const field = createTestAttribute({
    key: 'place',
    label: 'Place',
    input: 'location',
    type: 'point',
    form_stage_id: task.id,
  });
  apiServer.on(readPost, () =>
    createTestPost({
      id: 7,
      form: { id: 1, url: '' },
      values: { place: [{ lat: -1.27994, lon: 36.79521 }] },
      place_precision: { kind: 'displaced', radius: 2000, min_radius: 500 },
    }),
  );
  apiServer.on(findPlaces, () => ({ count: 0, results: [] }));
  apiServer.on(listTasks, () => createTestPage([task]));
  apiServer.on(listAttributes, () => createTestPage([field]));
  await renderScreen('/posts/7');
  expect(await screen.findByText('Approximate place: the real one is within 2 km')).toBeVisible();
  expect(await screen.findByText('≈ -1.28, 36.8')).toBeVisible();
  expect(await screen.findByText('Near -1.28, 36.8')).toBeVisible();
  expect(screen.queryByText(/36\.79521/)).toBeNull();
});

test('a shape whose place is approximate is named so, too', async () => {
  const task = createTestTask();
  const field = createTestAttribute({
    key: 'area',
    label: 'Area',
    input: 'text',
    type: 'geometry',
    form_stage_id: task.id,
  });
  apiServer.on(readPost, () =>
    createTestPost({
      id: 7,
      form: { id: 1, url: '' },
      values: { area: ['POINT(36.79521 -1.27994)'] },
      place_precision: { kind: 'grid', radius: 3536, min_radius: 0 },
    }),
  );
  apiServer.on(listTasks, () => createTestPage([task]));
  apiServer.on(listAttributes, () => createTestPage([field]));
  await renderScreen('/posts/7');
  expect(await screen.findByText('≈ POINT(36.8 -1.28)')).toBeVisible();
  expect(screen.getByText('Approximate place: the real one is within 3.5 km')).toBeVisible();
});
