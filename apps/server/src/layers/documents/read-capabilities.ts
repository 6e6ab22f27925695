/** Reads which layers a map service offers: capabilities of WMTS 1.0 and of WMS 1.1 and 1.3. */
import type { ServiceLayer, ServiceLayers } from '@waypost/contract/layers/service-layers';
import { serviceLayerLimits } from '@waypost/contract/layers/service-layers';
import { XMLParser } from 'fast-xml-parser';

type Element = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  // Entities of the document itself could make a small one large.
  processEntities: false,
});

/** Names of the projection of web maps. */
const webProjection = /(?:^|[:/])(?:3857|900913|102100|102113)$/;
/** The scale of the tile of the world, as WMTS defines it, and its left edge in meters. */
const worldScale = 559_082_264.028_717_8;
const worldEdge = 20_037_508;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name] ?? '');

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Elements of a name; one is not a list in what the parser returns. */
function listOf(element: unknown, name: string): unknown[] {
  const value = isElement(element) ? element[name] : undefined;
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The text of an element. */
function textOf(element: unknown, name: string): string {
  const [value] = listOf(element, name);
  const text = isElement(value) ? value['#text'] : value;
  return typeof text === 'string' ? decode(text).trim().slice(0, serviceLayerLimits.address) : '';
}

const titleOf = (layer: unknown, name: string): string =>
  (textOf(layer, 'Title') || name).slice(0, serviceLayerLimits.title);

/**
 * What comes before the number of the zoom in the names of a set's matrices, if its tiles are those of web maps.
 * @returns undefined for other tiles
 */
function findZoomPrefix(set: unknown): string | undefined {
  if (!webProjection.test(textOf(set, 'SupportedCRS'))) return undefined;
  const matrices = listOf(set, 'TileMatrix').map((matrix) => {
    const identifier = textOf(matrix, 'Identifier');
    const [zoom = ''] = /\d{1,2}$/.exec(identifier) ?? [];
    const prefix = identifier.slice(0, identifier.length - zoom.length);
    const z = zoom === '' ? Number.NaN : Number(zoom);
    const [left = 0, top = 0] = textOf(matrix, 'TopLeftCorner').split(/\s+/).map(Number);
    const isWeb =
      Math.abs((Number(textOf(matrix, 'ScaleDenominator')) * 2 ** z) / worldScale - 1) < 0.001 &&
      Math.abs(left + worldEdge) < 2 &&
      Math.abs(top - worldEdge) < 2;
    // A name such as `05` needs zeros that a template cannot add.
    return isWeb && identifier === `${prefix}${z}` ? prefix : undefined;
  });
  const [first] = matrices;
  return matrices.every((prefix) => prefix === first) ? first : undefined;
}

/** The address of a tile of a layer, with placeholders; undefined if it has none in a set. */
function buildTemplate(
  layer: unknown,
  { name, set, prefix, kvpAddress }: { name: string; set: string; prefix: string; kvpAddress: string },
): string | undefined {
  const styles = listOf(layer, 'Style');
  const style = styles.find((it) => isElement(it) && it['@isDefault'] === 'true') ?? styles[0];
  const values = new Map(
    listOf(layer, 'Dimension').map((it) => [textOf(it, 'Identifier').toLowerCase(), textOf(it, 'Default')]),
  );
  values.set('layer', name);
  values.set('style', textOf(style, 'Identifier'));
  values.set('tilematrixset', set);
  const fill = (template: string) =>
    template
      .replace(/\{(\w+)\}/g, (all, key: string) => values.get(key.toLowerCase()) ?? all)
      .replace(/\{TileMatrix\}/i, `${prefix}{z}`)
      .replace(/\{TileCol\}/i, '{x}')
      .replace(/\{TileRow\}/i, '{y}');
  const resource = listOf(layer, 'ResourceURL').find(
    (it) =>
      isElement(it) &&
      it['@resourceType'] === 'tile' &&
      /^image\/(?:png|jpe?g|webp)/.test(String(it['@format'])),
  );
  if (isElement(resource) && typeof resource['@template'] === 'string')
    return fill(decode(resource['@template']));
  if (!URL.canParse(kvpAddress)) return undefined;
  const formats = listOf(layer, 'Format').map(String);
  const url = new URL(kvpAddress);
  const parameters = {
    service: 'WMTS',
    request: 'GetTile',
    version: '1.0.0',
    layer: name,
    style: values.get('style') ?? '',
    tilematrixset: set,
    format: formats.find((it) => it === 'image/png') ?? formats[0] ?? 'image/png',
    ...Object.fromEntries([...values].filter(([key]) => !['layer', 'style', 'tilematrixset'].includes(key))),
  };
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  return `${url.href}&tilematrix=${encodeURIComponent(prefix)}{z}&tilerow={y}&tilecol={x}`;
}

/** The address for requests by parameters. */
function findKvpAddress(capabilities: unknown): string {
  const [metadata] = listOf(capabilities, 'OperationsMetadata');
  const operation = listOf(metadata, 'Operation').find((it) => isElement(it) && it['@name'] === 'GetTile');
  const [dcp] = listOf(operation, 'DCP');
  const [http] = listOf(dcp, 'HTTP');
  const ways = listOf(http, 'Get').filter(isElement);
  const way = ways.find((it) => JSON.stringify(it).includes('KVP')) ?? ways[0];
  const href = way?.['@href'];
  return typeof href === 'string' ? decode(href) : '';
}

/** All layers of a document. */
type FoundLayers = Pick<ServiceLayers, 'layers' | 'unsupported'>;

function readWmts(capabilities: unknown): FoundLayers {
  const [contents] = listOf(capabilities, 'Contents');
  const prefixes = new Map(
    listOf(contents, 'TileMatrixSet').map((set) => [textOf(set, 'Identifier'), findZoomPrefix(set)]),
  );
  const kvpAddress = findKvpAddress(capabilities);
  const layers: ServiceLayer[] = [];
  const unsupported: string[] = [];
  for (const layer of listOf(contents, 'Layer')) {
    const name = textOf(layer, 'Identifier');
    const sets = listOf(layer, 'TileMatrixSetLink').map((link) => textOf(link, 'TileMatrixSet'));
    const set = sets.find((it) => prefixes.get(it) !== undefined);
    const prefix = set === undefined ? undefined : prefixes.get(set);
    const address =
      set === undefined || prefix === undefined
        ? undefined
        : buildTemplate(layer, { name, set, prefix, kvpAddress });
    if (address === undefined || !/^https?:/i.test(address)) unsupported.push(titleOf(layer, name));
    else layers.push({ name, title: titleOf(layer, name), address });
  }
  return { layers, unsupported };
}

function readWms(capabilities: unknown): FoundLayers {
  const [capability] = listOf(capabilities, 'Capability');
  const layers: ServiceLayer[] = [];
  const unsupported: string[] = [];
  const visit = (layer: unknown, isWebAbove: boolean, depth: number): void => {
    const systems = [...listOf(layer, 'CRS'), ...listOf(layer, 'SRS')].flatMap((it) =>
      String(it).split(/\s+/),
    );
    const isWeb = isWebAbove || systems.some((it) => webProjection.test(it));
    const name = textOf(layer, 'Name');
    if (name !== '' && isWeb) layers.push({ name, title: titleOf(layer, name), address: null });
    else if (name !== '') unsupported.push(titleOf(layer, name));
    if (depth < serviceLayerLimits.depth)
      for (const child of listOf(layer, 'Layer')) visit(child, isWeb, depth + 1);
  };
  for (const layer of listOf(capability, 'Layer')) visit(layer, false, 0);
  return { layers, unsupported };
}

/** The document; undefined if it is no XML, or declares entities. */
function parse(text: string): Element | undefined {
  // The two versions of WMS have a DOCTYPE without declarations, which the parser skips.
  if (/<!ENTITY/i.test(text)) return undefined;
  try {
    return parser.parse(text) as Element;
  } catch {
    return undefined;
  }
}

/**
 * Reads a document.
 * @param query text that the title or name of a layer has
 * @returns undefined when it is no capabilities document of the type
 */
export function readCapabilities(text: string, type: 'tile' | 'wms', query = ''): ServiceLayers | undefined {
  const document = parse(text);
  const [wms] = [...listOf(document, 'WMS_Capabilities'), ...listOf(document, 'WMT_MS_Capabilities')];
  const [wmts] = listOf(document, 'Capabilities');
  const capabilities = type === 'wms' ? wms : wmts;
  if (capabilities === undefined) return undefined;
  const found = type === 'wms' ? readWms(capabilities) : readWmts(capabilities);
  const words = query.toLowerCase();
  const matches = (name: string) => name.toLowerCase().includes(words);
  const layers = found.layers.filter(({ title, name }) => matches(title) || matches(name));
  const unsupported = found.unsupported.filter(matches);
  return {
    layers: layers.slice(0, serviceLayerLimits.layers),
    layer_count: layers.length,
    unsupported: unsupported.slice(0, serviceLayerLimits.unsupported),
    unsupported_count: unsupported.length,
  };
}
