/** HTTP pipelining: a client that sends many requests at once over one connection has them answered one after another. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection that may wait. Browsers send none before the response to the one before. */
const maxWaiting = 20;

/** A connection: the end of its last response, and how many of its requests wait for one. */
interface Connection {
  lastResponse: Promise<void>;
  waiting: number;
}

/**
 * Makes a request wait for the response to the one before it on its connection: responses are sent in this order anyway. A connection with
 * too many waiting requests is closed, since each takes memory. When a connection ends, those that wait are never begun.
 */
export function answerPipelinedRequestsInTurn(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, Connection>();
  app.addHook('onRequest', async ({ raw: { socket } }, { raw: response }) => {
    const connection = connections.get(socket) ?? { lastResponse: Promise.resolve(), waiting: 0 };
    connections.set(socket, connection);
    if (++connection.waiting > maxWaiting) socket.destroy();
    const { lastResponse } = connection;
    // The rest of what the connection had sent is parsed nevertheless.
    if (socket.destroyed) return new Promise(() => undefined);
    connection.lastResponse = new Promise((resolve) => response.once('close', resolve));
    await lastResponse;
    connection.waiting--;
  });
}
