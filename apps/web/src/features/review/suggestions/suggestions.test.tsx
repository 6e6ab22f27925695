import { screen, waitFor, within } from '@testing-library/dom';
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { claimPosts } from '@waypost/contract/review/claims';
import {
  acceptSuggestion,
  listSuggestions,
  type Suggestion,
  undoSuggestion,
} from '@waypost/contract/review/suggestions';
import { beforeEach, expect, test } from 'vitest';
import { createValidationResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { adminAccount } from '../../../testing/test-entities.ts';
import { answerReview, waitingPost } from '../review-server.fixture.ts';

const suggestion = (overrides: Partial<Suggestion>): Suggestion => ({
  id: 'category:7',
  kind: 'category',
  name: 'Flooding',
  certainty: 0.923,
  form: null,
  key: 'kinds',
  tag: { id: 7, url: '' },
  location: null,
  country: null,
  why: null,
  ...overrides,
});
const place = suggestion({
  id: 'place:1,2',
  kind: 'place',
  name: 'Kisumu',
  certainty: null,
  key: 'where',
  tag: null,
  location: { lat: 1, lon: 2 },
  country: 'KE',
  why: 'name',
});

/** The first post on the server. */
let first: Post;

beforeEach(() => {
  first = waitingPost(1);
  let isDecided = false;
  answerReview(apiServer, {
    read: () => [...(isDecided ? [] : [first]), waitingPost(2)],
    remove: () => {
      isDecided = true;
    },
  });
  apiServer.on(listSuggestions, ({ params }) => {
    const results = params.id === 1 ? (first.revision === 1 ? [suggestion({}), place] : [place]) : [];
    return { count: results.length, results };
  });
  apiServer.on(acceptSuggestion, () => {
    first = waitingPost(1, { revision: (first.revision ?? 0) + 1, values: { kinds: [7] } });
    return first;
  });
  apiServer.on(undoSuggestion, () => {
    first = waitingPost(1, { revision: (first.revision ?? 0) + 1 });
    return first;
  });
});

const open = async () => {
  const person = await renderScreen('/review', { account: adminAccount });
  await screen.findByRole('heading', { level: 2, name: 'Report 1' });
  return person;
};
const findSection = () => screen.findByRole('region', { name: 'Suggestions' });

test('suggestions show how certain they are, or why they are made', async () => {
  await open();
  const rows = within(await findSection()).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'FloodingCategory · 92% certainAcceptG',
    'Kisumu, KenyaPlace · Named in the textAccept',
  ]);
});

test('the first suggestion is accepted by key, and undone', async () => {
  const person = await open();
  await findSection();
  await person.keyboard('g');
  await waitFor(() => expect(screen.queryByText('Flooding')).toBeNull());
  expect(apiServer.requests(acceptSuggestion).map(({ params, body }) => [params.id, body])).toEqual([
    [1, { suggestion: 'category:7', based_on: 1 }],
  ]);
  // Each save releases the claim.
  expect(apiServer.requests(claimPosts).map(({ body }) => body.post_id)).toContainEqual([1]);
  await person.keyboard('u');
  await waitFor(() =>
    expect(apiServer.requests(undoSuggestion).map(({ body }) => body)).toEqual([{ based_on: 2 }]),
  );
  expect(await screen.findByText('The last change to “Report 1” was undone.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Report 1' })).toBeVisible();
});

test('two undos in quick succession undo two suggestions', async () => {
  const person = await open();
  await findSection();
  await person.keyboard('g');
  await waitFor(() => expect(screen.queryByText('Flooding')).toBeNull());
  const isReady = () =>
    waitFor(() => expect(screen.getByRole('button', { name: 'Accept: Place, Kisumu, Kenya' })).toBeEnabled());
  await isReady();
  await person.keyboard('g');
  await waitFor(() => expect(first.revision).toBe(3));
  await isReady();
  await person.keyboard('uu');
  await waitFor(() =>
    expect(apiServer.requests(undoSuggestion).map(({ body }) => body)).toEqual([
      { based_on: 3 },
      { based_on: 4 },
    ]),
  );
});

test('a certain suggestion is accepted by its button, and the decision is based on it', async () => {
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Accept: Place, Kisumu, Kenya' }));
  await person.keyboard('p');
  await waitFor(() => expect(apiServer.requests(updatePost)).toHaveLength(1));
  expect(apiServer.requests(acceptSuggestion)[0]?.body).toMatchObject({ suggestion: 'place:1,2' });
  expect(apiServer.requests(updatePost)[0]?.body).toMatchObject({ status: 'published', based_on: 2 });
});

test('a suggestion that cannot be accepted says why', async () => {
  apiServer.on(acceptSuggestion, () => createValidationResponse({ field: 'suggestion', rule: 'exists' }));
  const person = await open();
  await findSection();
  await person.keyboard('g');
  expect(await within(await findSection()).findByRole('alert')).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Report 1' })).toBeVisible();
});

test('nothing is shown for a report without suggestions', async () => {
  const person = await open();
  await findSection();
  await person.keyboard('a');
  await screen.findByRole('heading', { level: 2, name: 'Report 2' });
  expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull();
});

test('the key that accepts says that there is no suggestion yet, and that there is none', async () => {
  let finishLoading: () => void = () => undefined;
  const loading = new Promise<void>((resolve) => {
    finishLoading = resolve;
  });
  apiServer.on(listSuggestions, async () => {
    await loading;
    return { count: 0, results: [] };
  });
  const person = await open();
  await person.keyboard('g');
  expect(await screen.findByText('No suggestions yet. Try again in a moment.')).toBeVisible();
  finishLoading();
  await waitFor(async () => {
    await person.keyboard('g');
    expect(screen.getByText('No suggestions for this report.')).toBeVisible();
  });
  expect(apiServer.requests(acceptSuggestion)).toEqual([]);
});
