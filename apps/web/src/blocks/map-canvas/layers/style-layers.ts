/** Sources and layers of a style of another service (decision 95), as parts of the style of a map. */
import type { MapLayerStyle } from '@waypost/contract/layers/map-layers';
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { buildMapFont } from '../style/map-font.ts';

/** The weight that the name of a font says. Styles name fonts of their own servers; this site draws all names with its own. */
function readWeight(font: unknown): 'regular' | 'medium' | 'semibold' {
  const names = JSON.stringify(font ?? '');
  if (/bold|black|heavy/i.test(names)) return 'semibold';
  return /medium/i.test(names) ? 'medium' : 'regular';
}

/** Layers whose names begin with that of the layer, so that they are not those of the map. */
export function buildStyleLayers(prefix: string, { layers }: MapLayerStyle): LayerSpecification[] {
  return layers.map((layer) => {
    const { id, source, layout } = layer as { id: string; source?: string; layout?: Record<string, unknown> };
    const hasText = layout?.['text-field'] !== undefined;
    return {
      ...layer,
      id: `${prefix}-${id}`,
      ...(source !== undefined && { source: `${prefix}-${source}` }),
      ...(hasText && {
        layout: { ...layout, 'text-font': ['literal', buildMapFont(readWeight(layout['text-font']))] },
      }),
    } as LayerSpecification;
  });
}

/**
 * Sources with tiles from this site.
 * @param tileUrl address before the name of a source
 * @param attribution HTML
 */
export function buildStyleSources(
  prefix: string,
  { sources }: MapLayerStyle,
  { tileUrl, attribution }: { tileUrl: string; attribution: string },
): Record<string, SourceSpecification> {
  const built = Object.entries(sources).map(([name, source], index) => {
    const tiles = source['type'] === 'geojson' ? {} : { tiles: [`${tileUrl}/${name}/{z}/{x}/{y}`] };
    return [`${prefix}-${name}`, { ...source, ...tiles, ...(index === 0 && { attribution }) }] as const;
  });
  return Object.fromEntries(built) as unknown as Record<string, SourceSpecification>;
}
