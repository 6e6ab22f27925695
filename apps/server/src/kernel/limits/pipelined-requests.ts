/** HTTP pipelining: a client that sends many requests at once over one connection has them answered one after another. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a request wait for the response to the one before it on its connection: responses are sent in this order anyway. When the
 * connection ends, those that wait are never begun.
 */
export function answerPipelinedRequestsInTurn(app: FastifyInstance): void {
  const lastResponses = new WeakMap<Socket, Promise<void>>();
  app.addHook('onRequest', async ({ raw: { socket } }, { raw: response }) => {
    const previous = lastResponses.get(socket);
    lastResponses.set(socket, new Promise((resolve) => response.once('close', resolve)));
    await previous;
  });
}
