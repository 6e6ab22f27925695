/**
 * Callers who send a byte now and then, or never take their answer, keep a connection and its memory for nothing: they are sent
 * away. A phone on a bad line is not one of them: it has to be slower than the bound for half a minute on end.
 */
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { buildProblemEnvelope } from '@waypost/contract/common/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProcessMetrics } from '../observability/process-metrics.ts';

/** Seconds between two looks. */
const checkIntervalSeconds = 5;
/** Seconds that a caller may be too slow with a body, and with taking an answer. */
const maxSlowSeconds = { request: 30, response: 60 };

/** Of the HTTP server. @param headersTimeoutSeconds seconds for the head of a request; 0 is without bound */
export const httpTimeouts = (headersTimeoutSeconds: number): ServerOptions => ({
  headersTimeout: headersTimeoutSeconds * 1000,
  // Bodies are bounded by their pace instead, so that a large file may take its time.
  requestTimeout: 0,
  connectionsCheckingInterval: 1000,
});

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** An answer on a bare socket, in the wire's shape. */
function respondOnSocket(socket: Socket, status: 400 | 408 | 431, reason: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const envelope = buildProblemEnvelope('request.bad', { reason });
  const body = JSON.stringify({ errors: envelope.errors.map((entry) => ({ ...entry, status })) });
  const head = [
    `HTTP/1.1 ${status} ${statusTexts[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'",
    'connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

/** Requests whose head cannot be read, is too long, or did not come in time. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    respondOnSocket(socket, 408, 'the request did not come in time');
  else if (error.code === 'HPE_HEADER_OVERFLOW')
    respondOnSocket(socket, 431, 'the head of the request is too long');
  else respondOnSocket(socket, 400, 'the request is not well formed');
}

interface TrackedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  bytesRead: number;
  bytesWritten: number;
  /** Seconds for which it has been too slow. */
  slowSeconds: { request: number; response: number };
}

/** Bytes that have left, as far as this process can tell. */
const bytesSent = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/** Notes how a request has come on since the last look. @param least bytes for one look */
function measureProgress(tracked: TrackedRequest, least: number): void {
  const { raw } = tracked.request;
  const { socket } = raw;
  // What came in and was not read yet is ours to work on.
  const isBodyPending = !raw.complete && raw.readableLength === 0;
  const sendsTooLittle = isBodyPending && socket.bytesRead - tracked.bytesRead < least;
  tracked.slowSeconds.request = sendsTooLittle ? tracked.slowSeconds.request + checkIntervalSeconds : 0;
  const takesTooLittle = socket.writableLength > 0 && bytesSent(socket) - tracked.bytesWritten < least;
  tracked.slowSeconds.response = takesTooLittle ? tracked.slowSeconds.response + checkIntervalSeconds : 0;
  tracked.bytesRead = socket.bytesRead;
  tracked.bytesWritten = bytesSent(socket);
}

/** @returns whether it was sent away */
function disconnectIfTooSlow({ request, reply, slowSeconds: slow }: TrackedRequest): boolean {
  const { socket } = request.raw;
  if (slow.response >= maxSlowSeconds.response) {
    socket.destroy();
    return true;
  }
  if (slow.request < maxSlowSeconds.request) return false;
  if (reply.raw.headersSent) socket.destroy();
  else respondOnSocket(socket, 408, 'the body did not come in time');
  return true;
}

/**
 * Sends those away who are too slow.
 * @param minBytesPerSecond bytes in a second; 0 is without bound
 */
export function disconnectSlowClients(
  app: FastifyInstance,
  minBytesPerSecond: number,
  metrics: ProcessMetrics,
): void {
  if (minBytesPerSecond === 0) return;
  const open = new Set<TrackedRequest>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    // Requests of tests come over none.
    if (typeof socket.bytesRead !== 'number') return;
    const slowSeconds = { request: 0, response: 0 };
    const tracked = {
      request,
      reply,
      bytesRead: socket.bytesRead,
      bytesWritten: bytesSent(socket),
      slowSeconds,
    };
    open.add(tracked);
    reply.raw.once('close', () => open.delete(tracked));
  });
  const timer = setInterval(() => {
    for (const tracked of open) {
      measureProgress(tracked, minBytesPerSecond * checkIntervalSeconds);
      if (!disconnectIfTooSlow(tracked)) continue;
      open.delete(tracked);
      metrics.countRejection('slow');
    }
  }, checkIntervalSeconds * 1000);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
