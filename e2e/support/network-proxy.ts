/** A line between browser and server that can be down, and that can break while something is on its way. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface NetworkProxy {
  /** Where the browser finds the server while the line is up. */
  url: string;
  connect: () => void;
  /** Nothing gets through, and what is on its way is lost. */
  disconnect: () => void;
  /** Lets so many more bytes through to the server, then is down. @param bytes counted from now on */
  disconnectAfter: (bytes: number) => void;
  /** From now on: what comes back takes its time. @param latency milliseconds there and back */
  throttle: (by: { bytesPerSecond: number; latency: number }) => void;
  /** All that was sent to the server, as text. */
  sentText: () => string;
  close: () => Promise<void>;
}

/** @param targetUrl `http://localhost:41234` */
export async function startNetworkProxy(targetUrl: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let isUp = true;
  let bytesLeft = Number.POSITIVE_INFINITY;
  let text = '';
  let slow: { bytesPerSecond: number; latency: number } | null = null;
  /** When the line has room for the next bytes, in milliseconds. */
  let freeAt = 0;
  const answer = (client: Socket, bytes: Buffer) => {
    if (!slow) return client.write(bytes);
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (bytes.length / slow.bytesPerSecond) * 1000;
    return setTimeout(() => client.destroyed || client.write(bytes), freeAt - now + slow.latency);
  };
  const down = () => {
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
      if (bytesLeft < 0) down();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => answer(client, bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    connect: () => {
      isUp = true;
      bytesLeft = Number.POSITIVE_INFINITY;
    },
    disconnect: down,
    disconnectAfter: (bytes) => {
      bytesLeft = bytes;
    },
    throttle: (by) => {
      slow = by;
    },
    sentText: () => text,
    close: async () => {
      down();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
