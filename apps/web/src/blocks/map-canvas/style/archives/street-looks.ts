import type { OwnBaseLayer } from '@waypost/contract/settings/base-layers';
import type { MapTheme } from '../../map-types.ts';
import type { RoadClass } from './schema-roles.ts';
import { CALM_PALETTE, DETAILED_PALETTE, type StreetPalette } from './street-palette.ts';

/** How a class of roads is drawn. */
interface RoadLook {
  /** The zoom from which it is drawn. */
  zoom: number;
  /** Widths in pixels by zoom. */
  widths: readonly number[];
  color: keyof StreetPalette;
}

/** How street maps are drawn: what there is to see, and in which colors. */
export interface StreetLook {
  palettes: Readonly<Record<MapTheme, StreetPalette>>;
  roads: Readonly<Record<RoadClass, RoadLook>>;
  /** The zoom from which all points with a name are drawn, and not only those that matter in a crisis. */
  allPointsZoom: number | null;
  /** Whether symbols of points are light on their color, or colored on a light disc, which stands out less. */
  hasFilledSymbols: boolean;
  /** Whether house numbers and the numbers of roads are drawn. */
  hasNumbers: boolean;
}

const minorWidths = [12, 0.5, 14, 2, 16, 6, 18, 16];
const [middleWidths, majorWidths, motorwayWidths] = [
  [9, 0.6, 12, 1.8, 14, 4, 16, 10, 18, 22],
  [7, 0.7, 11, 2, 14, 5.5, 16, 12, 18, 26],
  [5, 0.7, 11, 2.6, 14, 6.5, 16, 14, 18, 30],
];

/** The looks of our own maps. */
export const STREET_LOOKS: Readonly<Record<OwnBaseLayer, StreetLook>> = {
  embedded: {
    palettes: CALM_PALETTE,
    roads: {
      path: { zoom: 14, widths: [14, 0.8, 18, 2.5], color: 'path' },
      track: { zoom: 14, widths: [14, 0.8, 18, 2.5], color: 'track' },
      service: { zoom: 12, widths: minorWidths, color: 'road' },
      minor: { zoom: 12, widths: minorWidths, color: 'road' },
      middle: { zoom: 9, widths: middleWidths, color: 'middle' },
      major: { zoom: 7, widths: majorWidths, color: 'major' },
      motorway: { zoom: 5, widths: motorwayWidths, color: 'motorway' },
    },
    allPointsZoom: null,
    hasFilledSymbols: false,
    hasNumbers: false,
  },
  detailed: {
    palettes: DETAILED_PALETTE,
    roads: {
      path: { zoom: 12, widths: [12, 0.7, 14, 1.2, 18, 3], color: 'path' },
      track: { zoom: 12, widths: [12, 0.8, 14, 1.5, 18, 4], color: 'track' },
      service: { zoom: 12, widths: [12, 0.4, 14, 1.4, 16, 4, 18, 10], color: 'road' },
      minor: { zoom: 11, widths: [11, 0.5, ...minorWidths.slice(2)], color: 'road' },
      middle: { zoom: 8, widths: [8, 0.6, ...middleWidths.slice(2)], color: 'middle' },
      major: { zoom: 6, widths: [6, 0.7, ...majorWidths.slice(2)], color: 'major' },
      motorway: { zoom: 5, widths: motorwayWidths, color: 'motorway' },
    },
    allPointsZoom: 16,
    hasFilledSymbols: true,
    hasNumbers: true,
  },
};
