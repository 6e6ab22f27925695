/** The place of a card in words, where the site has street maps. */
import { screen, within } from '@testing-library/dom';
import { listMapArchives } from '@waypost/contract/map-archives/map-archives';
import { describeMapPlaces, type PlaceWords } from '@waypost/contract/map-archives/map-names';
import { listPosts, type Post } from '@waypost/contract/posts/posts';
import { beforeEach, expect, test } from 'vitest';
import { describePlacesAs, noPlaceWords } from '../../testing/place-words.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { createTestMapArchive, createTestPage, createTestPost } from '../../testing/test-entities.ts';

const words: PlaceWords = {
  street: { name: 'Main Street', house_number: '12' },
  point: { type: 'school', name: null },
  place: { type: 'town', name: 'Testham' },
};

beforeEach(() => {
  apiServer.on(listMapArchives, () => createTestPage([createTestMapArchive()]));
});

async function openList(posts: readonly Partial<Post>[]) {
  apiServer.on(listPosts, () =>
    createTestPage(posts.map((post, index) => createTestPost({ id: index + 1, ...post }))),
  );
  // As in a frame of another site: all cards are there, not only those on the screen.
  await renderScreen('/list/noui');
  return screen.findAllByRole('article');
}

const findText = (card: HTMLElement | undefined, expected: string) =>
  within(card ?? expect.fail('no card')).findByText(
    (_, element) => element?.tagName === 'P' && element.textContent.replace(/\p{Cf}/gu, '') === expected,
  );
const at = (lat: number, lon: number) => ({ values: { place: [{ lat, lon }] } });

test('the places of all cards are put in words with one request', async () => {
  describePlacesAs(words);
  const cards = await openList([at(47.14, 9.52), at(47.15, 9.53)]);
  expect(await findText(cards[0], 'Near Main Street 12, by the school · Testham')).toBeVisible();
  expect(await findText(cards[1], 'Near Main Street 12, by the school · Testham')).toBeVisible();
  expect(apiServer.requests(describeMapPlaces).map(({ query }) => query.at)).toEqual([
    [
      { lat: 47.14, lon: 9.52 },
      { lat: 47.15, lon: 9.53 },
    ],
  ]);
});

test('a place that is not exact names its settlement and how exact it is, but no street', async () => {
  describePlacesAs(words);
  const precision = { kind: 'displaced', radius: 2000, min_radius: 500 } as const;
  const [card] = await openList([{ ...at(47.14, 9.52), place_precision: precision }]);
  expect(await findText(card, 'Near Testham · ± 2 km')).toBeVisible();
  expect(card).not.toHaveTextContent('Main Street');
});

test('no words are requested for a place outside of all street maps, nor for a report without a place', async () => {
  describePlacesAs(noPlaceWords);
  await openList([at(-1.28, 36.82), { values: {} }]);
  expect(apiServer.requests(describeMapPlaces)).toEqual([]);
});
