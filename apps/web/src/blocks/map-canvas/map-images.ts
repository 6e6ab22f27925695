import type { Map as MapLibreMap } from 'maplibre-gl';
import { drawPin } from './pin-images.ts';
import { drawPlace } from './place-images.ts';

/**
 * Draws small pictures when the map first asks for them by name, so that any colour a survey may have
 * is exact, outlines are crisp, and no picture has to be fetched.
 */
export function drawImagesOnDemand(map: MapLibreMap): void {
  const pixelRatio = Math.max(2, Math.ceil(devicePixelRatio));
  map.setMissingStyleImageResolver((name) => {
    const image = drawPin(name, pixelRatio) ?? drawPlace(name, pixelRatio);
    if (image && !map.hasImage(name)) map.addImage(name, image, { pixelRatio });
  });
}
