/**
 * JSONP: `?format=jsonp&callback=show` (API v3 §1.2), by which pages of other sites read public data. Off unless the operator
 * switches it on (`JSONP`), since it serves scripts made from a URL on the origin of the application. Such a request carries
 * no token, so the response holds what every visitor may read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The name of a function, or of a method: `widgets.map.show`. */
const functionName = /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*){0,5}$/i;

const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).host : undefined);

/**
 * Whether the request is, or may be, from one of our own pages, which must not run scripts made from a URL. Browsers send
 * `Sec-Fetch-Site`, but not over plain HTTP: there the referrer tells pages of other sites.
 */
function isOwnPage({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const refererHost = hostOf(headers.referer);
  const isBrowser = headers['user-agent']?.startsWith('Mozilla/') ?? false;
  return isBrowser && (refererHost === undefined || refererHost === host);
}

/** The requested callback; undefined when there is none, or when JSONP is not allowed for the request. */
function callbackIn(request: FastifyRequest): string | undefined {
  const { format, callback } = request.query as Record<string, unknown>;
  if (format !== 'jsonp' || typeof callback !== 'string' || callback.length > 100) return undefined;
  const isRead = request.method === 'GET' && request.url.startsWith('/api/v3');
  return isRead && !isOwnPage(request) && functionName.test(callback) ? callback : undefined;
}

/** Wraps JSON responses in the requested callback. Call it before compression is registered. */
export function supportJsonp(app: FastifyInstance): void {
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const name = callbackIn(request);
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (name === undefined || !isJson || typeof payload !== 'string') return payload;
    reply.header('content-type', 'application/javascript; charset=utf-8').removeHeader('content-length');
    // U+2028 and U+2029 are plain characters in JSON and line terminators in older JavaScript engines.
    return `${name}(${payload.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')});`;
  });
}
