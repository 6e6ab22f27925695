/** Proxies files of a bucket, so that the bucket itself can stay private. */
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storagePath } from '../http/api-format.ts';
import type { S3FileStore } from './s3-file-store.ts';

/** By file extension. */
const contentTypes: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.csv': 'text/csv; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.geojson': 'application/geo+json',
  '.zip': 'application/zip',
};

/** Request headers that are sent to the store. */
const forwardedRequestHeaders = ['range', 'if-none-match', 'if-modified-since'] as const;
/** Response headers of the store that are sent to the client. */
const forwardedResponseHeaders = ['content-length', 'content-range', 'etag', 'last-modified'] as const;

/** Names with a leading dot are internal and not served. */
const isServedPath = (file: string) => file.split('/').every((part) => part !== '' && !part.startsWith('.'));

/**
 * Mounts the route.
 * @param fileNameIn the requested file, the same that the access check used
 * @param setFileHeaders sets the security and download headers of a file
 * @throws FileStoreError while the store is unreachable
 */
export function serveS3Files(
  scope: FastifyInstance,
  store: S3FileStore,
  fileNameIn: (request: FastifyRequest) => string,
  setFileHeaders: (reply: FastifyReply, file: string) => void,
): void {
  const sendNotFound = (reply: FastifyReply) => {
    reply.removeHeader('cache-control');
    return reply.callNotFound();
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileNameIn(request);
    if (!isServedPath(file)) return sendNotFound(reply);
    const headers: Record<string, string> = {};
    // `If-Range` is not evaluated: the response is the full file then.
    const ignoresRange = request.headers['if-range'] !== undefined;
    for (const name of forwardedRequestHeaders) {
      const value = request.headers[name];
      if (value !== undefined && !(ignoresRange && name === 'range')) headers[name] = value;
    }
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const response = await store.fetch(method, file, headers).catch((error: unknown) => {
      // Errors must not be cached.
      reply.header('cache-control', 'no-store');
      throw error;
    });
    if (!response) return sendNotFound(reply);
    setFileHeaders(reply, file);
    for (const name of forwardedResponseHeaders) {
      const value = response.headers[name];
      if (value !== undefined) reply.header(name, value);
    }
    reply.header('accept-ranges', 'bytes');
    reply.type(contentTypes[path.extname(file)] ?? 'application/octet-stream');
    reply.code(response.statusCode);
    // A range of a file is not a range of the compressed file.
    if (response.statusCode === 206) request.headers['x-no-compression'] = '1';
    return reply.send(response.body);
  };
  scope.route({ method: ['GET', 'HEAD'], url: `${storagePath}/*`, exposeHeadRoute: false, handler: serve });
}
