/** TileJSON documents (version 2 and 3): where the tiles of a service are, and what is known of them. */
import { limits } from '@waypost/contract/common/limits';
import { layerLimits } from '@waypost/contract/layers/layer-limits';
import { z } from 'zod';
import { ContentRefusal, toRefusal } from '../../kernel/security/content-refusal.ts';
import type { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import type { TileRange } from './tile-range.ts';

/** What a map needs of a document. */
export interface TileSet extends TileRange {
  /** Address of a tile with placeholders. */
  template: string;
  attribution: string | null;
}

const fetchOptions = { maxBytes: 262_144, maxRedirects: 2, timeoutMs: 10_000 };
const headers = { accept: 'application/json', 'user-agent': 'Waypost' };

const refusal = (options: ErrorOptions = {}) => new ContentRefusal('layerTileJson', {}, options);

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));

/** West, south, east and north; what is beyond the world is cut off. */
const Bounds = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .transform(([west, south, east, north]) => [
    clamp(west, 180),
    clamp(south, 90),
    clamp(east, 180),
    clamp(north, 90),
  ])
  .refine(([west = 0, south = 0, east = 0, north = 0]) => west < east && south < north);

/** Tiles deeper than maps show are not requested. */
const Zoom = z
  .number()
  .int()
  .min(0)
  .transform((zoom) => Math.min(zoom, layerLimits.maxZoom));

/** What is known of tiles, as documents and styles write it. */
export const TileFacts = z.object({
  scheme: z.enum(['xyz', 'tms']).nullish(),
  minzoom: Zoom.nullish(),
  maxzoom: Zoom.nullish(),
  bounds: Bounds.nullish(),
  attribution: z.string().nullish(),
});

const TileJson = z
  .object({ ...TileFacts.shape, tiles: z.array(z.string().max(limits.layerUrl)).min(1) })
  .refine(({ minzoom, maxzoom }) => (minzoom ?? 0) <= (maxzoom ?? layerLimits.maxZoom), {
    path: ['minzoom'],
  });

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  copy: '©',
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
};

/** HTML as the text that it shows. */
export function toText(html: string): string | null {
  const text = html
    // Without `<` inside, else the time grows with the square of the length.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text.slice(0, layerLimits.attribution);
}

/** An address in a document, which may be relative to it. Placeholders stay as they are. */
export function resolveTemplate(template: string, address: string): string {
  if (/^https?:/i.test(template)) return template;
  if (!URL.canParse(template, address)) throw refusal();
  return new URL(template, address).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

/** Reads a document. @param address its own @throws ContentRefusal */
export function readTileJson(bytes: Buffer, address: string): TileSet {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw refusal({ cause: error });
  }
  const parsed = TileJson.safeParse(json);
  if (!parsed.success) {
    const [part = 'tiles'] = parsed.error.issues[0]?.path ?? [];
    throw part === 'tiles' ? refusal() : new ContentRefusal('layerDocumentPart', { part: String(part) });
  }
  const tiles = toTileSet(parsed.data, address);
  if (!tiles) throw refusal();
  return tiles;
}

/** The first of several tiles that are the same. @returns undefined if there are none */
export function toTileSet(
  {
    tiles: [template],
    scheme,
    minzoom,
    maxzoom,
    bounds,
    attribution,
  }: z.output<typeof TileFacts> & { tiles: readonly string[] },
  address: string,
): TileSet | undefined {
  if (template === undefined) return undefined;
  const resolved = resolveTemplate(template, address);
  return {
    template: scheme === 'tms' ? resolved.replaceAll('{y}', '{-y}') : resolved,
    minZoom: minzoom ?? null,
    maxZoom: maxzoom ?? null,
    bounds: bounds ?? null,
    attribution: attribution ? toText(attribution) : null,
  };
}

/** Fetches a document. @throws ContentRefusal */
export async function fetchTileJson(
  fetcher: GuardedFetch,
  address: string,
  signal?: AbortSignal,
): Promise<TileSet> {
  try {
    const options = { ...fetchOptions, headers, ...(signal && { signal }) };
    const { status, body } = await fetcher.fetch(address, options);
    if (status !== 200) throw new ContentRefusal('archiveStatus', { status });
    return readTileJson(body, address);
  } catch (error) {
    throw toRefusal(error, refusal);
  }
}
