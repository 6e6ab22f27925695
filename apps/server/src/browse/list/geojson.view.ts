/** Posts as GeoJSON, in the form that existing clients read (API v3 §2.1, "GeoJSON"). */
import type { PostGeoJson, PostsGeoJson } from '@waypost/contract/browse/map';
import type { z } from 'zod';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import {
  fieldTypeHandlers,
  type GeoJsonShape,
  type PostDetails,
  readVisibleAnswers,
} from '../../posts/posts.public.ts';
import type { BoundingBox } from '../filters/location.sql.ts';

type FeatureCollection = z.output<typeof PostsGeoJson>;

/** All shapes of a post that the viewer may see, with the key of their attribute. */
function visibleShapes(viewer: Viewer, details: PostDetails): { key: string; shape: GeoJsonShape }[] {
  return readVisibleAnswers(viewer, details).flatMap(({ attribute, answers }) =>
    answers
      .flatMap((answer) => fieldTypeHandlers[attribute.type].place?.shapes(answer) ?? [])
      .map((shape) => ({ key: attribute.key, shape })),
  );
}

const featureProperties = ({ post, survey }: PostDetails) => ({
  title: post.title,
  description: post.content,
  'marker-color': survey?.color ?? null,
  id: post.id,
});

/**
 * A feature for each post with all its shapes. Posts without a shape are left out.
 * @param page.total number of matching posts, on all pages, with or without a shape
 * @param page.box the requested bounding box, if any
 */
export function viewFeatureCollection(
  viewer: Viewer,
  urls: UrlBuilder,
  posts: readonly PostDetails[],
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
  const bbox = box && [box.west, box.north, box.east, box.south].map(String);
  return { type: 'FeatureCollection', features, ...(bbox ? { bbox } : {}), total };
}

/** One post with a feature for each shape. */
export const viewPostGeoJson = (viewer: Viewer, details: PostDetails): z.output<typeof PostGeoJson> => ({
  type: 'FeatureCollection',
  features: visibleShapes(viewer, details).map(({ key, shape }) => ({
    type: 'Feature',
    geometry: shape,
    properties: { ...featureProperties(details), attribute_key: key },
  })),
});
