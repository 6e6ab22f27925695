/**
 * Answers as a program that hands them to a function: `?format=jsonp&callback=show` (wire 1.2), by which pages of other sites
 * read what is public. Off unless the operator switches it on (`JSONP`), since it puts programs made from an address on the
 * application's origin. Such a request carries no token, so that it tells what any stranger is told.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The name of a function, or of one within an object. */
const functionName = /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*){0,5}$/i;

const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).host : undefined);

/**
 * Whether one of our own pages asks, or may be asking: they run our own programs alone, and none that an address makes up.
 * Browsers say it, but not over plain HTTP: there a page of another site is known by its address.
 */
function isOwnPage({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const from = hostOf(headers.referer);
  const isBrowser = headers['user-agent']?.startsWith('Mozilla/') ?? false;
  return isBrowser && (from === undefined || from === host);
}

/** The function that is to be called; undefined where none is named, or none may be. */
function callbackIn(request: FastifyRequest): string | undefined {
  const { format, callback } = request.query as Record<string, unknown>;
  if (format !== 'jsonp' || typeof callback !== 'string' || callback.length > 100) return undefined;
  const isRead = request.method === 'GET' && request.url.startsWith('/api/v3');
  return isRead && !isOwnPage(request) && functionName.test(callback) ? callback : undefined;
}

/** To be called before whatever makes answers shorter. */
export function supportJsonp(app: FastifyInstance): void {
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const name = callbackIn(request);
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (name === undefined || !isJson || typeof payload !== 'string') return payload;
    reply.header('content-type', 'application/javascript; charset=utf-8').removeHeader('content-length');
    // Two line ends are letters in JSON, and end a line in older readers of programs.
    return `${name}(${payload.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')});`;
  });
}
