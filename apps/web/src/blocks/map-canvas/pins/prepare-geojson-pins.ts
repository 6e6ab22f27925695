/**
 * Pins that the browser clusters, for servers without tiles. Loaded when such pins are, since this server has tiles.
 */
import type { ExpressionSpecification, SourceSpecification } from 'maplibre-gl';
import type { PostFeatureCollection } from '../map-types.ts';
import { NEUTRAL_PIN } from './pin-color.ts';
import { convertGeojsonToPins, type PinFeatures } from './pins-from-geojson.ts';
import { CLUSTER_MAX_ZOOM, COUNT, PIN_COLOR, type PreparedPins } from './prepared-pins.ts';

/** Pixels within which the browser clusters pins. */
const CLUSTER_RADIUS = 50;
/** Number of colours that are counted in clusters; further colours count as grey. */
const COLOR_LIMIT = 12;

/** Source and colours for posts that the browser clusters itself. */
export function prepareGeojsonPins(posts: PostFeatureCollection): PreparedPins {
  const data = convertGeojsonToPins(posts);
  const colors = findCommonColors(data);
  const source: SourceSpecification = {
    type: 'geojson',
    data,
    cluster: true,
    clusterRadius: CLUSTER_RADIUS,
    clusterMaxZoom: CLUSTER_MAX_ZOOM,
    clusterProperties: Object.fromEntries(
      colors.map((color, i) => [`n${i}`, ['+', ['case', ['==', ['get', 'color'], color], 1, 0]]]),
    ),
  };
  return {
    source,
    sourceLayer: undefined,
    color: buildDominantColor(colors),
    parts: buildClusterParts(colors),
  };
}

function findCommonColors(data: PinFeatures): string[] {
  const counts = new Map<string, number>();
  for (const { properties } of data.features) {
    counts.set(properties.color, (counts.get(properties.color) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, COLOR_LIMIT)
    .map(([color]) => color);
}

/** The most frequent colour of a cluster made in the browser; a single pin has its own. */
function buildDominantColor(colors: readonly string[]): ExpressionSpecification {
  if (colors.length === 0) return PIN_COLOR;
  const highestCount = ['max', 0, ...colors.map((_, i) => ['get', `n${i}`])];
  const cases = colors.flatMap((color, i) => [['==', ['get', `n${i}`], ['var', 'max']], color]);
  const dominant = ['let', 'max', highestCount, ['case', ...cases, NEUTRAL_PIN]];
  return ['case', ['has', 'point_count'], dominant, PIN_COLOR] as unknown as ExpressionSpecification;
}

/** The counts by colour as in the server's tiles, for clusters made in the browser; most frequent colours first. */
function buildClusterParts(colors: readonly string[]): ExpressionSpecification {
  const counted = colors.map((_, i): ExpressionSpecification => ['coalesce', ['get', `n${i}`], 0]);
  const texts = colors.map((color, i) => [
    'case',
    ['>', counted[i], 0],
    ['concat', `${color}:`, ['to-string', counted[i]], ','],
    '',
  ]);
  const rest = ['-', COUNT, ['+', 0, ...counted]];
  const others = ['case', ['>', rest, 0], ['concat', `${NEUTRAL_PIN}:`, ['to-string', rest]], ''];
  return ['concat', ...texts, others] as unknown as ExpressionSpecification;
}
