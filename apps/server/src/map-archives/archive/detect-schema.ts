/** Recognizes the schema of vector tiles by the names of their layers. */
import type { MapArchiveSchema } from '@waypost/contract/map-archives/map-archives';
import { z } from 'zod';

const VectorLayers = z.array(
  z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()).optional() }),
);

/**
 * The schema of an archive by `vector_layers` of its metadata; undefined for one that cannot be drawn. Protomaps before version 4
 * has other field names.
 */
export function detectSchema(vectorLayers: unknown): Exclude<MapArchiveSchema, 'raster'> | undefined {
  const parsed = VectorLayers.safeParse(vectorLayers);
  if (!parsed.success) return undefined;
  const fieldsByLayer = new Map(parsed.data.map(({ id, fields }) => [id, fields ?? {}]));
  const hasAny = (...ids: string[]) => ids.some((id) => fieldsByLayer.has(id));
  if (fieldsByLayer.has('roads') && hasAny('earth', 'places', 'landuse', 'landcover'))
    return 'pmap:kind' in (fieldsByLayer.get('roads') ?? {}) ? undefined : 'protomaps';
  if (fieldsByLayer.has('transportation') && hasAny('water', 'landcover', 'place', 'building'))
    return 'openmaptiles';
  if (
    fieldsByLayer.has('streets') &&
    hasAny('water_polygons', 'ocean', 'place_labels', 'street_labels', 'land')
  )
    return 'shortbread';
  return undefined;
}
