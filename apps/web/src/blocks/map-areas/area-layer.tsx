/** Draws areas on a map that has no other layers. */
import { useComputedColorScheme } from '@mantine/core';
import type { AreaFeature } from '@waypost/contract/areas/area-outlines';
import { useEffect } from 'react';
import { useMap } from '../map-canvas/map-context.ts';

/** Color of areas without one of their own: the accent of the screens. */
const defaultColor = { light: '#0b6e69', dark: '#3cb8af' };
const lineColor = { light: '#1f2937', dark: '#e5e7eb' };

/** From here on thin lines, which would cover small areas otherwise. */
const manyAreas = 200;

interface Props {
  areas: readonly AreaFeature[];
  /** Colors of areas by id; without them, all areas have a light one. */
  colors?: ReadonlyMap<number, string>;
  /** The area that has a thick outline. */
  selectedId?: number | null;
}

/** Renders nothing itself. */
export function AreaLayer({ areas, colors, selectedId = null }: Props) {
  const map = useMap();
  const theme = useComputedColorScheme('light');
  useEffect(() => {
    map?.setOverlay({
      sources: {
        areas: {
          type: 'geojson',
          data: {
            type: 'FeatureCollection',
            features: areas.map((area) => ({
              ...area,
              properties: {
                color: colors?.get(area.id) ?? defaultColor[theme],
                opacity: colors ? (colors.has(area.id) ? 0.8 : 0) : 0.12,
                width: area.id === selectedId ? 4 : areas.length > manyAreas ? 0.5 : 1,
              },
            })),
          },
        },
      },
      layers: [
        {
          id: 'areas',
          type: 'fill',
          source: 'areas',
          paint: { 'fill-color': ['get', 'color'], 'fill-opacity': ['get', 'opacity'] },
        },
        {
          id: 'area-lines',
          type: 'line',
          source: 'areas',
          layout: { 'line-join': 'round' },
          paint: {
            'line-color': colors ? lineColor[theme] : defaultColor[theme],
            'line-width': ['get', 'width'],
          },
        },
      ],
    });
  }, [map, areas, colors, selectedId, theme]);
  return null;
}
