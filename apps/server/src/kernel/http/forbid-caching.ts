/** Keeps browsers and proxies from storing responses that belong to one person. */
import { receiptHeader } from '@waypost/contract/receipts/receipts';
import type { FastifyInstance } from 'fastify';

/** Adds `no-store` to the responses of writes, and of requests with a receipt, unless a route says otherwise. */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if ((request.method !== 'GET' || request.headers[receiptHeader]) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-cache, no-store, max-age=0, must-revalidate');
  });
}
