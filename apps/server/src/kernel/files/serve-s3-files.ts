/** Hands on files of a bucket, so that the bucket itself need not be open to anybody. */
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storagePath } from '../http/api-format.ts';
import type { S3FileStore } from './s3-file-store.ts';

/** Of what is stored, by the ending. */
const contentTypes: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.csv': 'text/csv; charset=utf-8',
  '.geojson': 'application/geo+json',
  '.zip': 'application/zip',
};

/** What of a caller's request the store is asked with. */
const forwardedRequestHeaders = ['range', 'if-none-match', 'if-modified-since'] as const;
/** What of its answer the caller is told. */
const forwardedResponseHeaders = ['content-length', 'content-range', 'etag', 'last-modified'] as const;

/** No name with a dot before it is served: such files are the server's own. */
const isServedPath = (file: string) => file.split('/').every((part) => part !== '' && !part.startsWith('.'));

/**
 * @param fileNameIn the file that is asked for, as it was looked at whether it is open
 * @param setFileHeaders sets what a browser has to know of a file
 * @throws FileStoreError while the store is away
 */
export function serveS3Files(
  scope: FastifyInstance,
  store: S3FileStore,
  fileNameIn: (request: FastifyRequest) => string,
  setFileHeaders: (reply: FastifyReply, file: string) => void,
): void {
  const notThere = (reply: FastifyReply) => {
    reply.removeHeader('cache-control');
    return reply.callNotFound();
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileNameIn(request);
    if (!isServedPath(file)) return notThere(reply);
    const headers: Record<string, string> = {};
    // Whether a piece still fits what the caller has is not looked at: then all of it comes.
    const ignoresRange = request.headers['if-range'] !== undefined;
    for (const name of forwardedRequestHeaders) {
      const value = request.headers[name];
      if (value !== undefined && !(ignoresRange && name === 'range')) headers[name] = value;
    }
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const response = await store.fetch(method, file, headers).catch((error: unknown) => {
      // Nobody is to remember that it could not be had.
      reply.header('cache-control', 'no-store');
      throw error;
    });
    if (!response) return notThere(reply);
    setFileHeaders(reply, file);
    for (const name of forwardedResponseHeaders) {
      const value = response.headers[name];
      if (value !== undefined) reply.header(name, value);
    }
    reply.header('accept-ranges', 'bytes');
    reply.type(contentTypes[path.extname(file)] ?? 'application/octet-stream');
    reply.code(response.statusCode);
    // A piece of a file is no piece of the packed one.
    if (response.statusCode === 206) request.headers['x-no-compression'] = '1';
    return reply.send(response.body);
  };
  scope.route({ method: ['GET', 'HEAD'], url: `${storagePath}/*`, exposeHeadRoute: false, handler: serve });
}
