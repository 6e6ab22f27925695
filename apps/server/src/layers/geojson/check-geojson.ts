/**
 * Checks GeoJSON (RFC 7946) and writes it anew with what a map shows: geometries in degrees, and properties as short plain values. What it
 * returns is bounded in features, coordinates and text, whatever was sent.
 */
import { createHash } from 'node:crypto';
import { layerLimits, maxLayerMegabytes } from '@waypost/contract/layers/layer-limits';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';
import type { LayerContent } from '../layer-data.sql.ts';

type Json = Readonly<Record<string, unknown>>;

/** Levels of lists around the positions of a geometry. */
const levelsOf: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** About ten centimeters. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

const refuse = (reason: string): never => {
  throw new ContentRefusal('geojsonType', { reason });
};

/** A property as a map shows it; undefined for none. */
function toPlainValue(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null || value === undefined) return undefined;
  try {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.slice(0, layerLimits.propertyValue);
  } catch {
    // Nested too deep to be written.
    return undefined;
  }
}

function toPlainProperties(properties: unknown): Json {
  if (!isObject(properties)) return {};
  const plain = Object.entries(properties).flatMap(([name, value]) => {
    const plainValue = toPlainValue(value);
    return plainValue === undefined ? [] : [[name.slice(0, layerLimits.propertyName), plainValue] as const];
  });
  return Object.fromEntries(plain.slice(0, layerLimits.properties));
}

class Reader {
  /** West, south, east and north. */
  readonly bounds = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -Infinity, -Infinity];
  #featureNumber = 0;
  #pointCount = 0;

  readFeatures(data: unknown): Json[] {
    if (!isObject(data)) return refuse('it is no object');
    if (data['type'] !== 'FeatureCollection') return this.#readFeature(data);
    const { features } = data;
    if (!Array.isArray(features)) return refuse('its features are no list');
    if (features.length > layerLimits.features) this.#refuseComplex();
    return features.flatMap((feature) => this.#readFeature(feature));
  }

  #refuseComplex(): never {
    throw new ContentRefusal('geojsonComplex', {
      features: layerLimits.features,
      points: layerLimits.points,
    });
  }

  /** The feature, or a bare geometry as a feature; nothing if it has no place. */
  #readFeature(value: unknown): Json[] {
    this.#featureNumber += 1;
    if (!isObject(value)) return refuse(`feature ${this.#featureNumber} is no object`);
    const isFeature = value['type'] === 'Feature';
    const geometry = isFeature ? value['geometry'] : value;
    if (geometry === null || geometry === undefined) return [];
    return [
      {
        type: 'Feature',
        geometry: this.#readGeometry(geometry, { isMember: false }),
        properties: toPlainProperties(isFeature ? value['properties'] : undefined),
      },
    ];
  }

  #readGeometry(value: unknown, { isMember }: { isMember: boolean }): Json {
    const number = this.#featureNumber;
    if (!isObject(value)) return refuse(`the geometry of feature ${number} is no object`);
    const { type, coordinates, geometries } = value;
    if (type === 'GeometryCollection' && !isMember && Array.isArray(geometries))
      return {
        type,
        geometries: geometries.map((member) => this.#readGeometry(member, { isMember: true })),
      };
    const levels = typeof type === 'string' && Object.hasOwn(levelsOf, type) ? levelsOf[type] : undefined;
    if (levels === undefined) return refuse(`feature ${number} has an unknown geometry`);
    return { type, coordinates: this.#readCoordinates(coordinates, levels) };
  }

  #readCoordinates(value: unknown, levels: number): unknown[] {
    if (!Array.isArray(value)) return refuse(`the coordinates of feature ${this.#featureNumber} are no list`);
    return levels === 0
      ? this.#readPosition(value)
      : value.map((member) => this.#readCoordinates(member, levels - 1));
  }

  /** Longitude and latitude. Files that cross the date line may go on beyond 180 degrees. */
  #readPosition([lon, lat]: readonly unknown[]): number[] {
    this.#pointCount += 1;
    if (this.#pointCount > layerLimits.points) this.#refuseComplex();
    const number = this.#featureNumber;
    if (typeof lon !== 'number' || typeof lat !== 'number')
      return refuse(`feature ${number} has a position without numbers`);
    if (!(Math.abs(lon) <= 360 && Math.abs(lat) <= 90)) throw new ContentRefusal('geojsonPlace', { number });
    const [west = 0, south = 0, east = 0, north = 0] = this.bounds;
    this.bounds.splice(
      0,
      4,
      Math.min(west, lon),
      Math.min(south, lat),
      Math.max(east, lon),
      Math.max(north, lat),
    );
    return [roundDegrees(lon), roundDegrees(lat)];
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new ContentRefusal('geojsonFormat', {}, { cause: error });
  }
}

/** @throws ContentRefusal */
export function checkGeoJson(bytes: Buffer): LayerContent {
  if (bytes.length > layerLimits.bytes) throw new ContentRefusal('geojsonSize', { max: maxLayerMegabytes });
  const reader = new Reader();
  const features = reader.readFeatures(parse(bytes));
  const { bounds } = reader;
  if (!bounds.every(Number.isFinite)) throw new ContentRefusal('geojsonEmpty');
  const content = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
  const hash = createHash('sha256').update(content).digest('hex');
  return { content, hash, features: features.length, bounds };
}
