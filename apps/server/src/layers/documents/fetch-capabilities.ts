/** Asks a map service which layers it offers. */

import { type ServiceLayers, serviceLayerLimits } from '@waypost/contract/layers/service-layers';
import { decodeBytes } from '../../kernel/decode-bytes.ts';
import { validationError } from '../../kernel/http/problem.ts';
import { ContentRefusal, toRefusal } from '../../kernel/security/content-refusal.ts';
import type { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import type { DocumentReader } from './document-reader.ts';

const fetchOptions = { maxBytes: serviceLayerLimits.bytes, maxRedirects: 2, timeoutMs: 20_000 };
const headers = { accept: 'application/xml, text/xml', 'user-agent': 'Waypost' };

/** The address of the capabilities: that of a document, or of the service with the parameters that ask for them. */
function buildCapabilitiesUrl(address: string, type: 'tile' | 'wms'): string {
  const url = new URL(address);
  if (url.pathname.toLowerCase().endsWith('.xml')) return url.href;
  const parameters = { service: type === 'wms' ? 'WMS' : 'WMTS', request: 'GetCapabilities' };
  // Names of parameters have no case.
  for (const name of Array.from(url.searchParams.keys()))
    if (name.toLowerCase() in parameters) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The text of a document in the encoding that it declares, in UTF-8 otherwise: MapServer writes ISO-8859-1. */
function decodeXml(bytes: Buffer): string {
  const [, label = 'utf-8'] =
    /^<\?xml[^>]*encoding=["']([\w-]+)/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  try {
    return decodeBytes(bytes, label);
  } catch {
    return bytes.toString('utf8');
  }
}

/** @throws ValidationError at `/data_url` when the service cannot be asked */
export async function fetchCapabilities(
  { fetcher, documents }: { fetcher: GuardedFetch; documents: DocumentReader },
  { type, data_url, q }: { type: 'tile' | 'wms'; data_url: string; q?: string | undefined },
): Promise<ServiceLayers> {
  try {
    const { status, body } = await fetcher.fetch(buildCapabilitiesUrl(data_url, type), {
      ...fetchOptions,
      headers,
    });
    if (status !== 200) throw new ContentRefusal('archiveStatus', { status });
    const layers = await documents.readCapabilities(decodeXml(body), type, q);
    if (!layers) throw new ContentRefusal('layerCapabilities');
    return layers;
  } catch (error) {
    const { rule, params } = toRefusal(
      error,
      (cause) => new ContentRefusal('layerDocumentComplex', {}, cause),
    );
    throw validationError('layers', 'data_url', rule, params);
  }
}
