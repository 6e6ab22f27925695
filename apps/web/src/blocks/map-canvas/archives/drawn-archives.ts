import type { OwnBaseLayer } from '@waypost/contract/settings/base-layers';
import type { FilterSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { MapTheme } from '../map-types.ts';
import type { MapPalette } from '../style/map-palette.ts';
import type { ArchiveLayer } from './archive-layer.ts';

/** What the style of the map needs for its archives. */
export interface ArchivesStyle {
  /** Colours of the world map around the archives. */
  colors: MapPalette;
  sources: Record<string, SourceSpecification>;
  /** Above the land of the world map. */
  areas: LayerSpecification[];
  /** Above the names of the world map. */
  names: LayerSpecification[];
}

/** Archives with the code that draws them, which is loaded only where there are any. */
export interface DrawnArchives {
  layers: readonly ArchiveLayer[];
  /** Which places of the world map are drawn: those in the box of an archive are not, since it has names of its own. */
  worldPlaceFilter: FilterSpecification | undefined;
  /** Draws an image that the style names; null for other names. @param scale device pixels for each CSS pixel */
  drawImage: (name: string, scale: number) => ImageData | null;
  buildStyle: (look: { theme: MapTheme; language: string; baseLayer: OwnBaseLayer }) => ArchivesStyle;
}
