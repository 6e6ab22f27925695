/** Decides which responses browsers, proxies and the service worker may store (docs/decisions/0103). */
import {
  type DeviceCacheOwner,
  deviceCacheHeader,
  teamPermissions,
} from '@waypost/contract/common/device-cache';
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { receiptHeader } from '@waypost/contract/receipts/receipts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../security/viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request, once the route has found out. */
    viewer: Viewer | null;
  }
}

const noStore = 'no-cache, no-store, max-age=0, must-revalidate';

/** Whether a device may keep the response, by the declaration of its endpoint and what the viewer may see. */
function mayBeKept(
  { deviceCache }: Endpoint,
  request: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  const { viewer } = request;
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  // With a receipt, the response holds what only the author of a report sees.
  if (deviceCache === undefined || viewer === null || isWrite || request.headers[receiptHeader]) return false;
  if (statusCode >= 400) return false;
  if (deviceCache === 'public') return !viewer.isSignedIn;
  return deviceCache !== 'reports' || !viewer.can(...teamPermissions);
}

/**
 * Sets `Cache-Control` of every response of the API: `no-store`, unless the declaration of the endpoint allows to keep it. What a
 * handler says itself stays where the response may be kept. Other routes decide for themselves; their writes are not stored either.
 */
export function setCacheHeaders(app: FastifyInstance): void {
  app.decorateRequest('viewer', null);
  app.addHook('onSend', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const isFromApi = endpoint !== undefined || request.url.startsWith('/api/');
    const ownHeader = reply.getHeader('cache-control');
    if (endpoint && mayBeKept(endpoint, request, reply)) {
      if (ownHeader === undefined) reply.header('cache-control', 'private, no-cache');
      const owner: DeviceCacheOwner = request.viewer?.isSignedIn ? 'account' : 'visitor';
      if (endpoint.deviceCache !== 'browser') reply.header(deviceCacheHeader, owner);
      return;
    }
    const isStorable = !String(ownHeader).includes('no-store');
    if (isFromApi ? isStorable : ownHeader === undefined && request.method !== 'GET')
      reply.header('cache-control', noStore);
  });
}
