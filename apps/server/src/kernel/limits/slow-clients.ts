/**
 * Disconnects clients that send a byte now and then, or never read their response, and so hold a connection and its memory
 * (slowloris). A phone on a bad network is not affected: a client must be below the minimum rate for half a minute in a row.
 */
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { buildProblemEnvelope } from '@waypost/contract/common/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProcessMetrics } from '../observability/process-metrics.ts';

/** Interval between two checks. */
const checkIntervalSeconds = 5;
/** How long a client may be too slow at sending a body, and at reading a response. */
const maxSlowSeconds = { request: 30, response: 60 };

/** Timeouts of the HTTP server. @param headersTimeoutSeconds for the head of a request; 0 is unlimited */
export const httpTimeouts = (headersTimeoutSeconds: number): ServerOptions => ({
  headersTimeout: headersTimeoutSeconds * 1000,
  // Bodies have a minimum rate instead, so that a large file may take its time.
  requestTimeout: 0,
  connectionsCheckingInterval: checkIntervalSeconds * 1000,
});

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Writes an error response in the format of the API to a raw socket. */
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

/** Answers requests whose head is malformed, too long, or late. */
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
  /** How long it has been too slow. */
  slowSeconds: { request: number; response: number };
}

/** Bytes handed to the operating system. */
const bytesSent = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/** Updates how long a request has been too slow. @param minBytes per check interval */
function measureProgress(tracked: TrackedRequest, minBytes: number): void {
  const { raw } = tracked.request;
  const { socket } = raw;
  // Received data that was not read yet is the fault of the server.
  const isBodyPending = !raw.complete && raw.readableLength === 0;
  const sendsTooLittle = isBodyPending && socket.bytesRead - tracked.bytesRead < minBytes;
  tracked.slowSeconds.request = sendsTooLittle ? tracked.slowSeconds.request + checkIntervalSeconds : 0;
  const takesTooLittle = socket.writableLength > 0 && bytesSent(socket) - tracked.bytesWritten < minBytes;
  tracked.slowSeconds.response = takesTooLittle ? tracked.slowSeconds.response + checkIntervalSeconds : 0;
  tracked.bytesRead = socket.bytesRead;
  tracked.bytesWritten = bytesSent(socket);
}

/** @returns whether it was disconnected */
function disconnectIfTooSlow({ request, reply, slowSeconds }: TrackedRequest): boolean {
  const { socket } = request.raw;
  if (slowSeconds.response >= maxSlowSeconds.response) {
    socket.destroy();
    return true;
  }
  if (slowSeconds.request < maxSlowSeconds.request) return false;
  if (reply.raw.headersSent) socket.destroy();
  else respondOnSocket(socket, 408, 'the body did not come in time');
  return true;
}

/**
 * Disconnects clients that are too slow.
 * @param minBytesPerSecond minimum rate; 0 is unlimited
 */
export function disconnectSlowClients(
  app: FastifyInstance,
  minBytesPerSecond: number,
  metrics: ProcessMetrics,
): void {
  if (minBytesPerSecond === 0) return;
  const trackedRequests = new Set<TrackedRequest>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    // Requests injected by tests have no real socket.
    if (typeof socket.bytesRead !== 'number') return;
    const slowSeconds = { request: 0, response: 0 };
    const tracked = {
      request,
      reply,
      bytesRead: socket.bytesRead,
      bytesWritten: bytesSent(socket),
      slowSeconds,
    };
    trackedRequests.add(tracked);
    reply.raw.once('close', () => trackedRequests.delete(tracked));
  });
  const timer = setInterval(() => {
    for (const tracked of trackedRequests) {
      measureProgress(tracked, minBytesPerSecond * checkIntervalSeconds);
      if (!disconnectIfTooSlow(tracked)) continue;
      trackedRequests.delete(tracked);
      metrics.countRejection('slow');
    }
  }, checkIntervalSeconds * 1000);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
