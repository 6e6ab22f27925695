/** Coordinates that a text names. Pure. */
import type { Point } from '@waypost/contract/posts/posts';
import type { Span } from '../personal-data/spans.ts';
import { toPlainText } from './text-words.ts';

/** At most three spaces between two parts: any number of them would take time in its square. */
const pattern =
  /(?<![\d.])(-?\d{1,2}\.\d{2,})\s{0,3}°?\s{0,3}([NS])?\s{0,3}[,;/ ،]\s{0,3}(-?\d{1,3}\.\d{2,})\s{0,3}°?\s{0,3}([EWO])?(?!\d|\.\d)/giu;

/** Pairs of decimal degrees, latitude first: `-1.2921, 36.8219`, `12.05 S 77.04 W`; digits of any script. */
export function findCoordinates(text: string): (Point & Span)[] {
  return [...toPlainText(text).matchAll(pattern)].flatMap((match) => {
    const [all, south = '', ns = '', east = '', ew = ''] = match;
    const lat = Number(south) * (ns.toUpperCase() === 'S' ? -1 : 1);
    const lon = Number(east) * (/[WO]/i.test(ew) ? -1 : 1);
    const isValid = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
    return isValid ? [{ lat, lon, start: match.index, end: match.index + all.length }] : [];
  });
}
