/** HTTP routes of layers (API v3 §2.21); registers the job that fetches them. */
import { Readable } from 'node:stream';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { layerLimits, maxLayerMegabytes } from '@waypost/contract/layers/layer-limits';
import * as contract from '@waypost/contract/layers/layers';
import {
  listMapLayers,
  readMapLayerData,
  readMapLayerSprite,
  readMapLayerTile,
} from '@waypost/contract/layers/map-layers';
import { findServiceLayers } from '@waypost/contract/layers/service-layers';
import type { Tx } from '../kernel/db/database.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { matchesEtag } from '../kernel/http/byte-range.ts';
import { CompressedBody } from '../kernel/http/compressed-body.ts';
import { bufferFile, type Upload } from '../kernel/http/multipart.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { BinaryResponse, DeferredResponse, StreamedResponse } from '../kernel/http/responses.ts';
import { type MountContext, type RequestContext, route, routeStreamingUpload } from '../kernel/http/route.ts';
import { ContentRefusal } from '../kernel/security/content-refusal.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { DocumentReader } from './documents/document-reader.ts';
import { fetchCapabilities } from './documents/fetch-capabilities.ts';
import { createLayerFetcher, fetchLayersJob } from './fetch-layers.ts';
import { checkGeoJson } from './geojson/check-geojson.ts';
import { decryptAddress } from './layer-address.ts';
import {
  findDataFacts,
  findShownContent,
  findShownLayers,
  findStyleAddresses,
  findTileSource,
  hasDueLayers,
  type LayerContent,
  readContent,
} from './layer-data.sql.ts';
import { decryptOptions } from './layer-options.ts';
import { layerPrivileges } from './layers.rules.ts';
import { findLayers, type LayerRow } from './layers.sql.ts';
import { viewLayer, viewMapLayer } from './layers.view.ts';
import {
  createLayer,
  createUploadedLayer,
  deleteLayer,
  type LayerDependencies,
  replaceUploadedFile,
  requireReadableLayer,
  updateLayer,
} from './save-layer.ts';
import type { StyleAddresses } from './styles/read-style.ts';
import { buildSpriteUrl } from './styles/sprite.ts';
import { TileProxy } from './tiles/fetch-tile.ts';
import type { Tile } from './tiles/tile-formats.ts';
import { hasTile } from './tiles/tile-range.ts';
import { buildTileUrl, toTileSource } from './tiles/tile-url.ts';

/** Who may see a layer changes, and its content too: browsers ask each time, and mostly get 304. */
const dataHeaders = {
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Accept-Encoding',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Browsers keep tiles for an hour; the client changes their address when the layer changes. */
const tileHeaders = {
  'cache-control': 'private, max-age=3600',
  vary: 'Authorization, Accept-Encoding',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** A service may have the tile later, or work again. */
const emptyTileHeaders = { ...tileHeaders, 'cache-control': 'private, max-age=60' };

/** Reads an uploaded file. @throws ValidationError at `/file` */
function readUpload({ bytes, isTooLarge }: Upload): LayerContent {
  if (isTooLarge) throw validationError('layers', 'file', 'geojsonSize', { max: maxLayerMegabytes });
  try {
    return checkGeoJson(bytes);
  } catch (error) {
    if (error instanceof ContentRefusal) throw validationError('layers', 'file', error.rule, error.params);
    throw error;
  }
}

type Context = Pick<RequestContext<Endpoint>, 'tx' | 'viewer' | 'urls'>;

/** Mounts the routes of layers. */
export function mountLayers(mount: MountContext, dependencies: LayerDependencies): void {
  const { fetcher, secretBox } = dependencies;
  const documents = new DocumentReader();
  mount.app.addHook('onClose', () => documents.close());
  const viewLayers = async (context: Context, rows: readonly LayerRow[]) => {
    const ids = rows.map(({ id }) => id);
    const facts = context.viewer.isAdmin ? await findDataFacts(context.tx, ids) : new Map<number, never>();
    return rows.map((row) => viewLayer({ ...context, secretBox }, row, facts.get(row.id)));
  };
  const viewOne = async (context: Context, row: LayerRow) => {
    const [layer] = await viewLayers(context, [row]);
    return layer as contract.Layer;
  };
  mount.jobs.register(fetchLayersJob, createLayerFetcher(mount.db, { fetcher, secretBox, documents }));
  mount.jobs.watch(fetchLayersJob, hasDueLayers);

  route(mount, contract.listLayers, async (context) => {
    const { tx, viewer, urls, query } = context;
    requirePrivilege(viewer, layerPrivileges(viewer), 'search', 'layers');
    const { results, total } = await findLayers(tx, query);
    return listEnvelope(urls, '/layers', query, { results: await viewLayers(context, results), total });
  });
  route(mount, contract.readLayer, async (context) =>
    viewOne(context, await requireReadableLayer(context.tx, context.viewer, context.params.id)),
  );
  route(mount, contract.createLayer, async (context) =>
    viewOne(context, await createLayer(context.tx, context.viewer, context.body, dependencies)),
  );
  routeStreamingUpload(
    mount,
    contract.uploadLayer,
    { maxBytes: layerLimits.bytes, handleFile: async (file) => readUpload(await bufferFile(file)) },
    async (context) => {
      const { tx, viewer, prepared } = context;
      return viewOne(
        context,
        await createUploadedLayer(tx, viewer, context.body, { data: prepared, secretBox }),
      );
    },
  );
  routeStreamingUpload(
    mount,
    contract.replaceLayerFile,
    { maxBytes: layerLimits.bytes, handleFile: bufferFile },
    async (context) => {
      const { tx, viewer, params, prepared: file } = context;
      return viewOne(context, await replaceUploadedFile(tx, viewer, params.id, () => readUpload(file)));
    },
  );
  route(mount, contract.updateLayer, async (context) =>
    viewOne(
      context,
      await updateLayer(context.tx, context.viewer, context.params.id, context.body, dependencies),
    ),
  );
  route(mount, contract.deleteLayer, async (context) => {
    const row = await deleteLayer(context.tx, context.viewer, context.params.id);
    return viewLayer({ ...context, secretBox }, row, undefined);
  });

  route(mount, findServiceLayers, ({ viewer, body }) => {
    requirePrivilege(viewer, layerPrivileges(viewer), 'create', 'layers');
    return Promise.resolve(new DeferredResponse(() => fetchCapabilities({ fetcher, documents }, body)));
  });

  route(mount, listMapLayers, async ({ tx }) => {
    const results = (await findShownLayers(tx)).map((layer) => viewMapLayer(secretBox, layer));
    return { count: results.length, results };
  });
  route(mount, readMapLayerData, async ({ tx, params: { id }, rawRequest }) => {
    const shown = await findShownContent(tx, id);
    if (!shown?.hash) throw notFound('map-layers', id);
    const etag = `"${shown.hash}"`;
    const mediaType = shown.type === 'style' ? 'application/json' : 'application/geo+json';
    const headers = { ...dataHeaders, 'content-type': `${mediaType}; charset=utf-8`, etag };
    if (matchesEtag(rawRequest.header('if-none-match') ?? '', etag))
      return new StreamedResponse(Readable.from([]), headers, 304);
    const content = await readContent(tx, id);
    if (!content) throw notFound('map-layers', id);
    return new BinaryResponse(new CompressedBody(content), headers);
  });

  const proxy = new TileProxy(fetcher);
  route(mount, readMapLayerTile, async ({ tx, caller, params: { id, ...tile }, query }) => {
    if (Math.max(tile.x, tile.y) >= 2 ** tile.z) throw notFound('map-layers', id);
    const visitor = { layerId: id, client: caller.address };
    if (query.source !== undefined) {
      const tiles = (await requireStyleAddresses(tx, secretBox, id)).tiles[query.source];
      if (!tiles) throw notFound('map-layers', id);
      return sendTile(async () => {
        if (!hasTile(tiles, tile)) return null;
        const url = buildTileUrl(toTileSource(tiles.template), tile);
        return proxy.fetch(visitor, { url, format: tiles.type });
      });
    }
    const stored = await findTileSource(tx, id);
    const address = stored && decryptAddress(secretBox, stored.data_url);
    if (!stored || address === undefined) throw notFound('map-layers', id);
    const options = decryptOptions(secretBox, stored.options);
    return sendTile(() => proxy.read(visitor, { type: stored.type, options, address }, tile));
  });
  route(mount, readMapLayerSprite, async ({ tx, caller, params: { id, sprite: number, file } }) => {
    const sprite = (await requireStyleAddresses(tx, secretBox, id)).sprites[number];
    if (sprite === undefined) throw notFound('map-layers', id);
    const format = file.endsWith('.json') ? 'sprite' : 'raster';
    const wanted = { url: buildSpriteUrl(sprite, file), format } as const;
    return sendTile(() => proxy.fetch({ layerId: id, client: caller.address }, wanted));
  });
}

/** The addresses of a style that is on the map. @throws Problem 404 if there is none, or if the server's key has changed */
async function requireStyleAddresses(tx: Tx, secretBox: SecretBox, id: number): Promise<StyleAddresses> {
  const stored = await findStyleAddresses(tx, id);
  const addresses = stored && decryptAddress(secretBox, stored);
  if (addresses === undefined) throw notFound('map-layers', id);
  return JSON.parse(addresses) as StyleAddresses;
}

/** Sends what a service has: 204 where it has nothing, or fails. */
const sendTile = (read: () => Promise<Tile | null>) =>
  new DeferredResponse(async () => {
    const found = await read().catch((error: unknown) => {
      // Administrators read in the list why a service fails.
      if (error instanceof ContentRefusal) return null;
      throw error;
    });
    if (!found) return new StreamedResponse(Readable.from([]), emptyTileHeaders, 204);
    return new BinaryResponse(new CompressedBody(found.bytes), {
      ...tileHeaders,
      'content-type': found.type,
    });
  });
