/** Positions and ranks of country names. */
import { collection, feature, ringArea, unrollGeometry } from './geometry.mjs';

/** Least area in square degrees for label ranks 0 (shown first) to 5; anything smaller has rank 6. */
const RANK_AREAS = [600, 150, 40, 10, 2, 0.1];

/** Kosovo has no ISO 3166 code; XK is the code in general use, known to Intl.DisplayNames. */
const CODES_BEYOND_ISO = { Kosovo: 'XK' };

/**
 * One point per country with an ISO code: `a2` (two letters, from which the browser makes the name in
 * the reader's language), `name` (English fallback) and `rank` (0..6, by area).
 */
export function countryLabels({ topojson, topology, polylabel, iso }) {
  const byCode = new Map();
  for (const country of topojson.feature(topology, topology.objects.countries).features) {
    const { name } = country.properties;
    const a2 = CODES_BEYOND_ISO[name] ?? (country.id ? iso.numericToAlpha2(country.id) : undefined);
    if (!a2) continue;
    const label = placeLabel(unrollGeometry(country.geometry), polylabel);
    // Islands share their country's code: the largest polygon carries the name.
    if ((byCode.get(a2)?.area ?? -1) < label.area) byCode.set(a2, { ...label, a2, name });
  }
  return collection(
    [...byCode.values()].map(({ point, area, a2, name }) =>
      feature({ type: 'Point', coordinates: point }, { a2, name, rank: rankOf(area) }),
    ),
  );
}

/** The point farthest from the edges of the largest polygon, and the area of all polygons. */
function placeLabel(geometry, polylabel) {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const areas = polygons.map((polygon) => ringArea(polygon[0]));
  const largest = polygons[areas.indexOf(Math.max(...areas))];
  const [lon, lat] = polylabel(largest, 0.05);
  return { point: [round(lon), round(lat)], area: areas.reduce((sum, area) => sum + area, 0) };
}

function rankOf(area) {
  const rank = RANK_AREAS.findIndex((least) => area > least);
  return rank === -1 ? RANK_AREAS.length : rank;
}

const round = (degrees) => Number(degrees.toFixed(4));
