import type { Map as MapLibreMap } from 'maplibre-gl';
import type { DrawnArchives } from '../archives/drawn-archives.ts';
import { drawPin } from '../pins/pin-images.ts';
import { drawRing, evictUnseenRings } from '../pins/pin-rings.ts';
import { PIN_LAYERS } from '../pins/prepared-pins.ts';
import { drawPlace } from '../style/place-images.ts';

/**
 * Draws images when the map first needs them: any colour of a survey is exact, outlines are sharp, and no image is loaded.
 * @param getArchives the archives whose style is set
 */
export function drawImagesOnDemand(map: MapLibreMap, getArchives: () => DrawnArchives | null): void {
  const pixelRatio = Math.max(2, Math.ceil(devicePixelRatio));
  map.setMissingStyleImageResolver((name) => {
    const image =
      drawPin(name, pixelRatio) ??
      drawRing(name, pixelRatio) ??
      drawPlace(name, pixelRatio) ??
      getArchives()?.drawImage(name, pixelRatio);
    if (image && !map.hasImage(name)) map.addImage(name, image, { pixelRatio });
  });
  map.on('idle', () => evictUnseenRings(map, PIN_LAYERS.ring));
}
