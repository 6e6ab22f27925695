/** The names of areas, apart from their sets, so that filters load no more. */
import { z } from 'zod';
import { PointIn } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { IdOut } from '../common/scalars.ts';

/** An area without its outline. */
export const Area = z.object({ id: IdOut, set_id: IdOut, set_name: z.string(), name: z.string() });
export type Area = z.infer<typeof Area>;

export const listAreas = defineEndpoint({
  name: 'listAreas',
  method: 'GET',
  path: '/areas',
  summary: 'The areas of all sets, or those around a place, without their outlines, by level, set and name',
  scope: 'layers',
  query: z.object({ at: PointIn.optional() }),
  response: z.object({ count: z.number().int(), results: z.array(Area) }),
});
