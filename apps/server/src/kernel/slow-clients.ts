/**
 * Callers who send a byte now and then, or never take their answer, keep a connection and its memory for nothing: they are sent
 * away. A phone on a bad line is not one of them: it has to be slower than the bound for half a minute on end.
 */
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { problemEnvelope } from '@waypost/contract/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pulse } from './pulse.ts';

/** Seconds between two looks. */
const pace = 5;
/** Seconds that a caller may be too slow with a body, and with taking an answer. */
const patience = { sending: 30, taking: 60 };

/** Of the HTTP server. @param headers seconds for the head of a request; 0 is without bound */
export const httpTimeouts = (headers: number): ServerOptions => ({
  headersTimeout: headers * 1000,
  // Bodies are bounded by their pace instead, so that a large file may take its time.
  requestTimeout: 0,
  connectionsCheckingInterval: 1000,
});

const words: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** An answer on a bare socket, in the wire's shape. */
function answerOn(socket: Socket, status: 400 | 408 | 431, reason: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const envelope = problemEnvelope('request.bad', { reason });
  const body = JSON.stringify({ errors: envelope.errors.map((entry) => ({ ...entry, status })) });
  const head = [
    `HTTP/1.1 ${status} ${words[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'",
    'connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

/** Requests whose head cannot be read, is too long, or did not come in time. */
export function tellUnfinished(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    answerOn(socket, 408, 'the request did not come in time');
  else if (error.code === 'HPE_HEADER_OVERFLOW') answerOn(socket, 431, 'the head of the request is too long');
  else answerOn(socket, 400, 'the request is not well formed');
}

interface Watched {
  request: FastifyRequest;
  reply: FastifyReply;
  read: number;
  written: number;
  /** Seconds for which it has been too slow. */
  slow: { sending: number; taking: number };
}

/** Bytes that have left, as far as this process can tell. */
const leftOf = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/** Notes how a request has come on since the last look. @param least bytes for one look */
function look(watched: Watched, least: number): void {
  const { raw } = watched.request;
  const { socket } = raw;
  // What came in and was not read yet is ours to work on.
  const owes = !raw.complete && raw.readableLength === 0;
  const sendsTooLittle = owes && socket.bytesRead - watched.read < least;
  watched.slow.sending = sendsTooLittle ? watched.slow.sending + pace : 0;
  const takesTooLittle = socket.writableLength > 0 && leftOf(socket) - watched.written < least;
  watched.slow.taking = takesTooLittle ? watched.slow.taking + pace : 0;
  watched.read = socket.bytesRead;
  watched.written = leftOf(socket);
}

/** @returns whether it was sent away */
function sendAway({ request, reply, slow }: Watched): boolean {
  const { socket } = request.raw;
  if (slow.taking >= patience.taking) {
    socket.destroy();
    return true;
  }
  if (slow.sending < patience.sending) return false;
  if (reply.raw.headersSent) socket.destroy();
  else answerOn(socket, 408, 'the body did not come in time');
  return true;
}

/**
 * Sends those away who are too slow.
 * @param slowest bytes in a second; 0 is without bound
 */
export function refuseSlowClients(app: FastifyInstance, slowest: number, pulse: Pulse): void {
  if (slowest === 0) return;
  const open = new Set<Watched>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    // Requests of tests come over none.
    if (typeof socket.bytesRead !== 'number') return;
    const slow = { sending: 0, taking: 0 };
    const watched = { request, reply, read: socket.bytesRead, written: leftOf(socket), slow };
    open.add(watched);
    reply.raw.once('close', () => open.delete(watched));
  });
  const timer = setInterval(() => {
    for (const watched of open) {
      look(watched, slowest * pace);
      if (!sendAway(watched)) continue;
      open.delete(watched);
      pulse.refuse('slow');
    }
  }, pace * 1000);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
