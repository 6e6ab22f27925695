/** Tiles of the map, over places that have posts. */
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { clientQuery } from '../queries.ts';
import { type Place, somePlaces } from '../sample.ts';
import { ask } from '../site.ts';

const count = 100;
const zooms = [0, 2, 6, 10];

/** `x/y` of the tile that a place is in. */
function tileAt({ lat, lon }: Place, zoom: number): string {
  const across = 2 ** zoom;
  const latitude = (lat * Math.PI) / 180;
  const mercator = (1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2;
  const within = (share: number) => Math.min(across - 1, Math.max(0, Math.floor(share * across)));
  return `${within((lon + 180) / 360)}/${within(mercator)}`;
}

export const tiles: Measure[] = zooms.map((zoom) => ({
  name: `map tile, zoom ${zoom}`,
  rows: latency,
  async take(site) {
    const addresses = [...new Set((await somePlaces(site)).map((place) => tileAt(place, zoom)))];
    if (addresses.length === 0) throw new Error('no post has a place');
    const tile = (index: number) =>
      ask(
        site,
        'visitor',
        `/posts/tiles/${zoom}/${addresses[index % addresses.length]}?${clientQuery('map')}`,
      );
    return latencyOf(await timesOf(count, tile));
  },
}));
