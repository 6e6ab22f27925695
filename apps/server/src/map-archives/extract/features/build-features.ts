/** Makes the features of the map from elements of an extract. */
import { buildPolygon, groupRings, joinRings, type WayNodes } from '../geometry/assemble-rings.ts';
import { type Shape, shapeTypes } from '../geometry/slice.ts';
import { computeDoubleArea, findInnerPoint, type Path, toWorldX, toWorldY } from '../geometry/world.ts';
import type { Tags } from '../osm/decode-block.ts';
import { type NodeLocations, noNode } from '../osm/node-locations.ts';
import type { AreaCollection, RelationArea } from './collect-areas.ts';
import {
  buildWaterLabelKind,
  type FeatureKind,
  type FeatureProperties,
  findAddressKind,
  findAreaKind,
  findBorderKind,
  findLineKind,
  findLineLabelKind,
  findOtherPointKind,
  findPlaceKind,
  findPointKind,
} from './feature-kinds.ts';
import { buildProperties } from './feature-properties.ts';

/** Areas are drawn without names. */
const noTags: Tags = new Map();

/** Something on the map. */
export interface MapFeature {
  kind: FeatureKind;
  properties: FeatureProperties;
  shape: Shape;
}

/** A feature; none for a label without a text. */
function buildFeature(kind: FeatureKind, tags: Tags, shape: Shape): MapFeature[] {
  const properties = buildProperties(kind, tags);
  return properties ? [{ kind, properties, shape }] : [];
}

const buildPoint = (kind: FeatureKind, tags: Tags, point: Path): MapFeature[] =>
  buildFeature(kind, tags, { type: shapeTypes.point, paths: [point] });

/** The features of a node. @param longitude and latitude in ten-millionths of a degree */
export function buildNodeFeatures(longitude: number, latitude: number, tags: Tags): MapFeature[] {
  const kinds = [findPlaceKind(tags), findPointKind(tags) ?? findOtherPointKind(tags), findAddressKind(tags)];
  const point = Float64Array.of(toWorldX(longitude), toWorldY(latitude));
  return kinds.flatMap((kind) => (kind ? buildPoint(kind, tags, point) : []));
}

/** The path along nodes. */
export function buildPath(nodes: WayNodes, locations: NodeLocations): Path {
  const path = new Float64Array(2 * nodes.length);
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] ?? 0;
    path[2 * index] = toWorldX(locations.longitudeAt(node));
    path[2 * index + 1] = toWorldY(locations.latitudeAt(node));
  }
  return path;
}

/** The features of polygons with the same tags: the areas, and where they have a name or matter in a crisis, a point in the largest. */
function buildAreaFeatures(polygons: readonly Path[][], tags: Tags): MapFeature[] {
  const areaOf = (polygon: readonly Path[]) => computeDoubleArea(polygon[0] ?? []);
  const largest = polygons.toSorted((a, b) => areaOf(b) - areaOf(a))[0];
  if (!largest) return [];
  const features: MapFeature[] = [];
  const area = findAreaKind(tags);
  if (area) {
    for (const paths of polygons)
      features.push(...buildFeature(area, noTags, { type: shapeTypes.polygon, paths }));
  }
  const points = [findPointKind(tags) ?? findOtherPointKind(tags), findAddressKind(tags)];
  for (const kind of points) if (kind) features.push(...buildPoint(kind, tags, findInnerPoint(largest)));
  if (area?.layer === 'water_polygons' && tags.has('name')) {
    const kind = buildWaterLabelKind(area, Math.abs(areaOf(largest)) / 2);
    features.push(...buildPoint(kind, tags, findInnerPoint(largest)));
  }
  return features;
}

/** The features of a way. */
export function buildWayFeatures(
  id: number,
  nodeIds: readonly number[],
  tags: Tags,
  { locations, areas }: { locations: NodeLocations; areas: AreaCollection },
): MapFeature[] {
  const nodes = nodeIds.map((nodeId) => locations.find(nodeId)).filter((node) => node !== noNode);
  const isPartOfArea = areas.addWay(id, nodes, tags);
  if (nodes.length < 2) return [];
  const isClosed = nodes.length >= 4 && nodeIds[0] === nodeIds.at(-1);
  const isArea =
    isClosed &&
    !isPartOfArea &&
    (findAreaKind(tags) ?? findPointKind(tags) ?? findOtherPointKind(tags)) !== undefined;
  const line = isClosed && tags.get('area') === 'yes' ? undefined : findLineKind(tags);
  const border = tags.get('maritime') === 'yes' ? undefined : (areas.borderOf(id) ?? findBorderKind(tags));
  if (!isArea && !line && !border) return [];
  const path = buildPath(nodes, locations);
  const label = line && findLineLabelKind(line, tags);
  const lines = [line, label, border].filter((kind) => kind !== undefined);
  const shape: Shape = { type: shapeTypes.line, paths: [path] };
  const features = lines.flatMap((kind) => buildFeature(kind, tags, shape));
  if (isArea && path[0] === path.at(-2) && path[1] === path.at(-1))
    features.push(...buildAreaFeatures([buildPolygon(path.slice())], tags));
  return features;
}

/** The features of an area of several ways, once all ways were read. */
export function buildRelationFeatures(
  area: RelationArea,
  { locations, areas }: { locations: NodeLocations; areas: AreaCollection },
): MapFeature[] {
  const tags = areas.tagsOf(area);
  if (!tags) return [];
  const rings = joinRings(areas.waysOf(area)).map((nodes) => buildPath(nodes, locations));
  return buildAreaFeatures(groupRings(rings), tags);
}
