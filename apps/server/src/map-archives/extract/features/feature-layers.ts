/**
 * The layers of the tiles: those of Shortbread 1.0 (https://shortbread-tiles.org/schema/1.0/) that we have data for.
 *
 * More than in Shortbread: names in all languages; `barrier`, `craft` and more values of the other keys in `pois`; some kinds of `land` and
 * `sites`; and from an earlier zoom what our style draws earlier.
 */

type FieldType = 'String' | 'Number' | 'Boolean';

const kind = { kind: 'String' } as const;
const named = { ...kind, name: 'String' } as const;

/** The layers from bottom to top, with their properties. Names in other languages are `name_fr`. */
const fieldsByLayer = {
  ocean: {},
  land: kind,
  water_polygons: kind,
  sites: kind,
  street_polygons: kind,
  water_lines: kind,
  buildings: {},
  streets: { ...kind, link: 'Boolean', rail: 'Boolean' },
  boundaries: { admin_level: 'Number', disputed: 'Boolean' },
  water_lines_labels: named,
  street_labels: { ...named, ref: 'String' },
  water_polygons_labels: { ...named, way_area: 'Number' },
  place_labels: named,
  public_transport: named,
  pois: {
    name: 'String',
    amenity: 'String',
    barrier: 'String',
    craft: 'String',
    emergency: 'String',
    historic: 'String',
    leisure: 'String',
    man_made: 'String',
    office: 'String',
    shop: 'String',
    tourism: 'String',
  },
  addresses: { housenumber: 'String' },
} as const satisfies Record<string, Readonly<Record<string, FieldType>>>;

export type FeatureLayer = keyof typeof fieldsByLayer;
export const featureLayers = Object.keys(fieldsByLayer) as readonly FeatureLayer[];

/** `vector_layers` of the archive's metadata. */
export const describeLayers = (minZoom: number, maxZoom: number) =>
  Object.entries(fieldsByLayer).map(([id, fields]) => ({ id, fields, minzoom: minZoom, maxzoom: maxZoom }));
