/** The outlines of areas for maps, apart from their names, since they are large. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Id, IdOut, queryList } from '../common/scalars.ts';
import { areaLimits } from './area-limits.ts';

/** Longitude and latitude in degrees. */
export const Position = z.tuple([z.number(), z.number()]);

/** An area with a simplified outline: few hundred points, enough to see its shape. */
export const AreaFeature = z.object({
  type: z.literal('Feature'),
  id: IdOut,
  properties: z.object({ name: z.string() }),
  geometry: z.object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(z.array(Position))),
  }),
});
export type AreaFeature = z.infer<typeof AreaFeature>;

export const listAreaOutlines = defineEndpoint({
  name: 'listAreaOutlines',
  method: 'GET',
  path: '/areas/outlines',
  summary: 'Simplified outlines of areas as GeoJSON: those of a set, or single ones',
  scope: 'layers',
  query: z
    .object({
      set: Id.optional(),
      area: queryList(Id).pipe(z.array(z.number()).max(areaLimits.areasPerRequest)).optional(),
    })
    .refine(({ set, area }) => set !== undefined || area !== undefined, {
      path: ['set'],
      params: { rule: 'required' },
    }),
  response: z.object({ type: z.literal('FeatureCollection'), features: z.array(AreaFeature) }),
  deviceCache: 'browser',
});
