/** Decodes the header of an OSM PBF file. */
import { PbfReader } from 'pbf';
import { ExtractRefusal } from '../extract-refusal.ts';

/** West, south, east and north in ten-millionths of a degree. */
export type ExtractBox = readonly [west: number, south: number, east: number, north: number];

const supportedFeatures = new Set(['OsmSchema-V0.6', 'DenseNodes']);
const nanodegreesPerUnit = 100;

function decodeBox(bytes: Uint8Array): ExtractBox {
  const box = { west: Number.NaN, south: Number.NaN, east: Number.NaN, north: Number.NaN };
  new PbfReader(bytes).readFields((tag, result, pbf) => {
    if (tag === 1) result.west = pbf.readSVarint() / nanodegreesPerUnit;
    else if (tag === 2) result.east = pbf.readSVarint() / nanodegreesPerUnit;
    else if (tag === 3) result.north = pbf.readSVarint() / nanodegreesPerUnit;
    else if (tag === 4) result.south = pbf.readSVarint() / nanodegreesPerUnit;
  }, box);
  return [box.west, box.south, box.east, box.north];
}

/** The box that the header names; undefined where it names none. @throws ExtractRefusal for a file that needs another reader */
export function decodeHeader(bytes: Uint8Array): ExtractBox | undefined {
  const header: { box?: ExtractBox; features: string[] } = { features: [] };
  new PbfReader(bytes).readFields((tag, result, pbf) => {
    if (tag === 1) result.box = decodeBox(pbf.readBytes());
    else if (tag === 4) result.features.push(pbf.readString());
  }, header);
  const unsupported = header.features.find((feature) => !supportedFeatures.has(feature));
  if (unsupported !== undefined)
    throw new ExtractRefusal('extractUnsupported', { feature: unsupported.slice(0, 40) });
  const [west = 0, south = 0, east = 0, north = 0] = header.box ?? [];
  return west < east && south < north ? header.box : undefined;
}
