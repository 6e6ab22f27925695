/** Posts on a map: GeoJSON for existing clients, and vector tiles of clusters for the map of the web client. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Color, Id } from '../common/scalars.ts';
import { PlacePrecision } from '../surveys/place-masking.ts';
import { PostQuery } from './post-filters.ts';

const Position = z.tuple([z.number(), z.number()]);
/** Points, and areas, which are stored as text and returned parsed. */
const GeoJsonGeometry: z.ZodType = z.union([
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.enum(['LineString', 'Polygon', 'MultiPolygon']), coordinates: z.array(z.unknown()) }),
]);

const featureProperties = {
  title: z.string().nullable(),
  description: z.string().nullable(),
  'marker-color': Color,
  id: z.number().int(),
  /** Extension: how exact the places are, as in a post. */
  place_precision: PlacePrecision.optional(),
};

/** A page of posts as GeoJSON. */
export const PostsGeoJson = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      geometry: z.object({ type: z.literal('GeometryCollection'), geometries: z.array(GeoJsonGeometry) }),
      properties: z.object({ ...featureProperties, url: z.string() }),
    }),
  ),
  /** West, north, east, south as text, if a bounding box was requested. */
  bbox: z.array(z.string()).optional(),
  /** Number of matching posts, including those without a place. */
  total: z.number().int(),
});

/** The places of one post as GeoJSON. */
export const PostGeoJson = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      geometry: GeoJsonGeometry,
      properties: z.object({ ...featureProperties, attribute_key: z.string() }),
    }),
  ),
});

export const listPostsGeoJson = defineEndpoint({
  name: 'listPostsGeoJson',
  method: 'GET',
  path: '/posts/geojson',
  summary: 'The places of posts as GeoJSON',
  scope: 'posts',
  query: PostQuery,
  response: PostsGeoJson,
  deviceCache: 'reports',
});

const tileCoordinate = z
  .string()
  .regex(/^\d{1,8}$/)
  .transform(Number);
const tileParams = z.object({ zoom: tileCoordinate, x: tileCoordinate, y: tileCoordinate });

export const listPostsGeoJsonInTile = defineEndpoint({
  name: 'listPostsGeoJsonInTile',
  method: 'GET',
  path: '/posts/geojson/{zoom}/{x}/{y}',
  summary: 'The places of posts inside one map tile as GeoJSON',
  scope: 'posts',
  params: tileParams,
  query: PostQuery,
  response: PostsGeoJson,
  deviceCache: 'reports',
});

export const readPostGeoJson = defineEndpoint({
  name: 'readPostGeoJson',
  method: 'GET',
  path: '/posts/{id}/geojson',
  summary: 'The places of one post as GeoJSON',
  scope: 'posts',
  params: z.object({ id: Id }),
  query: PostQuery.pick({ include_types: true, include_attributes: true }),
  response: PostGeoJson,
  deviceCache: 'reports',
});

/** The box around the places of posts. */
export const PostExtent = z.object({
  /** West, south, east, north in degrees; west is greater than east across the antimeridian. Null without places. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});

/** An extension of API v3: where a map with these filters begins. The box may be a little larger than the places need. */
export const readPostExtent = defineEndpoint({
  name: 'readPostExtent',
  method: 'GET',
  path: '/posts/extent',
  summary: 'The box around the places of posts',
  scope: 'posts',
  query: PostQuery,
  response: PostExtent,
  deviceCache: 'reports',
});

/**
 * An extension of API v3. The layer `posts` contains points. A single post has `id`, the `color` of its survey,
 * its `title`, if any, and for an approximate place (`place_precision`) `area`: the radius of the area that the real place is in, as a part of
 * the width of the world. A cluster has:
 * - `count`: number of posts;
 * - `color`: the most frequent colour;
 * - `parts`: posts by colour as text, `#A51A1A:12,#808080:3`, in descending order, at most five. If there are more
 *   colours, the last part is grey and counts the rest;
 * - `z`, `x`, `y`: the smallest tile that contains the posts; `w`, `s`, `e`, `n`: the sides of the box around them in
 *   degrees. The box contains no other matching post.
 * Counts equal those of the list with the same filters for the same caller.
 */
export const readPostTile = defineEndpoint({
  name: 'readPostTile',
  method: 'GET',
  path: '/posts/tiles/{zoom}/{x}/{y}.mvt',
  summary: 'Posts and clusters of posts inside one map tile as a vector tile',
  scope: 'posts',
  params: tileParams,
  query: PostQuery,
  response: z.unknown(),
  transport: 'binary',
  deviceCache: 'reports',
});
