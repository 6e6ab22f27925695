/** Reads areas from a GeoJSON or KML file or a Shapefile in a zip, in the browser. */
import { areaLimits } from '@waypost/contract/areas/area-limits';
import { AreaGeometry, type AreaInput, lacksInside } from '@waypost/contract/areas/areas';
import { AreasFileError } from './areas-file-error.ts';
import type { Outline } from './outline.ts';
import { isXml, readKml } from './read-kml.ts';

/** The outlines of a file, and the properties that may be their names, most telling first. */
export interface AreasFile {
  /** Differs from that of any other file that was read. */
  id: string;
  outlines: readonly Outline<AreaGeometry>[];
  /** Those without an inside, which no report could be in. Generalized files of the world have some. */
  flat: readonly Outline[];
  properties: readonly string[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The polygons in any GeoJSON object. */
function listOutlines(value: unknown): Outline[] {
  if (!isObject(value)) return [];
  const { type, features, geometry, properties } = value;
  if (type === 'FeatureCollection') return Array.isArray(features) ? features.flatMap(listOutlines) : [];
  if (type === 'Feature') {
    const outlines = listOutlines(geometry);
    return outlines.map((it) => ({ ...it, properties: isObject(properties) ? properties : {} }));
  }
  return type === 'Polygon' || type === 'MultiPolygon' ? [{ properties: {}, geometry: value }] : [];
}

const formatName = (value: unknown): string =>
  typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value))
    ? String(value).trim()
    : '';

/** Properties in which every polygon has a text or number: first those with different ones and with texts, then those called a name. */
function listNameProperties(outlines: readonly Outline[]): string[] {
  const keys = Object.keys(outlines[0]?.properties ?? {});
  const rank = (key: string): number => {
    const names = new Set(outlines.map(({ properties }) => formatName(properties[key])));
    const hasTexts = [...names].some((name) => Number.isNaN(Number(name)));
    return (names.size === outlines.length ? 2 : 0) + (hasTexts ? 2 : 0) + (/name/i.test(key) ? 1 : 0);
  };
  return keys
    .filter((key) => outlines.every(({ properties }) => formatName(properties[key]) !== ''))
    .map((key) => ({ key, rank: rank(key) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ key }) => key);
}

/** @throws AreasFileError when the text is neither GeoJSON nor KML */
function readTextOutlines(text: string): Outline[] {
  if (isXml(text)) {
    const outlines = readKml(text);
    if (!outlines) throw new AreasFileError({ key: 'format' });
    return outlines;
  }
  try {
    return listOutlines(JSON.parse(text));
  } catch {
    throw new AreasFileError({ key: 'format' });
  }
}

/** @throws AreasFileError when there are no polygons with an inside, too many, one that is not valid, or no property can be their names */
function checkOutlines(outlines: readonly Outline[]): AreasFile {
  if (outlines.length === 0) throw new AreasFileError({ key: 'empty' });
  if (outlines.length > areaLimits.areas) throw new AreasFileError({ key: 'many', total: outlines.length });
  const properties = listNameProperties(outlines);
  const [first] = properties;
  if (first === undefined) throw new AreasFileError({ key: 'unnamed' });
  const flat: Outline[] = [];
  const checked = outlines.flatMap((outline) => {
    const { data, error } = AreaGeometry.safeParse(outline.geometry);
    if (data) return [{ properties: outline.properties, geometry: data }];
    if (!lacksInside(error))
      throw new AreasFileError({ key: 'outline', name: formatName(outline.properties[first]) });
    flat.push(outline);
    return [];
  });
  if (checked.length === 0)
    throw new AreasFileError({ key: 'outline', name: formatName(flat[0]?.properties[first]) });
  return { id: crypto.randomUUID(), outlines: checked, flat, properties };
}

/** The first bytes of a zip archive. */
const isZip = (start: string): boolean => start.startsWith('PK\u0003\u0004');

/** Reads a file. @throws AreasFileError */
export async function readAreasFile(file: File): Promise<AreasFile> {
  const start = await file.slice(0, 100).text();
  const bytes = isXml(start) ? areaLimits.kmlBytes : areaLimits.fileBytes;
  if (file.size > bytes) throw new AreasFileError({ key: 'large', bytes });
  if (!isZip(start)) return checkOutlines(readTextOutlines(await file.text()));
  const { readShapefile } = await import('./shapefile/read-shapefile.ts');
  return checkOutlines(await readShapefile(new Uint8Array(await file.arrayBuffer())));
}

/** The names that a property gives. */
export const listNames = (outlines: readonly Outline[], property: string): string[] =>
  outlines.map(({ properties }) => formatName(properties[property]).slice(0, areaLimits.name.max));

/** The areas of a file as the API takes them. */
export function toAreas(file: AreasFile, property: string): AreaInput[] {
  const names = listNames(file.outlines, property);
  return file.outlines.map(({ geometry }, index) => ({ name: names[index] ?? '', geometry }));
}

/** Characters of a request. The server takes 2 MB; names may take several bytes for each character. */
const maxRequestLength = 1_400_000;

/** Areas in lists that each fit into a request. */
export function batchAreas(areas: readonly AreaInput[]): AreaInput[][] {
  const batches: AreaInput[][] = [];
  let length = Infinity;
  for (const area of areas) {
    const areaLength = JSON.stringify(area).length;
    const last = batches.at(-1);
    if (last && length + areaLength <= maxRequestLength && last.length < areaLimits.areasPerRequest) {
      last.push(area);
      length += areaLength;
    } else {
      batches.push([area]);
      length = areaLength;
    }
  }
  return batches;
}
