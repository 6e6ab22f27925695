/** Areas, waterways, roads, rails and borders of a street map, from bottom to top. */
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { GROUND_LAYER } from '../../archives/ground-layer.ts';
import {
  type AreaRole,
  areaRoles,
  type RoadClass,
  roadClasses,
  type SchemaRoles,
  type Selection,
} from './schema-roles.ts';
import type { StreetLook } from './street-looks.ts';
import type { StreetPalette } from './street-palette.ts';

/** What the layers of one archive have in common. */
export interface ArchiveStyle {
  /** Prefix of the names of its layers, and name of its source. */
  source: string;
  look: StreetLook;
  colors: StreetPalette;
  roles: SchemaRoles;
  /** The zoom from which it is drawn. */
  firstZoom: number;
}

const interpolate = (base: number, ...stops: readonly number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', base], ['zoom'], ...stops] as unknown as ExpressionSpecification;

/** Both conditions. */
export const both = (
  first: FilterSpecification | undefined,
  second: FilterSpecification,
): FilterSpecification => (first ? (['all', first, second] as FilterSpecification) : second);

/** Source, part of the tiles and first zoom of a layer. */
export const select = ({ source, firstZoom }: ArchiveStyle, { layer, filter }: Selection, minzoom = 0) => ({
  source,
  'source-layer': layer,
  minzoom: Math.max(firstZoom, minzoom),
  ...(filter ? { filter } : {}),
});

/** Dashed, and without an edge. */
const isUnpaved = (name: RoadClass) => name === 'path' || name === 'track';
const dashes: Partial<Record<RoadClass, [number, number]>> = { path: [2.5, 1.5], track: [5, 1.5] };
/** From here on roads have an edge. */
const casingZoom = 12;

function buildAreas(style: ArchiveStyle): LayerSpecification[] {
  const { colors } = style;
  const zooms: Partial<Record<AreaRole, number>> = { institution: 13, building: 14 };
  return areaRoles.flatMap((role) =>
    style.roles.areas[role].map(
      (selection, index): LayerSpecification => ({
        id: `${style.source}-${role}-${index}`,
        type: 'fill',
        ...select(style, selection, zooms[role]),
        paint: {
          'fill-color': colors[role],
          ...(role === 'building' ? { 'fill-outline-color': colors.buildingEdge } : {}),
        },
      }),
    ),
  );
}

function buildWaterways(style: ArchiveStyle): LayerSpecification {
  return {
    id: `${style.source}-waterways`,
    type: 'line',
    ...select(style, style.roles.waterways),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': style.colors.water,
      'line-width': interpolate(1.4, 8, 0.7, 13, 1.6, 18, 8),
    },
  };
}

const isOfClass = ({ roles }: ArchiveStyle, name: string): FilterSpecification => [
  '==',
  roles.roadClass,
  name,
];

function buildRoads(style: ArchiveStyle): LayerSpecification[] {
  const { colors, look } = style;
  const selectClass = (name: RoadClass, zoom: number) =>
    select(
      style,
      { ...style.roles.roads, filter: both(style.roles.roads.filter, isOfClass(style, name)) },
      Math.max(zoom, look.roads[name].zoom),
    );
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const casings = roadClasses
    .filter((name) => !isUnpaved(name))
    .map(
      (name): LayerSpecification => ({
        id: `${style.source}-casing-${name}`,
        type: 'line',
        ...selectClass(name, casingZoom),
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': colors.casing,
          'line-width': interpolate(
            1.5,
            ...look.roads[name].widths.map((value, index) => value + (index % 2 ? 1.6 : 0)),
          ),
        },
      }),
    );
  const roads = roadClasses.map(
    (name): LayerSpecification => ({
      id: `${style.source}-road-${name}`,
      type: 'line',
      ...selectClass(name, 0),
      layout: isUnpaved(name) ? { 'line-join': 'round' } : round,
      paint: {
        'line-color': colors[look.roads[name].color],
        'line-width': interpolate(1.5, ...look.roads[name].widths),
        ...(dashes[name] ? { 'line-dasharray': dashes[name] } : {}),
      },
    }),
  );
  return [...casings, ...roads];
}

/** A line with sleepers. */
function buildRails(style: ArchiveStyle): LayerSpecification[] {
  const { roads } = style.roles;
  const rails = select(style, { ...roads, filter: both(roads.filter, isOfClass(style, 'rail')) }, 10);
  const color = style.colors.rail;
  return [
    {
      id: `${style.source}-rail`,
      type: 'line',
      ...rails,
      paint: { 'line-color': color, 'line-width': interpolate(1.4, 10, 0.6, 14, 1, 18, 3) },
    },
    {
      id: `${style.source}-sleepers`,
      type: 'line',
      ...rails,
      minzoom: Math.max(style.firstZoom, 14),
      paint: {
        'line-color': color,
        'line-width': interpolate(1.4, 14, 3, 18, 9),
        'line-dasharray': [0.2, 2.2],
      },
    },
  ];
}

function buildBorders(style: ArchiveStyle): LayerSpecification[] {
  const { borders, isDisputed } = style.roles;
  const width = interpolate(1.2, 6, 0.8, 12, 1.8);
  const color = style.colors.border;
  return [
    {
      id: `${style.source}-borders`,
      type: 'line',
      ...select(style, {
        ...borders,
        filter: both(borders.filter, ['!', isDisputed] as FilterSpecification),
      }),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': color, 'line-width': width },
    },
    {
      id: `${style.source}-borders-disputed`,
      type: 'line',
      ...select(style, { ...borders, filter: both(borders.filter, isDisputed) }),
      paint: { 'line-color': color, 'line-width': width, 'line-dasharray': [3, 2.5] },
    },
  ];
}

/** Everything but the names. */
export const buildArchiveAreas = (style: ArchiveStyle): LayerSpecification[] => [
  {
    id: `${style.source}-ground`,
    type: 'fill',
    ...select(style, { layer: GROUND_LAYER }),
    paint: { 'fill-color': style.colors.land, 'fill-antialias': false },
  },
  ...buildAreas(style),
  buildWaterways(style),
  ...buildRails(style),
  ...buildRoads(style),
  ...buildBorders(style),
];
