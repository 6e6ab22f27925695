/** The place of a report in words, where the site has street maps. */
import { screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { describeMapPlaces } from '@waypost/contract/map-archives/map-names';
import { findPlaces } from '@waypost/contract/places/places';
import { type Post, readPost } from '@waypost/contract/posts/posts';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { expect, test } from 'vitest';
import { describePlacesAs, noPlaceWords } from '../../../testing/place-words.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import {
  createTestAttribute,
  createTestMapArchive,
  createTestPage,
  createTestPost,
  createTestSurvey,
  createTestTask,
} from '../../../testing/test-entities.ts';

async function openPost(overrides: Partial<Post> = {}) {
  const task = createTestTask();
  const field = createTestAttribute({
    key: 'place',
    label: 'Place',
    input: 'location',
    type: 'point',
    form_stage_id: task.id,
  });
  const values = { place: [{ lat: 50.0101, lon: 10.0111 }] };
  apiServer.on(readPost, () => createTestPost({ id: 7, form: { id: 1, url: '' }, values, ...overrides }));
  apiServer.on(findPlaces, () => ({
    count: 1,
    results: [{ id: 1, name: 'Testham', country: null, population: 0, lat: 50, lon: 10 }],
  }));
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(listTasks, () => createTestPage([task]));
  apiServer.on(listAttributes, () => createTestPage([field]));
  apiServer.on(listMapArchives, () => createTestPage([createTestMapArchive()]));
  await renderScreen('/posts/7');
}

const findText = (expected: string) => screen.findByText((text) => text.replace(/\p{Cf}/gu, '') === expected);

test('an exact place is described by its street and what is near', async () => {
  describePlacesAs({
    street: { name: 'Main Street', house_number: '12' },
    point: { type: 'school', name: null },
    place: { type: 'town', name: 'Testham' },
  });
  await openPost();
  expect(await findText('Near Main Street 12, by the school')).toBeVisible();
  expect(screen.getByText('Testham')).toBeVisible();
  expect(apiServer.requests(describeMapPlaces).at(-1)?.query['at']).toEqual([{ lat: 50.0101, lon: 10.0111 }]);
});

test('a place far from streets is named by its town', async () => {
  describePlacesAs(noPlaceWords);
  await openPost();
  expect(await findText('Near Testham')).toBeVisible();
});

test('an approximate place is named by its town alone', async () => {
  await openPost({ place_precision: { kind: 'displaced', radius: 2000, min_radius: 500 } });
  expect(await findText('Near Testham')).toBeVisible();
  expect(apiServer.requests(describeMapPlaces)).toEqual([]);
});
