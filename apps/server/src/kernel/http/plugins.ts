/** What every request passes by on its way in and out, of the framework's plugins. */
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import fastifyFormbody from '@fastify/formbody';
import fastifyMultipart from '@fastify/multipart';
import fastifyRateLimit from '@fastify/rate-limit';
import { idempotencyHeader, proofOfWorkHeader } from '@waypost/contract/common/endpoint';
import { limits } from '@waypost/contract/common/limits';
import type { FastifyInstance } from 'fastify';
import type { PageScript } from '../config/service-settings.ts';
import { compressionThresholdBytes } from './compressed-body.ts';
import { supportJsonp } from './jsonp.ts';
import { secureHeaders } from './web-client.ts';

/**
 * Bodies that are empty although they are said to be JSON are empty objects: clients send such with POST and DELETE. So is an
 * empty list, as which some languages write an object without keys.
 */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser('application/json');
  app.decorateRequest('sentText', '');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.sentText = body.toString();
    if (/^\s*(?:\[\s*\])?\s*$/.test(request.sentText)) done(null, {});
    else void parse(request, body.toString(), done);
  });
}

/** Other sites' pages may call the API; a token is all that opens anything, and browsers send none by themselves. */
const corsOptions = {
  origin: true,
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  exposedHeaders: ['retry-after', 'ratelimit', 'ratelimit-policy'],
  allowedHeaders: [
    'authorization',
    'content-type',
    'accept',
    'x-requested-with',
    idempotencyHeader,
    proofOfWorkHeader,
  ],
  maxAge: 86_400,
  optionsSuccessStatus: 200,
  strictPreflight: false,
};

/**
 * @param sites.contact the form service that the page may send to, if the operator named one
 * @param sites.embedders who may show our embedded pages; all unless given
 * @param sites.scripts what the page runs of others
 * @param sites.jsonp whether answers are given as programs to pages of other sites
 */
export async function registerPlugins(
  app: FastifyInstance,
  {
    contact,
    embedders,
    scripts = [],
    jsonp = false,
  }: {
    contact?: string | null | undefined;
    embedders?: readonly string[] | undefined;
    scripts?: readonly PageScript[] | undefined;
    jsonp?: boolean | undefined;
  },
): Promise<void> {
  await secureHeaders(app, {
    calls: contact ? [new URL(contact).origin] : [],
    scripts: scripts.map(({ src }) => new URL(src).origin),
    ...(embedders ? { embedders } : {}),
  });
  await app.register(fastifyCors, {
    // `OPTIONS /posts` without a preflight's header is a call like any other (wire 7.11).
    delegator: (request, answer) => {
      const isPreflight = request.headers['access-control-request-method'] !== undefined;
      answer(null, { ...corsOptions, preflight: isPreflight });
    },
  });
  if (jsonp) supportJsonp(app);
  await app.register(fastifyCompress, {
    globalCompression: true,
    threshold: compressionThresholdBytes,
    encodings: ['br', 'gzip', 'deflate'],
    customTypes: /^text\/(?!event-stream)|[+/](json|xml)(;|$)|javascript|vector-tile/,
  });
  await app.register(fastifyFormbody);
  await app.register(fastifyMultipart, {
    // Too large a file is told in the wire's words by the action that takes it.
    throwFileSizeLimit: false,
    limits: { fileSize: limits.mediaBytes, files: 1, fields: 20, fieldSize: 4096 },
  });
  await app.register(fastifyRateLimit, { global: false });
}
