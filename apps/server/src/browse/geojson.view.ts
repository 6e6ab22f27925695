/** Posts as GeoJSON, as existing clients draw them (wire 2.1, "GeoJSON"). */
import type { PostCollectionGeo, PostGeo } from '@waypost/contract/map';
import type { Answer } from '@waypost/survey-logic/read-answer';
import type { z } from 'zod';
import type { Viewer } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';
import { type KnownPost, type Shape, shapesOf, shownAnswers } from '../posts/posts.public.ts';
import type { Box } from './places.sql.ts';

type Collection = z.output<typeof PostCollectionGeo>;

const shapesIn = (answer: Answer): Shape[] =>
  typeof answer === 'object'
    ? [{ type: 'Point', coordinates: [answer.lon, answer.lat] }]
    : (shapesOf(String(answer)) ?? []);

/** Every place of a post that the viewer is shown, by the attribute it answers. */
function shownShapes(viewer: Viewer, known: KnownPost): { key: string; shape: Shape }[] {
  return shownAnswers(viewer, known)
    .filter(({ attribute }) => attribute.type === 'point' || attribute.type === 'geometry')
    .flatMap(({ attribute, answers }) =>
      answers.flatMap(shapesIn).map((shape) => ({ key: attribute.key, shape })),
    );
}

const propertiesOf = ({ post, survey }: KnownPost) => ({
  title: post.title,
  description: post.content,
  'marker-color': survey?.color ?? null,
  id: post.id,
});

/**
 * All places of each post in one feature; posts without a place have none.
 * @param total posts that match, on this page or not, with a place or not
 * @param box what the posts were asked for by, if by a box
 */
export function viewCollection(
  viewer: Viewer,
  addresses: Addresses,
  posts: readonly KnownPost[],
  { total, box }: { total: number; box: Box | undefined },
): Collection {
  const features = posts.flatMap((known): Collection['features'] => {
    const geometries = shownShapes(viewer, known).map((it) => it.shape);
    if (geometries.length === 0) return [];
    return [
      {
        type: 'Feature',
        geometry: { type: 'GeometryCollection', geometries },
        properties: { ...propertiesOf(known), url: addresses.entity('posts', known.post.id) },
      },
    ];
  });
  const sides = box && [box.west, box.north, box.east, box.south].map(String);
  return { type: 'FeatureCollection', features, ...(sides ? { bbox: sides } : {}), total };
}

/** One feature for each place. */
export const viewPostGeo = (viewer: Viewer, known: KnownPost): z.output<typeof PostGeo> => ({
  type: 'FeatureCollection',
  features: shownShapes(viewer, known).map(({ key, shape }) => ({
    type: 'Feature',
    geometry: shape,
    properties: { ...propertiesOf(known), attribute_key: key },
  })),
});
