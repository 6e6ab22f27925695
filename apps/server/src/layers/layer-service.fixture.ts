/** A service on this machine, and an app whose layers come from it: for the tests of a file. */
import { createServer } from 'node:http';
import type { Layer } from '@waypost/contract/layers/layers';
import type { MapLayer } from '@waypost/contract/layers/map-layers';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Actor, TestApp } from '../testing/app/test-app.ts';
import { endServer, onePixelPng, startAppWithService } from '../testing/servers/local-server.ts';

interface Answer {
  status?: number;
  type?: string;
  body?: Buffer;
  location?: string;
}

/**
 * Starts both before the tests, and ends them afterwards; the layers are deleted after each test.
 * @param answer what the service answers; a picture of one pixel by default
 * @param onStart called with the app, and the address of the service
 */
export function startLayerService(
  answer: (url: URL) => Answer,
  onStart: (app: TestApp, base: string) => void,
) {
  const server = createServer((request, response) => {
    const {
      status = 200,
      type = 'image/png',
      body = onePixelPng,
      location,
    } = answer(new URL(request.url ?? '', 'http://service'));
    response.writeHead(status, { 'content-type': type, ...(location && { location }), 'set-cookie': 'a=b' });
    response.end(body);
  });
  let app: TestApp;
  beforeAll(async () => {
    const started = await startAppWithService(server);
    app = started.app;
    onStart(app, started.base);
  });
  afterAll(async () => {
    endServer(server);
    await app.close();
  });
  afterEach(async () => {
    await app.db.deleteFrom('layers').execute();
  });
  return {
    /** The layers of the map. */
    list: async (actor: Actor = 'passer-by') =>
      (await app.send<{ results: MapLayer[] }>(actor, 'GET', '/map-layers')).body.results,
    /** Why the content of a layer could not be read. */
    failureOf: async (id: number) => {
      await app.jobs.runPending();
      return (await app.send<Layer>('admin', 'GET', `/layers/${id}`)).body.data?.failure;
    },
  };
}
