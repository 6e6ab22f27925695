/** What happens to open connections when the server shuts down. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';

/** Requests that are answered during the shutdown, too: health checks, and files of pages that are open, which browsers do not retry. */
const isServedToTheEnd = ({ url }: FastifyRequest) =>
  url.startsWith('/health/') || url.startsWith('/assets/');

/** Refuses requests on open connections while the server shuts down: clients retry at the process that follows. */
export function rejectDuringShutdown(app: FastifyInstance): void {
  let isShuttingDown = false;
  app.addHook('preClose', async () => {
    isShuttingDown = true;
  });
  app.addHook('onRequest', async (request) => {
    if (isShuttingDown && !isServedToTheEnd(request)) throw new Problem('server.busy').withRetryAfter(5);
  });
}

/** Milliseconds for the first bytes of a request that is on its way when the shutdown begins. */
const unusedGraceMs = 500;

/**
 * Closes connections on which nothing was sent yet when the server shuts down. Browsers open them in advance. Node.js does not count
 * them as idle: the shutdown would wait for them until the timeout of request heads.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>();
  let timer: NodeJS.Timeout | undefined;
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    // Repeated, since new connections are accepted until all `preClose` hooks have run.
    timer = setInterval(() => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    }, unusedGraceMs);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
