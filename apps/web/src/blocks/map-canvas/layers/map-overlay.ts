import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';

/** What the map draws above the base map and below the pins. */
export interface MapOverlay {
  sources: Record<string, SourceSpecification>;
  layers: LayerSpecification[];
}
