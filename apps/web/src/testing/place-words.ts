import { describeMapPlaces, type PlaceWords } from '@waypost/contract/map-archives/map-names';
import { apiServer } from './render-screen.tsx';

/** Nothing is near a place. */
export const noPlaceWords: PlaceWords = { street: null, point: null, place: null };

/** Answers requests for words with the same ones for each place. */
export const describePlacesAs = (words: PlaceWords): void =>
  apiServer.on(describeMapPlaces, ({ query: { at } }) => ({
    count: at.length,
    results: at.map(() => words),
  }));
