/** Posts on a map: GeoJSON as existing clients read it, and vector tiles of clusters that our own map draws. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PostQuery } from './post-filters.ts';
import { Color, Id } from './scalars.ts';

const Position = z.tuple([z.number(), z.number()]);
/** Points, and areas that were stored as text and are given back parsed. */
const Geometry: z.ZodType = z.union([
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.enum(['LineString', 'Polygon', 'MultiPolygon']), coordinates: z.array(z.unknown()) }),
]);

const properties = {
  title: z.string().nullable(),
  description: z.string().nullable(),
  'marker-color': Color,
  id: z.number().int(),
};

export const PostCollectionGeo = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      geometry: z.object({ type: z.literal('GeometryCollection'), geometries: z.array(Geometry) }),
      properties: z.object({ ...properties, url: z.string() }),
    }),
  ),
  /** West, north, east, south as text, when a box was asked for. */
  bbox: z.array(z.string()).optional(),
  /** Posts that match, those without a place included. */
  total: z.number().int(),
});

export const PostGeo = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      geometry: Geometry,
      properties: z.object({ ...properties, attribute_key: z.string() }),
    }),
  ),
});

export const listPostsGeo = endpoint({
  name: 'listPostsGeo',
  method: 'GET',
  path: '/posts/geojson',
  summary: 'The places of posts as GeoJSON',
  scope: 'posts',
  query: PostQuery,
  answer: PostCollectionGeo,
});

const coordinate = z
  .string()
  .regex(/^\d{1,8}$/)
  .transform(Number);
const tile = z.object({ zoom: coordinate, x: coordinate, y: coordinate });

export const listPostsGeoInTile = endpoint({
  name: 'listPostsGeoInTile',
  method: 'GET',
  path: '/posts/geojson/{zoom}/{x}/{y}',
  summary: 'The places of posts inside one map tile as GeoJSON',
  scope: 'posts',
  params: tile,
  query: PostQuery,
  answer: PostCollectionGeo,
});

export const readPostGeo = endpoint({
  name: 'readPostGeo',
  method: 'GET',
  path: '/posts/{id}/geojson',
  summary: 'The places of one post as GeoJSON',
  scope: 'posts',
  params: z.object({ id: Id }),
  answer: PostGeo,
});

/**
 * Ours. Layer `posts` holds points. A single post has `id`, `color` of its survey and, if it has one, its `title`. A cluster
 * has `count`; `color`, which most of it has; `parts`, its posts by colour as text, `#A51A1A:12,#808080:3`: most first, at
 * most five, and where there are more colours the last part is grey and holds the rest; its cell `z`, `x`, `y`, and that
 * cell's sides `w`, `s`, `e`, `n` in degrees. Counts equal what the list with the same filters counts for the caller.
 */
export const postTile = endpoint({
  name: 'postTile',
  method: 'GET',
  path: '/posts/tiles/{zoom}/{x}/{y}.mvt',
  summary: 'Posts and clusters of posts inside one map tile as a vector tile',
  scope: 'posts',
  params: tile,
  query: PostQuery,
  answer: z.unknown(),
  transport: 'binary',
});
