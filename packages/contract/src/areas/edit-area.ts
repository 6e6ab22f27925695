/** A single area for who changes it by hand: its whole outline, and its version. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Id, IdOut } from '../common/scalars.ts';
import { Position } from './area-outlines.ts';
import { AreaGeometry, areaName, forAreaManagers } from './areas.ts';

/** An area with its whole outline. */
export const AreaDetail = z.object({
  id: IdOut,
  set_id: IdOut,
  name: z.string(),
  /** Another one after each change of the area. */
  version: z.number().int(),
  /** How many points its outline has. */
  point_count: z.number().int(),
  /** Null if it has more points than a person can change by hand (`areaLimits.editedPoints`). */
  geometry: z
    .object({
      type: z.literal('MultiPolygon'),
      coordinates: z.array(z.array(z.array(Position))),
    })
    .nullable(),
});
export type AreaDetail = z.infer<typeof AreaDetail>;

/** A change of an area; absent keys stay unchanged. */
export const AreaChange = z.object({
  /** The version that was read. An area that was changed since stays as it is. */
  version: z.number().int().min(1),
  name: areaName.optional(),
  /** The set, and thereby the level, that the area is moved to. */
  set_id: Id.optional(),
  geometry: AreaGeometry.optional(),
});
export type AreaChange = z.output<typeof AreaChange>;

const idParams = z.object({ id: Id });

export const getArea = defineEndpoint({
  name: 'getArea',
  method: 'GET',
  path: '/areas/{id}',
  summary: 'An area with its whole outline, for who changes it',
  ...forAreaManagers,
  params: idParams,
  response: AreaDetail,
});

export const updateArea = defineEndpoint({
  name: 'updateArea',
  method: 'PUT',
  path: '/areas/{id}',
  summary:
    'Change the name, set or outline of an area; the areas of stored reports are found in the background after a new outline',
  ...forAreaManagers,
  params: idParams,
  body: AreaChange,
  response: AreaDetail,
});
