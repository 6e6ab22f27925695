/**
 * Areas, such as districts, wards and camps, in sets of one level. Each report has the areas that its places lie in, so that reports can be
 * filtered and counted by them. Everybody who may see reports reads the names. Extensions of API v3.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, listIn, queryList, SingleLineText } from '../common/scalars.ts';
import { areaLimits } from './area-limits.ts';
import { hasInside, hasLongLine, roundDegrees } from './check-rings.ts';

/** A set of areas of one level. */
export const AreaSet = z.object({
  id: IdOut,
  url: z.string(),
  name: z.string(),
  /** 1 for the largest areas, such as provinces. */
  level: z.number().int(),
  area_count: z.number().int(),
  created: ApiDate,
  allowed_privileges: Privileges,
});
export type AreaSet = z.infer<typeof AreaSet>;

/** The name of an area or a set. */
export const areaName = SingleLineText.min(areaLimits.name.min).max(areaLimits.name.max);
const level = z.coerce.number().int().min(areaLimits.level.min).max(areaLimits.level.max);

/** A new set, without areas. */
export const AreaSetInput = z.object({ name: areaName, level });
export type AreaSetInput = z.output<typeof AreaSetInput>;

/** A change of a set; absent keys stay unchanged. */
export const AreaSetChange = AreaSetInput.partial();

/** Longitude and latitude in degrees, rounded. An altitude is ignored. */
const Position = z
  .tuple([
    z.number().min(-limits.longitude).max(limits.longitude).overwrite(roundDegrees),
    z.number().min(-limits.latitude).max(limits.latitude).overwrite(roundDegrees),
  ])
  .rest(z.number());

/** Its last point may repeat the first one. */
const Ring = z.array(Position).min(3).max(areaLimits.points);

const pointLimit = `a list of at most ${areaLimits.points} points`;
const countPoints = (rings: readonly (readonly unknown[])[]) =>
  rings.reduce((sum, ring) => sum + ring.length, 0);
const hasFewPoints = (rings: readonly (readonly unknown[])[]) => countPoints(rings) <= areaLimits.points;
const longLineError = typeError('a list whose lines span at most 180 degrees of longitude');
const insideError = typeError('a list of rings with an inside');

/**
 * The outline of an area as GeoJSON. A point in an even number of its rings, such as one in a hole, is outside. A ring may cross itself:
 * what it goes around, once or several times, is inside of it (docs/decisions/0101).
 */
export const AreaGeometry = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('Polygon'),
      coordinates: z
        .array(Ring)
        .min(1)
        .max(areaLimits.points)
        .refine(hasFewPoints, { error: typeError(pointLimit) })
        .refine((rings) => !rings.some(hasLongLine), { error: longLineError })
        .refine(([outer = []]) => hasInside(outer), { error: insideError }),
    }),
    z.object({
      type: z.literal('MultiPolygon'),
      coordinates: z
        .array(z.array(Ring).min(1).max(areaLimits.points))
        .min(1)
        .max(areaLimits.points)
        .refine((polygons) => hasFewPoints(polygons.flat()), { error: typeError(pointLimit) })
        .refine((polygons) => !polygons.flat().some(hasLongLine), { error: longLineError })
        // Files of real districts have some parts that are a line.
        .refine((polygons) => polygons.some(([outer = []]) => hasInside(outer)), { error: insideError }),
    }),
  ],
  { error: typeError('a GeoJSON Polygon or MultiPolygon') },
);
export type AreaGeometry = z.output<typeof AreaGeometry>;

/** Whether an outline was refused for nothing but having no inside. */
export const lacksInside = ({ issues }: z.ZodError): boolean =>
  issues.every(({ message }) => message === insideError);

/** An area to add to a set. With the id of one of its areas, it replaces that one, to which everything else goes on referring. */
export const AreaInput = z.object({ id: Id.optional(), name: areaName, geometry: AreaGeometry });
export type AreaInput = z.output<typeof AreaInput>;

const idParams = z.object({ id: Id });
/** Who changes areas. */
export const forAreaManagers = { scope: 'layers', token: 'required', needs: ['Manage Settings'] } as const;

export const listAreaSets = defineEndpoint({
  name: 'listAreaSets',
  method: 'GET',
  path: '/area-sets',
  summary: 'Sets of areas, the largest areas first',
  scope: 'layers',
  response: z.object({
    count: z.number().int(),
    results: z.array(AreaSet),
    /** Whether the areas of stored reports are being found, and how far this is; null when all are found. */
    progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  }),
});

export const createAreaSet = defineEndpoint({
  name: 'createAreaSet',
  method: 'POST',
  path: '/area-sets',
  summary: 'Create a set of areas, without areas',
  ...forAreaManagers,
  body: AreaSetInput,
  response: AreaSet,
});

export const addAreas = defineEndpoint({
  name: 'addAreas',
  method: 'POST',
  path: '/area-sets/{id}/areas',
  summary: 'Add areas to a set, or replace some; the areas of stored reports are found in the background',
  ...forAreaManagers,
  params: idParams,
  body: z.object({ areas: listIn(z.array(AreaInput).min(1).max(areaLimits.areasPerRequest)) }),
  response: AreaSet,
});

export const updateAreaSet = defineEndpoint({
  name: 'updateAreaSet',
  method: 'PUT',
  path: '/area-sets/{id}',
  summary: 'Rename a set of areas, or change its level',
  ...forAreaManagers,
  params: idParams,
  body: AreaSetChange,
  response: AreaSet,
});

export const deleteAreaSet = defineEndpoint({
  name: 'deleteAreaSet',
  method: 'DELETE',
  path: '/area-sets/{id}',
  summary: 'Delete a set with its areas',
  ...forAreaManagers,
  params: idParams,
  response: AreaSet,
});

export const deleteAreas = defineEndpoint({
  name: 'deleteAreas',
  method: 'DELETE',
  path: '/area-sets/{id}/areas',
  summary: 'Delete areas of a set, those of `area`',
  ...forAreaManagers,
  params: idParams,
  query: z.object({ area: queryList(Id).pipe(z.array(z.number()).min(1).max(areaLimits.areasPerRequest)) }),
  response: AreaSet,
});

/** What goes on referring to areas of a set, or to the set, after they are deleted. */
export const AreaReferences = z.object({
  /** Fields that demand places in them. */
  fields: z.array(
    z.object({
      survey: z.string(),
      label: z.string(),
      /** Null: any area of the set. */
      area_id: IdOut.nullable(),
    }),
  ),
  /** Saved searches of everybody that are filtered by them. */
  saved_searches: z.array(z.object({ area_id: IdOut, total: z.number().int() })),
});
export type AreaReferences = z.infer<typeof AreaReferences>;

export const listAreaReferences = defineEndpoint({
  name: 'listAreaReferences',
  method: 'GET',
  path: '/area-sets/{id}/references',
  summary: 'What refers to the areas of a set: fields that demand them, and numbers of saved searches',
  ...forAreaManagers,
  params: idParams,
  response: AreaReferences,
});
