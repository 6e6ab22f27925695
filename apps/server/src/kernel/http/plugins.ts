/** Registers the plugins of the framework: security headers, CORS, JSONP, compression, forms, multipart, rate limits. */

import { isUtf8 } from 'node:buffer';
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import fastifyFormbody from '@fastify/formbody';
import fastifyMultipart from '@fastify/multipart';
import fastifyRateLimit from '@fastify/rate-limit';
import { idempotencyHeader, proofOfWorkHeader } from '@waypost/contract/common/endpoint';
import { limits } from '@waypost/contract/common/limits';
import { receiptHeader } from '@waypost/contract/receipts/receipts';
import type { FastifyInstance } from 'fastify';
import type { PageScript } from '../config/service-settings.ts';
import { compressionThresholdBytes } from './compressed-body.ts';
import { createInvalidInput } from './invalid-input.ts';
import { findJsonProblem } from './json-limits.ts';
import { supportJsonp } from './jsonp.ts';
import { Problem } from './problem.ts';
import { secureHeaders } from './web-client.ts';

/** Escape sequences of JSON: of a pair of surrogates, of one without its other half (6 characters), and all others. */
const jsonEscapes =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\./g;

/**
 * Replaces lone surrogates by U+FFFD: a client that cuts a text within an emoji sends one, and JSON columns cannot store it.
 * @param text JSON, in which they can only be escape sequences, since it was decoded from UTF-8
 */
const replaceLoneSurrogates = (text: string) =>
  text.replace(jsonEscapes, (escape) => (/^\\u.{4}$/.test(escape) ? '\\ufffd' : escape));

const invalidJson = (reason = 'the body is not valid JSON') => new Problem('request.bad', { reason });

/**
 * Parses JSON bodies. An empty one is an empty object: clients send such with POST and DELETE. An empty list counts as one too,
 * since some languages write an object without keys that way. One that is not valid JSON, or nested too deep, fails when it
 * is read, after 401, 403 and 404 (API v3 §1.5).
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser('application/json');
  app.decorateRequest('rawBody', '');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const body = Buffer.from(bytes);
    request.rawBody = body.toString();
    const problem = findJsonProblem(request.rawBody);
    // Decoding would replace letters of another encoding, and the client would not know.
    if (!isUtf8(body)) done(null, createInvalidInput(invalidJson('the body is not UTF-8')));
    else if (problem) done(null, createInvalidInput(problem));
    else if (/^(?:\[\s*\])?$/.test(request.rawBody.trim())) done(null, {});
    else
      void parse(request, replaceLoneSurrogates(request.rawBody), (error, parsed) => {
        done(null, error ? createInvalidInput(invalidJson()) : parsed);
      });
  });
}

/** Pages of all origins may call the API (API v3 §1.10): access needs a token, which browsers never send by themselves. */
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
    receiptHeader,
  ],
  maxAge: 86_400,
  optionsSuccessStatus: 200,
  strictPreflight: false,
};

/** Bytes of a body of type `application/x-www-form-urlencoded`. */
export const maxFormBytes = 1_048_576;

/**
 * Registers all plugins.
 * @param options.contact URL of the form service that the page may send to, if the operator configured one
 * @param options.embedders sites that may show our embedded pages in a frame; all by default
 * @param options.scripts third-party scripts of the page
 * @param options.jsonp whether JSONP responses are on; off by default
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
    // `OPTIONS /posts` without the header of a preflight is an endpoint (API v3 §1.10).
    delegator: (request, callback) => {
      const isPreflight = request.headers['access-control-request-method'] !== undefined;
      callback(null, { ...corsOptions, preflight: isPreflight });
    },
  });
  if (jsonp) supportJsonp(app);
  await app.register(fastifyCompress, {
    globalCompression: true,
    threshold: compressionThresholdBytes,
    encodings: ['br', 'gzip', 'deflate'],
    customTypes: /^text\/(?!event-stream)|[+/](json|xml)(;|$)|javascript|vector-tile/,
  });
  // Gateways and logins send forms; the names of a longer one would take long to read.
  await app.register(fastifyFormbody, {
    bodyLimit: Math.min(maxFormBytes, app.initialConfig.bodyLimit ?? maxFormBytes),
  });
  await app.register(fastifyMultipart, {
    // The endpoint answers for a file that is too large, with an error of the API.
    throwFileSizeLimit: false,
    limits: { fileSize: limits.mediaBytes, files: 1, fields: 20, fieldSize: 4096 },
  });
  await app.register(fastifyRateLimit, { global: false });
}
