import type { ExpressionSpecification, Map as MapLibreMap } from 'maplibre-gl';
import type { MapTheme } from '../map-types.ts';
import { drawImage } from '../style/draw-image.ts';
import { PIN_PALETTE } from '../style/map-palette.ts';
import { RING_WIDTH_PX } from './cluster-look.ts';
import { toPinColor } from './pin-color.ts';

const PREFIX = 'ring';
/** Gap between two colours. */
const GAP_PX = 1.5;
/** Minimum fraction of the ring, so that each colour is visible. */
const MIN_SHARE = 0.06;
/** Maximum number of ring images in memory; others are drawn again when needed. */
const MAX_CACHED_RINGS = 160;

/** Expression for the name of the ring around a cluster: `ring|theme|radius|parts`. */
export function buildRingImageName(
  theme: MapTheme,
  radius: ExpressionSpecification,
  parts: ExpressionSpecification,
): ExpressionSpecification {
  return ['concat', `${PREFIX}|${theme}|`, ['to-string', ['round', radius]], '|', parts];
}

interface RingShare {
  color: string;
  /** Fraction of the ring, 0 to 1. */
  fraction: number;
}

/**
 * Parses `#A51A1A:12,#808080:3` (largest count first) as fractions of a ring; each colour gets a minimum.
 * @returns an empty list for invalid text
 */
export function parseRingShares(parts: string): RingShare[] {
  const counted = parts.split(',').flatMap((part) => {
    const [color, count] = part.split(':');
    return Number(count) > 0 ? [{ color: toPinColor(color), count: Number(count) }] : [];
  });
  const total = counted.reduce((sum, it) => sum + it.count, 0);
  const raised = counted.map(({ color, count }) => ({ color, fraction: Math.max(MIN_SHARE, count / total) }));
  const sum = raised.reduce((all, it) => all + it.fraction, 0);
  return raised.map(({ color, fraction }) => ({ color, fraction: fraction / sum }));
}

/** Draws the ring of a cluster by its name; null for other names. */
export function drawRing(name: string, scale: number): ImageData | null {
  const [prefix, theme, radius, parts = ''] = name.split('|');
  if (prefix !== PREFIX) return null;
  const size = Math.ceil(2 * (Number(radius) + RING_WIDTH_PX + 1));
  return drawImage([size, size], scale, (pen) => {
    pen.translate(size / 2, size / 2);
    paintRing(pen, { radius: Number(radius), parts, theme: theme === 'dark' ? 'dark' : 'light' });
  });
}

/** Draws a ring around the origin, and the disc in it: it covers the rings of smaller clusters below. @param ring inner radius in pixels, and the parts as in `parseRingShares` */
export function paintRing(
  pen: CanvasRenderingContext2D,
  { radius, parts, theme }: { radius: number; parts: string; theme: MapTheme },
): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.fillStyle = PIN_PALETTE[theme].surface;
  pen.fill();
  const middle = radius + RING_WIDTH_PX / 2;
  const shares = parseRingShares(parts);
  const gap = shares.length > 1 ? GAP_PX / middle : 0;
  pen.lineWidth = RING_WIDTH_PX;
  let from = -Math.PI / 2;
  for (const { color, fraction } of shares) {
    const to = from + fraction * 2 * Math.PI;
    pen.beginPath();
    pen.arc(0, 0, middle, from + gap / 2, to - gap / 2);
    pen.strokeStyle = color;
    pen.stroke();
    from = to;
  }
  // An outline, which separates light colours from a light map.
  pen.beginPath();
  pen.arc(0, 0, middle + RING_WIDTH_PX / 2 + 0.25, 0, 2 * Math.PI);
  pen.lineWidth = 1;
  pen.strokeStyle = PIN_PALETTE[theme].outline;
  pen.stroke();
}

/** Removes ring images that are not visible when there are too many: each combination of counts has its own image. */
export function evictUnseenRings(map: MapLibreMap, layer: string): void {
  const rings = map.listImages().filter((name) => name.startsWith(`${PREFIX}|`));
  if (rings.length <= MAX_CACHED_RINGS || !map.getLayer(layer)) return;
  const visibleKeys = new Set(
    map.queryRenderedFeatures({ layers: [layer] }).map(({ properties }) => String(properties['parts'])),
  );
  for (const name of rings) if (!visibleKeys.has(name.split('|')[3] ?? '')) map.removeImage(name);
}
