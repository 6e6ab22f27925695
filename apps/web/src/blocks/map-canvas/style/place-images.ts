import type { MapTheme } from '../map-types.ts';
import { drawImage } from './draw-image.ts';
import { MAP_PALETTE } from './map-palette.ts';

type PlaceKind = 'capital' | 'town';

const PREFIX = 'place';
/** Pixels from the centre to the edge of the image, and radius of the dot. */
const BOX = 5;
const RADIUS: Readonly<Record<PlaceKind, number>> = { capital: 3, town: 2.2 };

/** Name of the image of a place: `place|theme|kind`. */
export function buildPlaceImageName(theme: MapTheme, kind: PlaceKind): string {
  return `${PREFIX}|${theme}|${kind}`;
}

/** Draws a dot, or a ring for a capital; null for other names. */
export function drawPlace(name: string, scale: number): ImageData | null {
  const [prefix, themeName, kind] = name.split('|');
  if (prefix !== PREFIX) return null;
  const theme = themeName === 'dark' ? 'dark' : 'light';
  return drawImage([2 * BOX, 2 * BOX], scale, (pen) => {
    pen.beginPath();
    pen.arc(BOX, BOX, RADIUS[kind === 'capital' ? 'capital' : 'town'], 0, Math.PI * 2);
    const { place, land } = MAP_PALETTE[theme];
    pen.fillStyle = kind === 'capital' ? land : place;
    pen.fill();
    if (kind === 'capital') {
      pen.lineWidth = 1.5;
      pen.strokeStyle = place;
      pen.stroke();
    }
  });
}
