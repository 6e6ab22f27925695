/** Posts as GeoJSON, in the form that existing clients read (API v3 §2.1, "GeoJSON"). */
import type { PostGeoJson, PostsGeoJson } from '@waypost/contract/browse/map';
import type { z } from 'zod';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import {
  fieldTypeHandlers,
  type GeoJsonShape,
  type IncludedAnswers,
  isIncluded,
  type PostDetails,
  readVisibleAnswers,
} from '../../posts/posts.public.ts';
import type { BoundingBox } from '../filters/location.sql.ts';

type FeatureCollection = z.output<typeof PostsGeoJson>;

/** The included shapes of a post that the viewer may see, with the key of their attribute, in the order of the survey. */
function visibleShapes(
  viewer: Viewer,
  details: PostDetails,
  included: IncludedAnswers,
): { key: string; shape: GeoJsonShape }[] {
  return readVisibleAnswers(viewer, details)
    .filter(({ attribute }) => isIncluded(attribute, included))
    .flatMap(({ attribute, answers }) =>
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
 * A feature for each post with all its included shapes. Posts without one are left out.
 * @param page.total number of matching posts, on all pages, with or without a shape
 * @param page.box the requested tile or bounding box, if any
 */
export function viewFeatureCollection(
  viewer: Viewer,
  urls: UrlBuilder,
  posts: readonly PostDetails[],
  { total, box, included }: { total: number; box: BoundingBox | undefined; included: IncludedAnswers },
): FeatureCollection {
  const features = posts.flatMap((details): FeatureCollection['features'] => {
    const geometries = visibleShapes(viewer, details, included).map((it) => it.shape);
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

/** One post with a feature for each included shape. */
export const viewPostGeoJson = (
  viewer: Viewer,
  details: PostDetails,
  included: IncludedAnswers,
): z.output<typeof PostGeoJson> => ({
  type: 'FeatureCollection',
  features: visibleShapes(viewer, details, included).map(({ key, shape }) => ({
    type: 'Feature',
    geometry: shape,
    properties: { ...featureProperties(details), attribute_key: key },
  })),
});
