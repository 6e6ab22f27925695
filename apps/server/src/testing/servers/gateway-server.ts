/** An SMS gateway on loopback that records HTTP requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A recorded request. */
export interface GatewayRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** A running gateway. */
export interface GatewayServer {
  url: string;
  requests: GatewayRequest[];
  /** Sets the response to all later requests. */
  respondWith: (status: number, body: object) => void;
  close: () => Promise<void>;
}

/** Starts a gateway. */
export async function startGatewayServer(): Promise<GatewayServer> {
  const requests: GatewayRequest[] = [];
  let nextResponse: [number, object] = [200, {}];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      requests.push({ method, path, headers, body: Buffer.concat(pieces).toString() });
      response
        .writeHead(nextResponse[0], { 'content-type': 'application/json' })
        .end(JSON.stringify(nextResponse[1]));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    respondWith: (status, body) => {
      nextResponse = [status, body];
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
