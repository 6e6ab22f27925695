import { expect, test } from 'vitest';
import { findPostPlaces, replacePlaces } from './post-places.ts';

const first = { lat: -1.5, lon: 36 };
const second = { lat: 2, lon: 33 };

test('moves a place and keeps all other answers', () => {
  const values = { where: [first, second], words: ['open'], kinds: [4, 5] };
  const places = findPostPlaces({ values });
  expect(places).toEqual([
    { key: 'where', index: 0, at: first },
    { key: 'where', index: 1, at: second },
  ]);
  const moved = [{ key: 'where', index: 1, at: { lat: 3, lon: 33 } }];
  expect(replacePlaces({ values }, moved)).toEqual({ ...values, where: [first, { lat: 3, lon: 33 }] });
});

test('a post without answers has no places', () => {
  expect(findPostPlaces({ values: [] })).toEqual([]);
});
