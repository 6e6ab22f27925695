/** Fetches a style with what its sources say of themselves, and checks that its services answer. */
import { layerLimits, maxStyleMegabytes } from '@waypost/contract/layers/layer-limits';
import { ContentRefusal, toRefusal } from '../../kernel/security/content-refusal.ts';
import type { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import type { DocumentReader } from '../documents/document-reader.ts';
import { encryptAddress } from '../layer-address.ts';
import type { LayerContent } from '../layer-data.sql.ts';
import { fetchTile } from '../tiles/fetch-tile.ts';
import { findFirstTile } from '../tiles/tile-range.ts';
import { buildTileUrl, toTileSource } from '../tiles/tile-url.ts';
import { fetchTileJson } from '../tiles/tilejson.ts';
import { type CheckedStyle, readStyle } from './read-style.ts';
import { buildSpriteUrl } from './sprite.ts';

const fetchOptions = { maxBytes: layerLimits.styleBytes, maxRedirects: 5, timeoutMs: 30_000 };
const headers = { accept: 'application/json', 'user-agent': 'Waypost' };

async function fetchDocument(fetcher: GuardedFetch, address: string, signal: AbortSignal): Promise<Buffer> {
  try {
    const { status, body } = await fetcher.fetch(address, { ...fetchOptions, headers, signal });
    if (status !== 200) throw new ContentRefusal('archiveStatus', { status });
    return body;
  } catch (error) {
    throw toRefusal(
      error,
      (cause) => new ContentRefusal('layerStyleSize', { max: maxStyleMegabytes }, cause),
    );
  }
}

/** Requests one tile of each source, and the images. @throws ContentRefusal */
async function checkServices(
  fetcher: GuardedFetch,
  { addresses }: CheckedStyle,
  signal: AbortSignal,
): Promise<void> {
  for (const tiles of Object.values(addresses.tiles)) {
    const url = buildTileUrl(toTileSource(tiles.template), findFirstTile(tiles));
    await fetchTile(fetcher, { url, format: tiles.type }, signal);
  }
  for (const sprite of addresses.sprites) {
    await fetchTile(fetcher, { url: buildSpriteUrl(sprite, 'sprite.json'), format: 'sprite' }, signal);
    await fetchTile(fetcher, { url: buildSpriteUrl(sprite, 'sprite.png'), format: 'raster' }, signal);
  }
}

/** Fetches a style. @throws ContentRefusal */
export async function fetchStyle(
  {
    fetcher,
    secretBox,
    documents,
  }: { fetcher: GuardedFetch; secretBox: SecretBox; documents: DocumentReader },
  address: string,
  signal: AbortSignal,
): Promise<LayerContent> {
  const bytes = await fetchDocument(fetcher, address, signal);
  const style = await readStyle(bytes, address, {
    readDocument: (url) => fetchTileJson(fetcher, url, signal),
    findFault: (content) => documents.findStyleFault(content),
  });
  await checkServices(fetcher, style, signal);
  const addresses = JSON.stringify(style.addresses);
  const content = Buffer.from(JSON.stringify(style.content));
  return {
    content,
    // Other addresses are another content. A hash without a key could be compared with guesses of an address.
    hash: secretBox.computeMac(`${content.toString()}${addresses}`, 'style').toString('hex'),
    features: null,
    bounds: null,
    attribution: style.attribution,
    addresses: encryptAddress(secretBox, addresses),
  };
}
