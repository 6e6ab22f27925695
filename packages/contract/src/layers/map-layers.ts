/**
 * Layers as the map shows them: the active ones whose GeoJSON this site keeps or whose tiles it passes on, without their address. Everybody
 * who may see the map reads them. Extensions of API v3.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Color, Id, IdOut } from '../common/scalars.ts';
import { layerLimits } from './layer-limits.ts';
import { LayerType } from './layers.ts';

/** Color of a layer without one. */
export const defaultLayerColor = '#2274B4';

/** How the map draws a layer: the options that it knows, from those that were stored. Invalid ones count as absent. */
export const LayerLook = z.object({
  color: Color.pipe(z.string()).catch(defaultLayerColor),
  opacity: z.number().min(0).max(1).catch(1),
  attribution: z.string().trim().max(layerLimits.attribution).catch(''),
});
export type LayerLook = z.output<typeof LayerLook>;

/** A layer of the map. */
export const MapLayer = z.object({
  id: IdOut,
  name: z.string(),
  /** What its content is: GeoJSON, tiles of a service, or a style. */
  type: LayerType,
  visible_by_default: z.boolean(),
  ...LayerLook.shape,
  /** Identifies the content; of a service, its settings. */
  hash: z.string(),
  /** Whether it is drawn instead of the map of this site: one of them at a time. */
  is_base_map: z.boolean(),
  /** Null for tiles. */
  features: z.number().int().nullable(),
  /** The first and the deepest zoom of tiles; null where the service does not say, as `bounds`. */
  min_zoom: z.number().int().nullable(),
  max_zoom: z.number().int().nullable(),
  /** West, south, east and north in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});
export type MapLayer = z.output<typeof MapLayer>;

export const listMapLayers = defineEndpoint({
  name: 'listMapLayers',
  method: 'GET',
  path: '/map-layers',
  summary: 'Layers of the map, from the lowest to the topmost',
  scope: 'layers',
  response: z.object({ count: z.number().int(), results: z.array(MapLayer) }),
  deviceCache: 'own',
});

export const readMapLayerData = defineEndpoint({
  name: 'readMapLayerData',
  method: 'GET',
  path: '/map-layers/{id}/data',
  summary: 'The GeoJSON or the style of a layer of the map, as this site keeps it',
  scope: 'layers',
  params: z.object({ id: Id }),
  response: z.unknown(),
  transport: 'binary',
  deviceCache: 'own',
});

const TileNumber = z.coerce.number().int().min(0);

export const readMapLayerTile = defineEndpoint({
  name: 'readMapLayerTile',
  method: 'GET',
  path: '/map-layers/{id}/tiles/{z}/{x}/{y}',
  summary: 'A tile of a layer whose content is a service, which this site fetches; 204 where there is none',
  scope: 'layers',
  params: z.object({
    id: Id,
    z: TileNumber.max(layerLimits.maxZoom),
    x: TileNumber.max(2 ** layerLimits.maxZoom),
    y: TileNumber.max(2 ** layerLimits.maxZoom),
  }),
  /** The name of a source in the content of a style. */
  query: z.object({ source: TileNumber.max(layerLimits.styleSources).optional() }),
  response: z.unknown(),
  transport: 'binary',
  deviceCache: 'browser',
});

/** Files with the images of a style: where in the picture each image is, and the picture, each for plain and for dense screens. */
export const spriteFiles = ['sprite.json', 'sprite.png', 'sprite@2x.json', 'sprite@2x.png'] as const;

export const readMapLayerSprite = defineEndpoint({
  name: 'readMapLayerSprite',
  method: 'GET',
  path: '/map-layers/{id}/sprites/{sprite}/{file}',
  summary: 'Images of a style, which this site fetches; 204 where there are none',
  scope: 'layers',
  params: z.object({
    id: Id,
    /** From 0, in the order of `sprites` in the content of the style. */
    sprite: z.coerce.number().int().min(0).max(layerLimits.styleSources),
    file: z.enum(spriteFiles),
  }),
  response: z.unknown(),
  transport: 'binary',
  deviceCache: 'browser',
});

/** The content of a style: what the map library draws, without addresses. */
export interface MapLayerStyle {
  /** By their name, the value of `source` in requests of tiles. */
  sources: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  layers: readonly Readonly<Record<string, unknown>>[];
  /** Ids of the sets of images, which names of images begin with, except for those of `default`. */
  sprites: readonly string[];
}
