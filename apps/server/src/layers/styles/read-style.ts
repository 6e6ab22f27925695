/**
 * Checks a style (MapLibre style specification, version 8) and divides it: what maps draw, without any address, and the addresses that
 * this site requests for them. What it does not know is refused by its name.
 */
import { limits } from '@waypost/contract/common/limits';
import { layerLimits } from '@waypost/contract/layers/layer-limits';
import { z } from 'zod';
import { findDepthProblem } from '../../kernel/http/json-limits.ts';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';
import { checkGeoJson } from '../geojson/check-geojson.ts';
import { resolveTemplate, TileFacts, type TileSet, toText, toTileSet } from '../tiles/tilejson.ts';
import { computeExpandedSize } from './expanded-size.ts';

type Json = Readonly<Record<string, unknown>>;

/** Refuses a part of a style. @param part its path, and what is wrong with it if that is not obvious */
export const refusePart = (part: string): ContentRefusal =>
  new ContentRefusal('layerDocumentPart', { part: part.slice(0, 200) });

/** Parts that do not change what a map of this site shows: the view, the light, and fonts, which are those of this site. */
const ignoredParts = new Set([
  'version',
  'name',
  'metadata',
  'id',
  'owner',
  'visibility',
  'created',
  'modified',
  'draft',
  'protected',
  'center',
  'centerAltitude',
  'zoom',
  'bearing',
  'pitch',
  'roll',
  'light',
  'sky',
  'projection',
  'transition',
  'glyphs',
  'font-faces',
]);
const readParts = new Set(['sources', 'layers', 'sprite']);

const layerTypes = [
  'background',
  'fill',
  'line',
  'symbol',
  'circle',
  'heatmap',
  'fill-extrusion',
  'raster',
] as const;

const StyleLayer = z.object({
  id: z.string(),
  type: z.enum(layerTypes),
  source: z.string().optional(),
  'source-layer': z.string().optional(),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  filter: z.unknown().optional(),
  layout: z.record(z.string(), z.unknown()).optional(),
  paint: z.record(z.string(), z.unknown()).optional(),
});

const Style = z.object({
  version: z.literal(8),
  sources: z.record(z.string(), z.record(z.string(), z.unknown())),
  layers: z.array(z.record(z.string(), z.unknown())).min(1).max(layerLimits.styleLayers),
  sprite: z
    .union([z.string(), z.array(z.object({ id: z.string(), url: z.string() })).max(layerLimits.styleSources)])
    .optional(),
});

const TileSourceDefinition = z.object({
  ...TileFacts.shape,
  type: z.enum(['vector', 'raster']),
  url: z.string().max(limits.layerUrl).optional(),
  tiles: z.array(z.string().max(limits.layerUrl)).min(1).optional(),
  tileSize: z.union([z.literal(256), z.literal(512)]).optional(),
  encoding: z.literal('mvt').optional(),
});

/** Tiles of a source of a style. */
export interface StyleTiles extends TileSet {
  type: 'vector' | 'raster';
}

/** Addresses of a style: of the tiles of its sources by their name in the content, and of its images without their ending. */
export interface StyleAddresses {
  tiles: Record<string, StyleTiles>;
  sprites: string[];
}

/** A style as this site keeps it. */
export interface CheckedStyle {
  /** What maps draw: sources without addresses, layers, and the ids of its images. */
  content: { sources: Record<string, Json>; layers: Json[]; sprites: string[] };
  addresses: StyleAddresses;
  attribution: string | null;
}

/** Reads the tiles that a document names. @throws ContentRefusal */
export type ReadDocument = (address: string) => Promise<TileSet>;

/** Finds what the map library would not draw. @throws ContentRefusal */
export type FindFault = (style: CheckedStyle['content']) => Promise<string | undefined>;

function parsePart<T extends z.ZodType>(schema: T, value: unknown, path: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const members = parsed.error.issues[0]?.path ?? [];
  throw refusePart(members.reduce<string>(joinPath, path));
}

const joinPath = (path: string, member: PropertyKey): string =>
  typeof member === 'number'
    ? `${path}[${member}]`
    : path === ''
      ? String(member)
      : `${path}.${String(member)}`;

/** The style as JSON. @throws ContentRefusal */
function parseStyle(bytes: Buffer): z.output<typeof Style> {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new ContentRefusal('layerStyle', {}, { cause: error });
  }
  if (typeof json !== 'object' || json === null || !('layers' in json))
    throw new ContentRefusal('layerStyle');
  if (findDepthProblem(json)) throw refusePart('layers');
  const unknownPart = Object.keys(json).find((name) => !ignoredParts.has(name) && !readParts.has(name));
  if (unknownPart !== undefined) throw refusePart(unknownPart);
  return parsePart(Style, json, '');
}

function resolveAddress(text: string, address: string, path: string): string {
  const url = resolveTemplate(text, address);
  if (!/^https?:/i.test(url) || !URL.canParse(url)) throw refusePart(path);
  return url;
}

/** A source as maps draw it, and its tiles; no tiles for GeoJSON inside of the style. */
async function readSource(
  source: Json,
  path: string,
  { address, readDocument }: { address: string; readDocument: ReadDocument },
): Promise<{ drawn: Json; tiles: StyleTiles | null }> {
  if (source['type'] === 'geojson') {
    const { data } = source;
    if (typeof data !== 'object' || data === null) throw refusePart(`${path}.data`);
    const { content } = checkGeoJson(Buffer.from(JSON.stringify(data)));
    return { drawn: { type: 'geojson', data: JSON.parse(content.toString('utf8')) }, tiles: null };
  }
  const { type, url, tiles, tileSize, ...facts } = parsePart(TileSourceDefinition, source, path);
  const tileSet = url
    ? await readDocument(resolveAddress(url, address, `${path}.url`))
    : toTileSet({ ...facts, tiles: tiles ?? [] }, address);
  if (!tileSet) throw refusePart(`${path}.tiles`);
  if (!/^https?:/i.test(tileSet.template)) throw refusePart(`${path}.tiles`);
  const { minZoom, maxZoom, bounds } = tileSet;
  const drawn = {
    type,
    ...(type === 'raster' && { tileSize: tileSize ?? 512 }),
    ...(minZoom !== null && { minzoom: minZoom }),
    ...(maxZoom !== null && { maxzoom: maxZoom }),
    ...(bounds !== null && { bounds }),
  };
  return { drawn, tiles: { type, ...tileSet } };
}

/** Layers with the new names of their sources. */
function readLayers(layers: readonly Json[], sourceNames: readonly string[]): Json[] {
  return layers.map((layer, index) => {
    const { source, ...rest } = parsePart(StyleLayer, layer, `layers[${index}]`);
    if (computeExpandedSize(rest) > layerLimits.styleLayerSize) throw refusePart(`layers[${index}]`);
    if (source === undefined) return rest;
    const name = sourceNames.indexOf(source);
    if (name === -1) throw refusePart(`layers[${index}].source`);
    return { ...rest, source: String(name) };
  });
}

/**
 * Reads a style.
 * @param address its own, which others in it may be relative to
 * @throws ContentRefusal
 */
export async function readStyle(
  bytes: Buffer,
  address: string,
  { readDocument, findFault }: { readDocument: ReadDocument; findFault: FindFault },
): Promise<CheckedStyle> {
  const style = parseStyle(bytes);
  const entries = Object.entries(style.sources);
  if (entries.length > layerLimits.styleSources) throw refusePart('sources');
  const content: CheckedStyle['content'] = { sources: {}, layers: [], sprites: [] };
  const addresses: StyleAddresses = { tiles: {}, sprites: [] };
  const attributions = new Set<string>();
  const drawnSources = new Set(style.layers.map(({ source }) => source));
  for (const [index, [name, source]] of entries.entries()) {
    if (!drawnSources.has(name)) {
      // Some providers have their attribution in a source without tiles.
      const attribution = typeof source['attribution'] === 'string' ? toText(source['attribution']) : null;
      if (attribution) attributions.add(attribution);
      continue;
    }
    const { drawn, tiles } = await readSource(source, `sources.${name}`, { address, readDocument });
    content.sources[index] = drawn;
    if (tiles) addresses.tiles[index] = tiles;
    if (tiles?.attribution) attributions.add(tiles.attribution);
  }
  content.layers = readLayers(
    style.layers,
    entries.map(([name]) => name),
  );
  const sprites = typeof style.sprite === 'string' ? [{ id: 'default', url: style.sprite }] : style.sprite;
  for (const { id, url } of sprites ?? []) {
    content.sprites.push(id);
    addresses.sprites.push(resolveAddress(url, address, 'sprite'));
  }
  const fault = await findFault(content);
  if (fault !== undefined) throw refusePart(fault);
  const attribution = [...attributions].join(' · ').slice(0, layerLimits.attribution);
  return { content, addresses, attribution: attribution === '' ? null : attribution };
}
