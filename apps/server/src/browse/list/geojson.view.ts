/** Posts as GeoJSON, as existing clients draw them (wire 2.1, "GeoJSON"). */
import type { PostGeoJson, PostsGeoJson } from '@waypost/contract/browse/map';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { z } from 'zod';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { type KnownPost, type Shape, shapesOf, shownAnswers } from '../../posts/posts.public.ts';
import type { BoundingBox } from '../filters/location.sql.ts';

type FeatureCollection = z.output<typeof PostsGeoJson>;

const shapesOfAnswer = (answer: Answer): Shape[] =>
  typeof answer === 'object'
    ? [{ type: 'Point', coordinates: [answer.lon, answer.lat] }]
    : (shapesOf(String(answer)) ?? []);

/** Every place of a post that the viewer is shown, by the attribute it answers. */
function visibleShapes(viewer: Viewer, details: KnownPost): { key: string; shape: Shape }[] {
  return shownAnswers(viewer, details)
    .filter(({ attribute }) => attribute.type === 'point' || attribute.type === 'geometry')
    .flatMap(({ attribute, answers }) =>
      answers.flatMap(shapesOfAnswer).map((shape) => ({ key: attribute.key, shape })),
    );
}

const featureProperties = ({ post, survey }: KnownPost) => ({
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
export function viewFeatureCollection(
  viewer: Viewer,
  urls: UrlBuilder,
  posts: readonly KnownPost[],
  { total, box }: { total: number; box: BoundingBox | undefined },
): FeatureCollection {
  const features = posts.flatMap((details): FeatureCollection['features'] => {
    const geometries = visibleShapes(viewer, details).map((it) => it.shape);
    if (geometries.length === 0) return [];
    return [
      {
        type: 'Feature',
        geometry: { type: 'GeometryCollection', geometries },
        properties: { ...featureProperties(details), url: urls.entity('posts', details.post.id) },
      },
    ];
  });
  const sides = box && [box.west, box.north, box.east, box.south].map(String);
  return { type: 'FeatureCollection', features, ...(sides ? { bbox: sides } : {}), total };
}

/** One feature for each place. */
export const viewPostGeoJson = (viewer: Viewer, details: KnownPost): z.output<typeof PostGeoJson> => ({
  type: 'FeatureCollection',
  features: visibleShapes(viewer, details).map(({ key, shape }) => ({
    type: 'Feature',
    geometry: shape,
    properties: { ...featureProperties(details), attribute_key: key },
  })),
});
