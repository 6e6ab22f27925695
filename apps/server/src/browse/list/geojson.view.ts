/** Posts as GeoJSON, in the form that existing clients read (API v3 §2.1, "GeoJSON"). */
import type { PostGeoJson, PostsGeoJson } from '@waypost/contract/browse/map';
import type { PlacePrecision } from '@waypost/contract/surveys/place-masking';
import type { z } from 'zod';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import {
  fieldTypeHandlers,
  findPlacePrecision,
  type GeoJsonShape,
  type IncludedAnswers,
  isIncluded,
  type PostDetails,
  readVisibleAnswers,
} from '../../posts/posts.public.ts';
import type { BoundingBox } from '../filters/location.sql.ts';

type FeatureCollection = z.output<typeof PostsGeoJson>;

/** The included shapes of a post that the viewer may see, in the order of the survey, and how exact they are. */
interface VisibleShapes {
  /** With the key of their attribute. */
  shapes: { key: string; shape: GeoJsonShape }[];
  precision: PlacePrecision | undefined;
}

function readVisibleShapes(viewer: Viewer, details: PostDetails, included: IncludedAnswers): VisibleShapes {
  const visible = readVisibleAnswers(viewer, details).filter(({ attribute }) =>
    isIncluded(attribute, included),
  );
  const shapes = visible.flatMap(({ attribute, answers }) =>
    answers
      .flatMap((answer) => fieldTypeHandlers[attribute.type].place?.shapes(answer) ?? [])
      .map((shape) => ({ key: attribute.key, shape })),
  );
  return { shapes, precision: findPlacePrecision(viewer, details, visible) };
}

const featureProperties = ({ post, survey }: PostDetails, precision: PlacePrecision | undefined) => ({
  title: post.title,
  description: post.content,
  'marker-color': survey?.color ?? null,
  id: post.id,
  ...(precision ? { place_precision: precision } : {}),
});

/** A feature for each post with all its included shapes. Posts without one are left out. */
export const viewFeatures = (
  viewer: Viewer,
  urls: UrlBuilder,
  posts: readonly PostDetails[],
  included: IncludedAnswers,
): FeatureCollection['features'] =>
  posts.flatMap((details): FeatureCollection['features'] => {
    const { shapes, precision } = readVisibleShapes(viewer, details, included);
    const geometries = shapes.map((it) => it.shape);
    if (geometries.length === 0) return [];
    return [
      {
        type: 'Feature',
        geometry: { type: 'GeometryCollection', geometries },
        properties: { ...featureProperties(details, precision), url: urls.entity('posts', details.post.id) },
      },
    ];
  });

/**
 * The collection of the features of a page.
 * @param page.total number of matching posts, on all pages, with or without a shape
 * @param page.box the requested tile or bounding box, if any
 */
export const wrapFeatures = <T>(
  features: T[],
  { total, box }: { total: number; box: BoundingBox | undefined },
) => {
  const bbox = box && [box.west, box.north, box.east, box.south].map(String);
  return { type: 'FeatureCollection' as const, features, ...(bbox ? { bbox } : {}), total };
};

/** One post with a feature for each included shape. */
export const viewPostGeoJson = (
  viewer: Viewer,
  details: PostDetails,
  included: IncludedAnswers,
): z.output<typeof PostGeoJson> => {
  const { shapes, precision } = readVisibleShapes(viewer, details, included);
  const features = shapes.map(({ key, shape }) => ({
    type: 'Feature' as const,
    geometry: shape,
    properties: { ...featureProperties(details, precision), attribute_key: key },
  }));
  return { type: 'FeatureCollection', features };
};
