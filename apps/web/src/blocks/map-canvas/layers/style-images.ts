/** The images of a style of another service, which come through this site. */
import { type MapLayerStyle, readMapLayerSprite } from '@waypost/contract/layers/map-layers';
import type { Map as MapLibreMap, StyleImageMetadata } from 'maplibre-gl';
import { buildEndpointUrl } from '../../../api/endpoint-url.ts';
import { getAuthorizationHeader } from '../../../api/tokens.ts';

type SpriteImage = Partial<StyleImageMetadata> & { x: number; y: number; width: number; height: number };

interface StyleOfLayer {
  id: number;
  hash: string;
  style: MapLayerStyle;
}

async function fetchFile({ id, hash }: StyleOfLayer, number: number, file: string, signal: AbortSignal) {
  const address = buildEndpointUrl(readMapLayerSprite, {
    params: { id, sprite: number, file: file as 'sprite.json' },
  });
  // Another version is another address in the browser's cache.
  const response = await fetch(`${address}?v=${hash}`, { headers: getAuthorizationHeader(), signal });
  return response.status === 200 ? response : null;
}

async function addSprite(
  map: MapLibreMap,
  layer: StyleOfLayer,
  number: number,
  { signal, added }: { signal: AbortSignal; added: string[] },
): Promise<void> {
  const name = devicePixelRatio > 1 ? 'sprite@2x' : 'sprite';
  const [document, picture] = await Promise.all([
    fetchFile(layer, number, `${name}.json`, signal),
    fetchFile(layer, number, `${name}.png`, signal),
  ]);
  if (!document || !picture) return;
  const images = (await document.json()) as Record<string, SpriteImage>;
  const bitmap = await createImageBitmap(await picture.blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen?.drawImage(bitmap, 0, 0);
  if (!pen || signal.aborted) return;
  const set = layer.style.sprites[number];
  for (const [image, { x, y, width, height, ...options }] of Object.entries(images)) {
    const id = set === 'default' ? image : `${set}:${image}`;
    if (map.hasImage(id)) continue;
    map.addImage(id, pen.getImageData(x, y, width, height), options);
    added.push(id);
  }
}

/**
 * Adds the images of a style to a map. The map is drawn without those that cannot be loaded.
 * @returns a function that removes them
 */
export function addStyleImages(map: MapLibreMap, layer: StyleOfLayer): () => void {
  const stop = new AbortController();
  const added: string[] = [];
  layer.style.sprites.forEach((_, number) => {
    addSprite(map, layer, number, { signal: stop.signal, added }).catch(() => undefined);
  });
  return () => {
    stop.abort();
    for (const id of added.splice(0)) if (map.hasImage(id)) map.removeImage(id);
  };
}
