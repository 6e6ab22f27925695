/** The search for streets and the words for a place, on a map with as many streets as a country has. */
import { latencyRows, latencyValues, type Measure, measureTimes } from '../measure.ts';
import { requestRaw } from '../site.ts';
import { createStreetExtract, type ExtractStreet } from '../street-extract.ts';
import { withMapOf } from './street-map.ts';

/** Pieces of streets: those of a country of some million people. */
const pieceCount = 240_000;
const sampleCount = 1000;
/** Letters of a beginning, from the first ones that are searched to most of a name. */
const prefixLetters = { min: 3, more: 8 };
/** Degrees from a street: a pin is beside it. */
const besideStreet = 0.000_3;

const textOf = ([longitude, latitude]: ExtractStreet['at']) =>
  `${latitude.toFixed(6)},${longitude.toFixed(6)}`;

/** Streets spread over the map. */
const spread = (streets: readonly ExtractStreet[], index: number): ExtractStreet => {
  const street = streets[(index * 7919) % streets.length];
  if (!street) throw new Error('the map has no streets');
  return street;
};

/** What a person has typed of a name, near another street. */
function searchUrl(streets: readonly ExtractStreet[], index: number): string {
  const q = spread(streets, index).name.slice(0, prefixLetters.min + (index % prefixLetters.more));
  const query = new URLSearchParams({ q, near: textOf(spread(streets, index + 17).at), limit: '5' });
  return `/api/v3/map-archives/names?${query.toString()}`;
}

function wordsUrl(streets: readonly ExtractStreet[], index: number): string {
  const [longitude, latitude] = spread(streets, index).at;
  const query = new URLSearchParams({ at: textOf([longitude, latitude + besideStreet]) });
  return `/api/v3/map-archives/words?${query.toString()}`;
}

const rowsOf = (what: string) => latencyRows.map(({ label, unit }) => ({ label: `${what}, ${label}`, unit }));

/** It takes minutes, since the map is made from its extract. */
export const streetNames: Measure = {
  name: 'names of a map with 240k streets',
  rows: [...rowsOf('beginning of a name'), ...rowsOf('words for a place')],
  isOnRequest: true,
  runOnce(site) {
    const { bytes, streets } = createStreetExtract(pieceCount);
    const authorization = `Bearer ${site.tokens.admin}`;
    const measureUrls = async (urlOf: typeof wordsUrl) => {
      const send = (index: number) => requestRaw(site, urlOf(streets, index), { authorization });
      return latencyValues(await measureTimes(sampleCount, send));
    };
    return withMapOf(site, bytes, async () => [
      ...(await measureUrls(searchUrl)),
      ...(await measureUrls(wordsUrl)),
    ]);
  },
};
