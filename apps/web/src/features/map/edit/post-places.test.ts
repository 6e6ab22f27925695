import { expect, test } from 'vitest';
import { findPostPlaces, replacePlaces } from './post-places.ts';

const here = { lat: -1.5, lon: 36 };
const there = { lat: 2, lon: 33 };

test('moves a place and keeps all other answers', () => {
  const values = { where: [here, there], words: ['open'], kinds: [4, 5] };
  const places = findPostPlaces({ values });
  expect(places).toEqual([
    { key: 'where', index: 0, at: here },
    { key: 'where', index: 1, at: there },
  ]);
  const moved = [{ key: 'where', index: 1, at: { lat: 3, lon: 33 } }];
  expect(replacePlaces({ values }, moved)).toEqual({ ...values, where: [here, { lat: 3, lon: 33 }] });
});

test('a post without answers has no places', () => {
  expect(findPostPlaces({ values: [] })).toEqual([]);
});
