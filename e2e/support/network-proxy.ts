/** TCP proxy between browser and server that can be disconnected, also in the middle of a request, and throttled. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface NetworkProxy {
  /** Base URL of the proxy. */
  url: string;
  connect: () => void;
  /** Closes all connections and refuses new ones. */
  disconnect: () => void;
  /** Disconnects after this many more bytes to the server. */
  disconnectAfter: (bytes: number) => void;
  /** Slows responses down from now on. @param latency round-trip time in milliseconds */
  throttle: (by: { bytesPerSecond: number; latency: number }) => void;
  /** Everything that was sent to the server, as text. */
  sentText: () => string;
  close: () => Promise<void>;
}

/** Starts a proxy. @param targetUrl `http://localhost:41234` */
export async function startNetworkProxy(targetUrl: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let isUp = true;
  let bytesLeft = Number.POSITIVE_INFINITY;
  let text = '';
  let slow: { bytesPerSecond: number; latency: number } | null = null;
  /** Time at which the next bytes can be sent, in milliseconds. */
  let freeAt = 0;
  const respond = (client: Socket, bytes: Buffer) => {
    if (!slow) return client.write(bytes);
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (bytes.length / slow.bytesPerSecond) * 1000;
    return setTimeout(() => client.destroyed || client.write(bytes), freeAt - now + slow.latency);
  };
  const disconnect = () => {
    isUp = false;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (!isUp) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes) => {
      text += bytes.toString('latin1');
      bytesLeft -= bytes.length;
      if (bytesLeft < 0) disconnect();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => respond(client, bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    connect: () => {
      isUp = true;
      bytesLeft = Number.POSITIVE_INFINITY;
    },
    disconnect,
    disconnectAfter: (bytes) => {
      bytesLeft = bytes;
    },
    throttle: (by) => {
      slow = by;
    },
    sentText: () => text,
    close: async () => {
      disconnect();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
