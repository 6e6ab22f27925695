/** Sets and outlines of areas for tests. */
import type { AreaSet } from '@waypost/contract/areas/areas';

/** A set that the account may change. */
export const buildAreaSet = (id: number, name: string, level: number, area_count = 1): AreaSet => ({
  id,
  url: `https://report.example.org/api/v3/area-sets/${id}`,
  name,
  level,
  area_count,
  created: '2026-01-01T00:00:00+00:00',
  allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
});

/** The answer with the outline of one area, 5, which is called Old camp. */
export const buildOutlines = (coordinates: [lon: number, lat: number][][][]) => ({
  type: 'FeatureCollection' as const,
  features: [
    {
      type: 'Feature' as const,
      id: 5,
      properties: { name: 'Old camp' },
      geometry: { type: 'MultiPolygon' as const, coordinates },
    },
  ],
});
