import type { TilePins } from '../map-types.ts';

/** The URL of a tile of pins. @param tile zoom, column and row */
export const buildPinTileUrl = (
  { url }: TilePins,
  [zoom, x, y]: readonly [zoom: number | string, x: number | string, y: number | string],
): string => url.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));

/** Restores the placeholders of a tile's URL, which URLs encode. */
export const restorePlaceholders = (url: string): string => url.replace(/%7B([xyz])%7D/g, '{$1}');
