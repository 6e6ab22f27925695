/** Points of a street map: a symbol for what they are, and their name. */
import type { ExpressionSpecification, FilterSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { buildMapFont } from '../map-font.ts';
import { both } from './archive-areas.ts';
import { haloOf, hasName, type NameStyle, selectLabelled } from './label-style.ts';
import { buildPointImageName, buildPointRank, chooseBySymbol } from './point-images.ts';

/** Texts by kind, for points that have no name. */
export type PointLabels = Readonly<Record<string, string>>;

const crisisPointZoom = 15;
/** The zoom from which points without a name are labelled by their kind. */
const unnamedPointZoom = 16;

/** Stations of trains and buses. */
const stationKinds = ['train_station', 'station', 'halt', 'bus_station'];

interface PointLayer {
  filter: FilterSpecification;
  zoom: number;
  isNameOptional: boolean;
  layout?: SymbolLayerSpecification['layout'];
}

/** Symbols and names; what kind they are where they have none. Names of points that matter in a crisis are on any side, or missing where there is no room. */
export function buildPoints(
  style: NameStyle,
  labels: PointLabels,
): Record<'stations' | 'crisis' | 'others', SymbolLayerSpecification[]> {
  const { source, look, colors, roles, name } = style;
  const label = [
    'match',
    roles.pointKind,
    ...Object.entries(labels).flat(),
    '',
  ] as unknown as ExpressionSpecification;
  const kinds: FilterSpecification = ['in', roles.pointKind, ['literal', Object.keys(labels)]];
  const isNear: FilterSpecification = ['>=', ['zoom'], unnamedPointZoom];
  const rank = buildPointRank(roles);
  const isLabelled = ['any', hasName(name), both(kinds, isNear)] as FilterSpecification;
  const buildLayer = (
    id: string,
    layer: string,
    { filter, zoom, isNameOptional, layout }: PointLayer,
  ): SymbolLayerSpecification => ({
    id: `${source}-${id}-${layer}`,
    type: 'symbol',
    ...selectLabelled(style, { layer, filter: both(filter, isLabelled) }, zoom),
    layout: {
      'icon-image': buildPointImageName(roles, look, colors),
      'text-field': ['case', hasName(name), ['to-string', name], label],
      'text-font': buildMapFont('regular'),
      'text-size': 11,
      'text-variable-anchor': isNameOptional ? ['top', 'bottom', 'right', 'left'] : ['top'],
      'text-radial-offset': chooseBySymbol(roles, 0.85, 0.35),
      'text-justify': 'auto',
      'text-max-width': 8,
      'text-padding': 4,
      'text-optional': isNameOptional,
      'symbol-sort-key': rank,
      ...layout,
    },
    paint: { 'text-color': colors.pointText, ...haloOf(style) },
  });
  const { allPointsZoom } = look;
  const others = {
    filter: ['!', roles.isCrisisPoint] as FilterSpecification,
    zoom: allPointsZoom ?? 0,
    isNameOptional: false,
  };
  const isStation: FilterSpecification = ['in', roles.pointKind, ['literal', stationKinds]];
  const buildCrisis = (filter: FilterSpecification): PointLayer => ({
    filter: both(roles.isCrisisPoint, filter),
    zoom: crisisPointZoom,
    isNameOptional: true,
  });
  const crisis = buildCrisis(['!', isStation]);
  const stations: PointLayer = {
    ...buildCrisis(isStation),
    // A railway station and the bus station in front of it would have no room beside each other. The most important symbol
    // comes last, which is on top, and names make room for the others.
    layout: { 'icon-overlap': 'always', 'symbol-sort-key': ['-', 0, rank] },
  };
  return {
    stations: roles.points.map((layer) => buildLayer('station-points', layer, stations)),
    crisis: roles.points.map((layer) => buildLayer('points', layer, crisis)),
    others:
      allPointsZoom === null ? [] : roles.points.map((layer) => buildLayer('other-points', layer, others)),
  };
}
