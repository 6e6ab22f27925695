/** A line between browser and server that can be down, and that can break while something is on its way. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  /** Where the browser finds the server while the line is up. */
  address: string;
  up: () => void;
  /** Nothing gets through, and what is on its way is lost. */
  down: () => void;
  /** Lets so many more bytes through to the server, then is down. @param bytes counted from now on */
  breakAfter: (bytes: number) => void;
  /** From now on: what comes back takes its time. @param latency milliseconds there and back */
  slowDown: (by: { bytesPerSecond: number; latency: number }) => void;
  /** All that was sent to the server, as text. */
  sent: () => string;
  close: () => Promise<void>;
}

/** @param target `http://localhost:41234` */
export async function layLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isUp = true;
  let left = Number.POSITIVE_INFINITY;
  let text = '';
  let slow: { bytesPerSecond: number; latency: number } | null = null;
  /** When the line has room for the next bytes, in milliseconds. */
  let free = 0;
  const answer = (client: Socket, bytes: Buffer) => {
    if (!slow) return client.write(bytes);
    const now = performance.now();
    free = Math.max(now, free) + (bytes.length / slow.bytesPerSecond) * 1000;
    return setTimeout(() => client.destroyed || client.write(bytes), free - now + slow.latency);
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
      left -= bytes.length;
      if (left < 0) down();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => answer(client, bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    up: () => {
      isUp = true;
      left = Number.POSITIVE_INFINITY;
    },
    down,
    breakAfter: (bytes) => {
      left = bytes;
    },
    slowDown: (by) => {
      slow = by;
    },
    sent: () => text,
    close: async () => {
      down();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
