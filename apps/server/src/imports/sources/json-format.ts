/** Tells Esri JSON, GeoJSON and TopoJSON apart by the members of a document, and finds the reference system and the fields of Esri JSON. */
import {
  degreesSystem,
  parseReferenceSystem,
  type ReferenceSystem,
  utmSystem,
  webMercatorSystem,
} from '@waypost/survey-logic/places/reference-system';
import { EsriFields } from './esri-fields.ts';
import type { EsriFormat } from './geojson-geometry.ts';
import { ImportRefusal } from './import-refusal.ts';
import { maxDepth, readTokens } from './read-geojson.ts';

/** What is known of a spatial reference of Esri. */
interface SpatialReference {
  wkid?: string;
  latestWkid?: string;
  wkt?: string;
}

/** The format of a document; GeoJSON is any that is nothing else. */
type JsonFormat = 'geojson' | 'topojson' | 'esri';

/** Characters of a well-known text. */
const maxTextLength = 10_000;

/** Members of the outermost object that only Esri JSON has. */
const esriMembers = new Set([
  'attributes',
  'displayFieldName',
  'fieldAliases',
  'geometryType',
  'globalIdFieldName',
  'objectIdFieldName',
  'spatialReference',
]);
/** Members of a feature that tell the formats apart. */
const featureMembers: ReadonlyMap<string, JsonFormat> = new Map([
  ['attributes', 'esri'],
  ['properties', 'geojson'],
  ['type', 'geojson'],
]);

/** Looks at the tokens of a document until its format is known. */
class FormatFinder {
  /** Members that are open, from the outermost object inwards; empty for an item of a list. */
  readonly #path: string[] = [];
  #text = '';
  format: JsonFormat | null = null;
  /** The first spatial reference. */
  reference: SpatialReference | null = null;
  #isReferenceOpen = false;
  readonly fields = new EsriFields();
  /** Whether features were seen: those of GeoJSON would have told the format. */
  #hasFeatures = false;

  /** Whether nothing more is to be found. */
  get isDone(): boolean {
    if (this.format !== 'esri') return this.format !== null;
    return this.#hasFeatures && this.fields.areKnown && this.reference !== null && !this.#isReferenceOpen;
  }

  read(token: { name: string; value?: string | number | boolean | null }): void {
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        if (this.#path.length >= maxDepth) throw new ImportRefusal('importBroken');
        if (this.#isReference) {
          this.reference = token.name === 'startObject' ? {} : { wkt: '[' };
          this.#isReferenceOpen = true;
        }
        this.#path.push('');
        return;
      case 'endObject':
      case 'endArray':
        this.#path.pop();
        this.fields.end(this.#path);
        if (this.#path.at(-1) === 'spatialReference') this.#isReferenceOpen = false;
        return;
      case 'stringChunk':
      case 'numberChunk':
        if (this.#text.length < maxTextLength) this.#text += String(token.value ?? '');
        return;
      case 'endKey':
        this.#readKey(this.#takeText());
        return;
      case 'endString':
      case 'endNumber':
        this.#readValue(this.#takeText());
        return;
      default:
    }
  }

  /** Whether the member that is read is the reference system of all places, or that of a geometry if there is none. */
  get #isReference(): boolean {
    if (this.#path.at(-1) !== 'spatialReference') return false;
    return this.#path.length === 1 || (this.#path.at(-2) === 'geometry' && this.reference === null);
  }

  #takeText(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #readKey(key: string): void {
    this.#path[this.#path.length - 1] = key;
    const isInFeature = this.#path.length === 3 && this.#path[0] === 'features';
    this.#hasFeatures ||= isInFeature;
    if (this.format !== null) return;
    if (this.#path.length === 1 && esriMembers.has(key)) this.format = 'esri';
    if (isInFeature) this.format = featureMembers.get(key) ?? null;
  }

  #readValue(text: string): void {
    const [member] = this.#path;
    if (this.#path.length === 1 && member === 'type') {
      if (text === 'Topology') this.format = 'topojson';
      else if (this.format === null || text.startsWith('Feature')) this.format = 'geojson';
    }
    this.fields.readValue(this.#path, text);
    const key = this.#path.at(-1);
    if (text !== '' && this.#isReference) this.reference = { wkt: text };
    if (this.reference && this.#isReferenceOpen && (key === 'wkid' || key === 'latestWkid' || key === 'wkt'))
      this.reference[key] = text;
  }
}

/** Degrees within some metres of the usual ones, and meters of the maps of the web. */
const degreeSystems = new Set([4326, 4979, 4258, 4269, 4283, 4490, 4674, 7844]);
const mercatorSystems = new Set([3857, 3785, 102_100, 102_113, 900_913]);

/** The reference system with a number; undefined for one that needs a text. */
function findSystem(id: number): ReferenceSystem | undefined {
  if (degreeSystems.has(id)) return degreesSystem;
  if (mercatorSystems.has(id)) return webMercatorSystem();
  const isSouth = id > 32_700;
  const zone = id - (isSouth ? 32_700 : 32_600);
  return zone >= 1 && zone <= 60 ? utmSystem({ zone, isSouth }) : undefined;
}

/** @throws ImportRefusal for an unknown reference system. Without one, coordinates are degrees */
function readSystem(reference: SpatialReference | null): Omit<EsriFormat, 'fields'> {
  const { wkid, latestWkid, wkt } = reference ?? {};
  const ids = [...new Set([wkid, latestWkid])].filter((id) => id !== undefined);
  if (ids.length === 0 && wkt === undefined) return { ids, toDegrees: null };
  const known = ids.map((id) => findSystem(Number(id))).find((it) => it !== undefined);
  const system = known ?? parseReferenceSystem(wkt ?? '');
  if (!system)
    throw new ImportRefusal('importProjected', {
      value: ids.length > 0 ? `WKID ${ids.join(', ')}` : (wkt ?? '').slice(0, 60),
    });
  return { ids, toDegrees: system.toDegrees };
}

/**
 * Finds out whether a document is Esri JSON. Of most, only the beginning is read.
 * @returns how it is read; null for GeoJSON
 * @throws ImportRefusal if it is no JSON, or TopoJSON, or has coordinates in an unknown reference system
 */
export async function findEsriFormat(text: AsyncIterable<string>): Promise<EsriFormat | null> {
  const finder = new FormatFinder();
  for await (const tokens of readTokens(text)) {
    for (const token of tokens) if (!finder.isDone) finder.read(token);
    if (finder.isDone) break;
  }
  if (finder.format === 'topojson') throw new ImportRefusal('importMapFormat', { value: 'TopoJSON' });
  return finder.format === 'esri' ? { ...readSystem(finder.reference), fields: finder.fields } : null;
}
