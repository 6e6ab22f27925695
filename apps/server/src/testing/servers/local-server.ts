/** Starts and ends the servers of tests. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp } from '../app/test-app.ts';

/** Lets a server listen on this machine. @returns its address, such as `http://127.0.0.1:41234` */
export async function listenLocally(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends it with its connections. */
export function endServer(server: Server): void {
  server.closeAllConnections();
  server.close();
}

/** A picture of one pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts an app that may send requests to a server on this machine. */
export async function startAppWithService(server: Server): Promise<{ app: TestApp; base: string }> {
  const app = await startTestApp({ allowedNetworks: ['127.0.0.1'] });
  return { app, base: await listenLocally(server) };
}
